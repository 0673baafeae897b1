public import FlowRuntime

/// Reports why a passkey ceremony failed.
public enum PasskeyFailure: Error, Sendable, Equatable {
    /// The user declined, or the ceremony timed out.
    case cancelled
    /// The options are not WebAuthn's JSON, or lack the named member.
    case malformedOptions(String)
    /// The origin does not admit the relying party. Its id is not the origin's domain or a parent of it, or the origin
    /// is not secure.
    case originNotAllowed
    /// The authenticator has no passkey that the relying party allows.
    case noPasskey
    /// The authenticator already has a passkey that the relying party excludes.
    case alreadyRegistered
    /// The authenticator supports none of the requested key algorithms.
    case unsupportedAlgorithm
    /// The relying party requires user verification, which the authenticator does not support.
    case cannotVerifyUser
    /// The source of random bytes failed.
    case noRandomness
    /// Another error of the platform, as text without secrets.
    case other(String)
}

extension FlowHandlerFailure {
    /// Creates the failure of the handler `passkey.assert`: `passkey-cancelled`, or `passkey-failed` with a reason.
    public init(_ failure: PasskeyFailure) {
        switch failure {
        case .cancelled: self.init("passkey-cancelled", "the passkey was not given")
        case .malformedOptions(let member): self.init("passkey-failed", "the options are malformed at \(member)")
        case .originNotAllowed: self.init("passkey-failed", "the relying party is not that of the origin")
        case .noPasskey: self.init("passkey-failed", "there is no passkey for this sign-in")
        case .alreadyRegistered: self.init("passkey-failed", "there is a passkey already")
        case .unsupportedAlgorithm: self.init("passkey-failed", "the relying party wants another kind of key")
        case .cannotVerifyUser: self.init("passkey-failed", "the user cannot be verified here")
        case .noRandomness: self.init("passkey-failed", "there is no usable random number")
        case .other(let text): self.init("passkey-failed", text)
        }
    }
}
