/// The user of a new passkey (WebAuthn level 3, section 5.4.3).
package struct PasskeyUser: Sendable, Equatable {
    /// The user handle: 1 to 64 bytes that reveal nothing about the user.
    ///
    /// All passkeys of an account have the same handle.
    package var handle: [UInt8]
    /// The account name.
    package var name: String
    /// The display name.
    package var displayName: String

    /// Creates a user. The display name defaults to the account name.
    package init(handle: [UInt8], name: String, displayName: String? = nil) {
        self.handle = handle
        self.name = name
        self.displayName = displayName ?? name
    }
}
