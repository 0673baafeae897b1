/// The data that an authenticator signs, besides the client data (WebAuthn level 3, section 6.1).
package struct AuthenticatorData: Sendable {
    /// Reports why bytes are not authenticator data.
    package enum Failure: Error, Sendable, Equatable {
        /// The bytes end before the parts that the flags announce.
        case truncated
        /// Bytes follow the parts that the flags announce.
        case trailingBytes
        /// The key or the extensions are not CBOR.
        case malformedCBOR(CBORFailure)
    }

    /// The length of ``relyingPartyHash``, in bytes.
    private static let hashByteCount = 32
    /// The length of the parts that are always present, in bytes: the hash, the flags and the signature counter.
    private static let fixedByteCount = hashByteCount + 1 + 4

    /// The SHA-256 hash of the relying party's id.
    package var relyingPartyHash: [UInt8]
    /// The flags. Two of them determine which parts follow.
    package var flags: AuthenticatorFlags
    /// The signature counter. An authenticator that does not count signatures reports zero.
    package var signCount: UInt32
    /// The new credential. It is nil except in a registration.
    package var credential: AttestedCredential?
    /// The outputs of extensions, or nil if there are none.
    package var extensions: CBORValue?

    /// Creates authenticator data from its parts.
    package init(
        relyingPartyHash: [UInt8], flags: AuthenticatorFlags, signCount: UInt32, credential: AttestedCredential? = nil,
        extensions: CBORValue? = nil
    ) {
        self.relyingPartyHash = relyingPartyHash
        self.flags = flags
        self.signCount = signCount
        self.credential = credential
        self.extensions = extensions
    }

    /// Parses authenticator data.
    /// - Throws: ``Failure``; `trailingBytes` if bytes follow the data.
    package init(_ bytes: [UInt8]) throws(Failure) {
        guard bytes.count >= Self.fixedByteCount else { throw .truncated }
        relyingPartyHash = Array(bytes[..<Self.hashByteCount])
        flags = AuthenticatorFlags(rawValue: bytes[Self.hashByteCount])
        var rest = bytes[(Self.hashByteCount + 1)...]
        signCount = rest.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
        rest = rest.dropFirst(4)
        if flags.contains(.attestedCredential) { credential = try Self.takeCredential(from: &rest) }
        if flags.contains(.extensions) { extensions = try Self.takeItem(from: &rest) }
        guard rest.isEmpty else { throw .trailingBytes }
    }

    /// The data, encoded as bytes.
    package var encoded: [UInt8] {
        let countBytes = (0..<4).reversed().map { UInt8(truncatingIfNeeded: signCount >> (8 * UInt32($0))) }
        return relyingPartyHash + [flags.rawValue] + countBytes + (credential?.encoded ?? [])
            + (extensions?.encoded ?? [])
    }

    /// Parses the credential at the start of `rest`, and removes its bytes.
    private static func takeCredential(from rest: inout ArraySlice<UInt8>) throws(Failure) -> AttestedCredential {
        let model = try take(AttestedCredential.modelByteCount, from: &rest)
        let length = try take(2, from: &rest).reduce(0) { $0 << 8 | Int($1) }
        let id = try take(length, from: &rest)
        return AttestedCredential(model: model, id: id, key: try takeItem(from: &rest))
    }

    /// Removes `count` bytes from the start of `rest`, and returns them.
    /// - Throws: ``Failure/truncated`` if `rest` has fewer bytes.
    private static func take(_ count: Int, from rest: inout ArraySlice<UInt8>) throws(Failure) -> [UInt8] {
        guard rest.count >= count else { throw .truncated }
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    /// Parses the CBOR item at the start of `rest`, and removes its bytes.
    private static func takeItem(from rest: inout ArraySlice<UInt8>) throws(Failure) -> CBORValue {
        var reader = CBORReader(rest)
        do throws(CBORFailure) {
            let item = try reader.next()
            rest = rest[reader.offset...]
            return item
        } catch {
            throw .malformedCBOR(error)
        }
    }
}

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
