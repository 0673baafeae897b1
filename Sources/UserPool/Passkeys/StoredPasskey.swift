import CognitoHandlers

/// The credential record of a passkey (WebAuthn level 3, section 4).
package struct StoredPasskey: Codable, Sendable, Equatable {
    /// The credential's id, 1 to 1023 bytes.
    package let credentialID: [UInt8]
    /// The P-256 public key in uncompressed X9.63 form, 65 bytes.
    package let publicKey: [UInt8]
    /// The relying party's id.
    package let relyingPartyID: String
    /// The user handle that identifies the account.
    package let userHandle: [UInt8]
    /// The signature counter; zero if the authenticator has none.
    package var signCount: UInt32
    /// Whether the passkey is eligible for backup.
    package let isBackupEligible: Bool
    /// Whether the passkey was backed up when it was last used.
    package var isBackedUp: Bool
    /// Whether the authenticator has ever verified the user.
    package var hasVerifiedUser: Bool
    /// The authenticator's transports that the client reported, such as `internal` or `hybrid`.
    package let transports: [String]
    /// `platform` or `cross-platform`, if the client reported it.
    package let attachment: String?
    /// The name that the user sees.
    package var friendlyName: String
    /// The time of the registration in seconds since 1970, UTC.
    package let createdAt: Int64

    /// Creates a credential record; the defaults describe a passkey whose client and authenticator report nothing.
    package init(
        credentialID: [UInt8], publicKey: [UInt8], relyingPartyID: String, userHandle: [UInt8], signCount: UInt32 = 0,
        isBackupEligible: Bool = false, isBackedUp: Bool = false, hasVerifiedUser: Bool = false,
        transports: [String] = [], attachment: String? = nil, friendlyName: String = "Passkey", createdAt: Int64 = 0
    ) {
        self.credentialID = credentialID
        self.publicKey = publicKey
        self.relyingPartyID = relyingPartyID
        self.userHandle = userHandle
        self.signCount = signCount
        self.isBackupEligible = isBackupEligible
        self.isBackedUp = isBackedUp
        self.hasVerifiedUser = hasVerifiedUser
        self.transports = transports
        self.attachment = attachment
        self.friendlyName = friendlyName
        self.createdAt = createdAt
    }

    /// The credential's id in base64url, as in `ListWebAuthnCredentials`.
    package var idText: String { Base64.urlText(credentialID) }
}
