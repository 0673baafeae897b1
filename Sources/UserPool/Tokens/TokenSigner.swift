import CognitoHandlers
import Crypto
import _CryptoExtras
import FlowCore
#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Signs and verifies the pool's tokens (RFC 7519) with RS256.
///
/// See RFC 7518 section 3.3.
struct TokenSigner: Sendable {
    /// Identifies the key in a token's header.
    let keyID: String
    private let key: _RSA.Signing.PrivateKey

    /// Decodes a PEM key, or generates one of 2048 bits.
    ///
    /// Generation takes a tenth of a second.
    init(_ pem: String?) throws(PoolError) {
        let key =
            if let pem {
                try? _RSA.Signing.PrivateKey(pemRepresentation: pem)
            } else {
                try? _RSA.Signing.PrivateKey(keySize: .bits2048)
            }
        guard let key else { throw Self.failure }
        self.key = key
        keyID = String(Base64.urlText(SHA256.hash(data: key.publicKey.derRepresentation)).prefix(24))
    }

    /// The private key in PEM, for storage.
    var pem: String { key.pemRepresentation }

    /// Signs claims as a token.
    func token(_ claims: JSONValue) throws(PoolError) -> String {
        let header = JSONValue.texts(["alg": "RS256", "kid": keyID, "typ": "JWT"])
        let signed = Base64.urlText(header.jsonText.utf8) + "." + Base64.urlText(claims.jsonText.utf8)
        guard let signature = try? key.signature(for: Data(signed.utf8), padding: .insecurePKCS1v1_5) else {
            throw Self.failure
        }
        return signed + "." + Base64.urlText(signature.rawRepresentation)
    }

    /// Returns the claims of a token that this key signed.
    func claims(_ token: String) -> JSONValue? {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, let signature = Base64.bytes(parts[2]), let payload = Base64.bytes(parts[1]),
            let header = Base64.bytes(parts[0]).flatMap({ JSONValue(json: $0) }), header["alg"]?.string == "RS256"
        else { return nil }
        let isSigned = key.publicKey.isValidSignature(
            _RSA.Signing.RSASignature(rawRepresentation: Data(signature)),
            for: Data((parts[0] + "." + parts[1]).utf8), padding: .insecurePKCS1v1_5)
        return isSigned ? JSONValue(json: payload) : nil
    }

    /// The public key as a JSON Web Key (RFC 7517).
    var webKey: JSONValue {
        guard let numbers = try? key.publicKey.getKeyPrimitives() else { return .object([]) }
        return .texts([
            "alg": "RS256", "kty": "RSA", "use": "sig", "kid": keyID,
            "n": Base64.urlText(numbers.modulus.drop { $0 == 0 }),
            "e": Base64.urlText(numbers.publicExponent.drop { $0 == 0 }),
        ])
    }

    private static let failure = PoolError("InternalErrorException", "The token signing key cannot be used")
}

/// The two keys of a pool's tokens.
///
/// A token of one kind is not accepted where the other kind is expected.
struct TokenSigners: Sendable {
    /// Signs access tokens.
    let access: TokenSigner
    /// Signs ID tokens.
    let identity: TokenSigner

    var webKeys: [JSONValue] { [identity.webKey, access.webKey] }

    /// Whether a text is a token that either key signed.
    func know(_ token: String) -> Bool { access.claims(token) != nil || identity.claims(token) != nil }
}
