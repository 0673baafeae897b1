/// Flags of authenticator data (WebAuthn level 3, section 6.1).
package struct AuthenticatorFlags: OptionSet, Sendable {
    package let rawValue: UInt8

    /// Creates flags from their byte. Unknown bits are kept.
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// UP: a user was present.
    package static let userPresent = AuthenticatorFlags(rawValue: 1)
    /// UV: the authenticator verified the user, by PIN or biometrics.
    package static let userVerified = AuthenticatorFlags(rawValue: 1 << 2)
    /// BE: the credential may be backed up, that is, synced to other devices.
    package static let backupEligible = AuthenticatorFlags(rawValue: 1 << 3)
    /// BS: the credential is backed up.
    package static let backedUp = AuthenticatorFlags(rawValue: 1 << 4)
    /// AT: attested credential data follows.
    package static let attestedCredential = AuthenticatorFlags(rawValue: 1 << 6)
    /// ED: extension outputs follow.
    package static let extensions = AuthenticatorFlags(rawValue: 1 << 7)
}
