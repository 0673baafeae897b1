/// The next step of a sign-up.
public enum AuthSignUpStep: Sendable, Equatable {
    /// Confirm the sign-up with the code that was sent.
    case confirmUser(AuthCodeDeliveryDetails? = nil, AdditionalInfo? = nil, userID: String? = nil)
    /// Call ``AuthCategory/autoSignIn()``, which signs the user in with this session.
    case completeAutoSignIn(String)
    /// The sign-up is complete.
    case done
}

/// The result of a sign-up.
public struct AuthSignUpResult: Sendable, Equatable {
    /// The next step.
    public let nextStep: AuthSignUpStep
    /// The user's id, if the service returned it.
    public let userID: String?

    /// Whether the sign-up is confirmed, so that the user can sign in.
    public var isSignUpComplete: Bool {
        if case .confirmUser = nextStep { return false }
        return true
    }

    /// Creates a result, for example in tests of the app.
    public init(_ nextStep: AuthSignUpStep, userID: String? = nil) {
        self.nextStep = nextStep
        self.userID = userID
    }
}

extension AuthSignUpStep: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The case's name, without the session, which can sign in without a password.
    ///
    /// For a pending confirmation, it includes the redacted destination of the code.
    public var description: String {
        switch self {
        case .confirmUser(let details, _, _): "confirmUser(\(String(describing: details?.destination)))"
        case .completeAutoSignIn: "completeAutoSignIn(secret)"
        case .done: "done"
        }
    }
    /// The same as ``description``.
    public var debugDescription: String { description }
    /// An empty mirror, so that reflection shows no values.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
