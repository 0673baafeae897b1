// swift-crypto 3 does not mark its keys as Sendable.
@preconcurrency package import Crypto

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

    /// The bytes of all parts, in the order of the specification.
    package var encoded: [UInt8] {
        let countBytes = (0..<4).reversed().map { UInt8(truncatingIfNeeded: signCount >> (8 * UInt32($0))) }
        return relyingPartyHash + [flags.rawValue] + countBytes + (credential?.encoded ?? [])
            + (extensions?.encoded ?? [])
    }

    /// Parses the credential at the start of `rest`, and removes its bytes. Throws a ``Failure`` for malformed bytes.
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

    /// Parses the CBOR item at the start of `rest`, and removes its bytes. Throws ``Failure/malformedCBOR(_:)``.
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

    /// The AAGUID, which identifies the authenticator's model; all zeros if the authenticator does not disclose it.
    package var model: [UInt8]
    package var id: [UInt8]
    /// The credential's public key in COSE format, not validated yet.
    package var key: CBORValue

    /// Creates a credential. By default, the credential does not disclose the authenticator's model.
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

/// A passkey's public key for ES256: ECDSA on the curve P-256 with SHA-256. No other algorithm is supported.
package struct PasskeyPublicKey: Sendable {
    /// Reports what is wrong with a key.
    package enum Failure: Error, Sendable, Equatable {
        /// The item does not have exactly the members of a key, or a coordinate is not 32 bytes.
        case malformed
        /// The key is not for ES256.
        case unsupportedAlgorithm
        /// The key is for another curve than P-256.
        case unsupportedCurve
        /// The point is not on the curve.
        case notOnCurve
    }

    /// The number of ES256 among COSE's algorithms (RFC 9053 section 2.1).
    package static let algorithm = -7
    /// COSE's labels and values of an ES256 key (RFC 9053 section 7.1.1).
    private enum Label {
        static let keyType = 1, algorithm = 3, curve = -1, x = -2, y = -3
        static let twoCoordinates = 2, p256 = 1
        static let count = 5
    }
    private static let coordinateByteCount = 32
    /// The first byte of an uncompressed point (X9.63).
    private static let uncompressedPoint: UInt8 = 4

    let key: P256.Signing.PublicKey

    package init(_ key: P256.Signing.PublicKey) { self.key = key }

    /// Creates a key from an uncompressed point (X9.63), as in ``x963``.
    /// - Throws: ``Failure/notOnCurve`` if the bytes are not such a point.
    package init(x963 bytes: [UInt8]) throws(Failure) {
        do {
            key = try P256.Signing.PublicKey(x963Representation: bytes)
        } catch {
            throw .notOnCurve
        }
    }

    /// Parses a key in COSE format. WebAuthn forbids optional members (level 3, section 5.8.5).
    /// - Throws: ``Failure``.
    package init(cose: CBORValue) throws(Failure) {
        guard let algorithm = cose[Label.algorithm]?.integer, let type = cose[Label.keyType]?.integer else {
            throw .malformed
        }
        guard algorithm == Self.algorithm, type == Label.twoCoordinates else { throw .unsupportedAlgorithm }
        guard let curve = cose[Label.curve]?.integer else { throw .malformed }
        guard curve == Label.p256 else { throw .unsupportedCurve }
        guard cose.members?.count == Label.count, let x = cose[Label.x]?.bytes, let y = cose[Label.y]?.bytes,
            x.count == Self.coordinateByteCount, y.count == Self.coordinateByteCount
        else { throw .malformed }
        try self.init(x963: [Self.uncompressedPoint] + x + y)
    }

    package var cose: CBORValue {
        // The first byte of the point only says that it is uncompressed.
        let point = x963.dropFirst()
        return .map([
            CBORMember(.integer(Label.keyType), .integer(Label.twoCoordinates)),
            CBORMember(.integer(Label.algorithm), .integer(Self.algorithm)),
            CBORMember(.integer(Label.curve), .integer(Label.p256)),
            CBORMember(.integer(Label.x), .bytes(Array(point.prefix(Self.coordinateByteCount)))),
            CBORMember(.integer(Label.y), .bytes(Array(point.dropFirst(Self.coordinateByteCount)))),
        ])
    }

    /// The uncompressed point (X9.63), 65 bytes.
    package var x963: [UInt8] { Array(key.x963Representation) }

    /// Verifies a signature.
    /// - Parameters:
    ///   - signature: the signature as ASN.1 DER (WebAuthn level 3, section 6.5.5).
    ///   - message: the signed message.
    /// - Returns: whether the signature is valid.
    package func accepts(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        guard let signature = try? P256.Signing.ECDSASignature(derRepresentation: signature) else { return false }
        return key.isValidSignature(signature, for: message)
    }
}
