/// The purpose of a code that waits for its user.
enum CodePurpose: Sendable, Equatable {
    case signUp
    case passwordReset
    case attribute(String)

    /// The name that it is stored under.
    var key: String {
        switch self {
        case .signUp: "sign-up"
        case .passwordReset: "password-reset"
        case .attribute(let name): "attribute " + name
        }
    }

    /// The purpose in the message.
    var message: PoolMessage.Purpose {
        switch self {
        case .signUp: .signUp
        case .passwordReset: .passwordReset
        case .attribute: .attribute
        }
    }
}
