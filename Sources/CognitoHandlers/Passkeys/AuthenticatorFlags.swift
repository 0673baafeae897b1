/// What an authenticator says of itself and its user (WebAuthn level 3, section 6.1).
package struct AuthenticatorFlags: OptionSet, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// UP: somebody was there.
    package static let userPresent = AuthenticatorFlags(rawValue: 1)
    /// UV: it was the user, who gave a PIN or a finger.
    package static let userVerified = AuthenticatorFlags(rawValue: 1 << 2)
    /// BE: the credential may be copied to other devices.
    package static let backupEligible = AuthenticatorFlags(rawValue: 1 << 3)
    /// BS: the credential is copied.
    package static let backedUp = AuthenticatorFlags(rawValue: 1 << 4)
    /// AT: a new credential follows.
    package static let attestedCredential = AuthenticatorFlags(rawValue: 1 << 6)
    /// ED: outputs of extensions follow.
    package static let extensions = AuthenticatorFlags(rawValue: 1 << 7)
}
