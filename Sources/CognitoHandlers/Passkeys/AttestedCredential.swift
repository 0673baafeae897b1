/// A new credential, as an authenticator tells of it (WebAuthn level 3, section 6.5.1).
package struct AttestedCredential: Sendable {
    /// The longest id of a credential, in bytes.
    package static let longestID = 1023
    static let modelByteCount = 16

    /// AAGUID: the authenticator's model, 16 bytes; zeros if it does not tell.
    package var model: [UInt8]
    /// The credential's id.
    package var id: [UInt8]
    /// The credential's public key in COSE's form, not yet judged.
    package var key: CBORValue

    /// A new credential.
    package init(model: [UInt8] = [UInt8](repeating: 0, count: modelByteCount), id: [UInt8], key: CBORValue) {
        self.model = model
        self.id = id
        self.key = key
    }

    var encoded: [UInt8] {
        model + [UInt8(truncatingIfNeeded: id.count >> 8), UInt8(truncatingIfNeeded: id.count)] + id + key.encoded
    }
}
