/// The user for whom a passkey is made (WebAuthn level 3, section 5.4.3).
package struct PasskeyUser: Sendable, Equatable {
    /// What the authenticator knows the account by: 1 to 64 bytes that tell nothing of the user, the same for every passkey
    /// of the account.
    package var handle: [UInt8]
    /// The account's name.
    package var name: String
    /// The user's name.
    package var displayName: String

    /// A user; shown by the account's name if no other is given.
    package init(handle: [UInt8], name: String, displayName: String? = nil) {
        self.handle = handle
        self.name = name
        self.displayName = displayName ?? name
    }
}
