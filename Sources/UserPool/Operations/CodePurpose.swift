/// What a code that waits for its user is for.
enum CodePurpose: Sendable, Equatable {
    case signUp
    case passwordReset
    case attribute(String)

    /// The name that it is kept under.
    var key: String {
        switch self {
        case .signUp: "sign-up"
        case .passwordReset: "password-reset"
        case .attribute(let name): "attribute " + name
        }
    }

    /// What the message says it is for.
    var message: PoolMessage.Purpose {
        switch self {
        case .signUp: .signUp
        case .passwordReset: .passwordReset
        case .attribute: .attribute
        }
    }
}
