import CognitoHandlers

/// What a relying party keeps of a passkey: the credential record of WebAuthn level 3, section 4.
package struct StoredPasskey: Codable, Sendable, Equatable {
    /// The credential's id, 1 to 1023 bytes.
    package let credentialID: [UInt8]
    /// The public key, a point of P-256 in X9.63 form, uncompressed: 65 bytes.
    package let publicKey: [UInt8]
    /// The relying party's id that it was made for.
    package let relyingPartyID: String
    /// The handle of the user whose it is.
    package let userHandle: [UInt8]
    /// The counter of its last signature; zero if it does not count.
    package var signCount: UInt32
    /// Whether it may be copied to other devices.
    package let isBackupEligible: Bool
    /// Whether it was copied when it was last used.
    package var isBackedUp: Bool
    /// Whether the user was ever verified with it.
    package var hasVerifiedUser: Bool
    /// How its authenticator can be reached, such as `internal` or `hybrid`, as the client told.
    package let transports: [String]
    /// `platform` or `cross-platform`, if the client told.
    package let attachment: String?
    /// The name that the user sees.
    package var friendlyName: String
    /// When it was registered: seconds since 1970 in UTC.
    package let createdAt: Int64

    /// Creates a passkey of its parts.
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

    /// The credential's id in base64url, as ListWebAuthnCredentials names it.
    package var idText: String { Base64.urlText(credentialID) }
}
