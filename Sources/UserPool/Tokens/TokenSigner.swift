import CognitoHandlers
import Crypto
import _CryptoExtras
import FlowCore
#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Signs and verifies tokens (RFC 7519) with RS256 (RFC 7518 section 3.3).
struct TokenSigner: Sendable {
    private static let keyIDLength = 24

    /// The header parameter `kid`, which identifies the key.
    let keyID: String
    private let key: _RSA.Signing.PrivateKey

    /// Decodes a PEM key, or generates a key of 2048 bits if `pem` is nil. Generating a key takes a tenth of a second.
    init(_ pem: String?) throws(PoolError) {
        let key =
            if let pem {
                try? _RSA.Signing.PrivateKey(pemRepresentation: pem)
            } else {
                try? _RSA.Signing.PrivateKey(keySize: .bits2048)
            }
        guard let key else { throw Self.failure }
        self.key = key
        keyID = String(Base64.urlText(SHA256.hash(data: key.publicKey.derRepresentation)).prefix(Self.keyIDLength))
    }

    /// The private key in PEM, for storage.
    var pem: String { key.pemRepresentation }

    /// Returns a JSON Web Token with the claims, signed with the key.
    func sign(_ claims: JSONValue) throws(PoolError) -> String {
        let header = JSONValue.stringMap(["alg": "RS256", "kid": keyID, "typ": "JWT"])
        let signed = Base64.urlText(header.jsonText.utf8) + "." + Base64.urlText(claims.jsonText.utf8)
        guard let signature = try? key.signature(for: Data(signed.utf8), padding: .insecurePKCS1v1_5) else {
            throw Self.failure
        }
        return signed + "." + Base64.urlText(signature.rawRepresentation)
    }

    /// Returns the claims of a token, or nil if this key did not sign it.
    func verifiedClaims(of token: String) -> JSONValue? {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, let signature = Base64.bytes(parts[2]), let payload = Base64.bytes(parts[1]),
            let header = Base64.bytes(parts[0]).flatMap({ JSONValue(json: $0) }), header["alg"]?.string == "RS256"
        else { return nil }
        let isSigned = key.publicKey.isValidSignature(
            _RSA.Signing.RSASignature(rawRepresentation: Data(signature)),
            for: Data((parts[0] + "." + parts[1]).utf8), padding: .insecurePKCS1v1_5)
        return isSigned ? JSONValue(json: payload) : nil
    }

    /// The public key as a JSON Web Key (RFC 7517); empty if the key cannot be read.
    var webKey: JSONValue {
        guard let numbers = try? key.publicKey.getKeyPrimitives() else { return .object([]) }
        return .stringMap([
            "alg": "RS256", "kty": "RSA", "use": "sig", "kid": keyID,
            "n": Base64.urlText(numbers.modulus.drop { $0 == 0 }),
            "e": Base64.urlText(numbers.publicExponent.drop { $0 == 0 }),
        ])
    }

    private static let failure = PoolError("InternalErrorException", "The token signing key cannot be used")
}

/// A key of a pool's tokens, which is loaded or created when it is needed.
struct TokenKey: Sendable {
    /// The configured key in PEM, which counts unless the state has one.
    let configured: String?
    private var loaded: TokenSigner?

    /// Creates a key that is not loaded.
    init(_ configured: String?) {
        self.configured = configured
    }

    /// Returns whether a key is stored or configured.
    func exists(stored: String?) -> Bool { (stored ?? configured) != nil }

    /// Returns the signer with the key, after generating a missing one.
    mutating func signer(stored: String?) throws(PoolError) -> TokenSigner {
        if let loaded { return loaded }
        let signer = try TokenSigner(stored ?? configured)
        loaded = signer
        return signer
    }
}
