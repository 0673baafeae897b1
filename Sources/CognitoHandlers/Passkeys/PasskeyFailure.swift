public import FlowRuntime

/// Why a ceremony with a passkey gave nothing.
public enum PasskeyFailure: Error, Sendable, Equatable {
    /// The user declined, or took too long.
    case cancelled
    /// The options are not WebAuthn's JSON, or lack a member; its name.
    case malformedOptions(String)
    /// The relying party's id is not the origin's domain or a parent of it, or the origin is not safe.
    case originNotAllowed
    /// There is no passkey for this relying party, or none of those that it allows.
    case noPasskey
    /// There is already a passkey among those that the relying party excludes.
    case alreadyRegistered
    /// The relying party wants keys of kinds that the authenticator does not make.
    case unsupportedAlgorithm
    /// The relying party wants the user verified, which the authenticator cannot do.
    case cannotVerifyUser
    /// There is no usable random number.
    case noRandomness
    /// Anything else that the platform says; a text without secrets.
    case other(String)
}

extension FlowHandlerFailure {
    /// The failure of the handler `passkey.assert`: `passkey-cancelled`, or `passkey-failed` with a text that says why.
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
