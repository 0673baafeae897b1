/// The result of ``AuthCategory/signIn(username:password:options:)`` and of each answer.
public struct AuthSignInResult: Sendable, Equatable {
    /// The next step.
    public var nextStep: AuthSignInStep

    /// Whether the user is signed in.
    public var isSignedIn: Bool { nextStep == .done }

    /// Creates a result, for example in tests of the app.
    public init(nextStep: AuthSignInStep) {
        self.nextStep = nextStep
    }
}
