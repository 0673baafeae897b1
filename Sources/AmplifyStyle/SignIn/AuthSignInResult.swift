/// What came of ``AuthCategory/signIn(username:password:options:)`` and of each answer.
public struct AuthSignInResult: Sendable, Equatable {
    /// What is needed next.
    public var nextStep: AuthSignInStep

    /// Whether the user is signed in.
    public var isSignedIn: Bool { nextStep == .done }

    /// A result, for tests too.
    public init(nextStep: AuthSignInStep) {
        self.nextStep = nextStep
    }
}
