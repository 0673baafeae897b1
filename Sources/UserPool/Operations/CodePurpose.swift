/// The purpose of a code that was sent to a user.
enum CodePurpose: Sendable, Equatable {
    case signUp
    case passwordReset
    case attribute(String)

    /// The key under which a code for this purpose is stored.
    var key: String {
        switch self {
        case .signUp: "sign-up"
        case .passwordReset: "password-reset"
        case .attribute(let name): "attribute " + name
        }
    }

    /// The purpose of the message with the code.
    var messagePurpose: PoolMessage.Purpose {
        switch self {
        case .signUp: .signUp
        case .passwordReset: .passwordReset
        case .attribute: .attribute
        }
    }
}
