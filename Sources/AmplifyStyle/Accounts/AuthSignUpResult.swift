import CognitoFlows

/// What a sign-up needs next.
public enum AuthSignUpStep: Sendable, Equatable {
    /// The code that was sent must be confirmed.
    case confirmUser(AuthCodeDeliveryDetails? = nil, AdditionalInfo? = nil, userID: String? = nil)
    /// ``AuthCategory/autoSignIn()`` signs the user in, with this session.
    case completeAutoSignIn(String)
    /// Nothing.
    case done
}

/// What came of a sign-up.
public struct AuthSignUpResult: Sendable, Equatable {
    /// What is needed next.
    public let nextStep: AuthSignUpStep
    /// The id of the user, if the service told it.
    public let userID: String?

    /// Whether the user can sign in.
    public var isSignUpComplete: Bool {
        if case .confirmUser = nextStep { return false }
        return true
    }

    /// A result, for tests too.
    public init(_ nextStep: AuthSignUpStep, userID: String? = nil) {
        self.nextStep = nextStep
        self.userID = userID
    }

    /// As the flow has it: a step waits for the code; a session of the outcome signs in.
    init(_ step: StyleStep) {
        let userID = step.text("userSub")
        guard step.isOutcome else {
            self.init(.confirmUser(AuthCodeDeliveryDetails(step), nil, userID: userID), userID: userID)
            return
        }
        self.init(step.text("session").map { .completeAutoSignIn($0) } ?? .done, userID: userID)
    }
}

extension AuthSignUpStep: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The case: a session signs in without a password, so it stays out of logs.
    public var description: String {
        switch self {
        case .confirmUser(let details, _, _): "confirmUser(\(String(describing: details?.destination)))"
        case .completeAutoSignIn: "completeAutoSignIn(secret)"
        case .done: "done"
        }
    }
    /// The case.
    public var debugDescription: String { description }
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
