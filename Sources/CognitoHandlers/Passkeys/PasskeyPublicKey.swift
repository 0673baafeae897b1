// swift-crypto 3 does not mark its keys as Sendable.
@preconcurrency package import Crypto

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

    /// The key for the signature check.
    let key: P256.Signing.PublicKey

    /// Creates a key from a swift-crypto key.
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

    /// The key in COSE format.
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
