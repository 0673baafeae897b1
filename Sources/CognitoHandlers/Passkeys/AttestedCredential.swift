/// A new credential, as an authenticator reports it (WebAuthn level 3, section 6.5.1).
package struct AttestedCredential: Sendable {
    /// The maximum length of a credential's id, in bytes.
    package static let longestID = 1023
    /// The length of an AAGUID, in bytes.
    static let modelByteCount = 16

    /// The AAGUID, which identifies the authenticator's model. It is all zeros if the authenticator does not disclose
    /// its model.
    package var model: [UInt8]
    /// The credential's id.
    package var id: [UInt8]
    /// The credential's public key in COSE format, not validated yet.
    package var key: CBORValue

    /// Creates a credential. By default, it does not disclose the authenticator's model.
    package init(model: [UInt8] = [UInt8](repeating: 0, count: modelByteCount), id: [UInt8], key: CBORValue) {
        self.model = model
        self.id = id
        self.key = key
    }

    /// The bytes of the model, of the length of the id (two bytes), of the id and of the key.
    var encoded: [UInt8] {
        model + [UInt8(truncatingIfNeeded: id.count >> 8), UInt8(truncatingIfNeeded: id.count)] + id + key.encoded
    }
}
