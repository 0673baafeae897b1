import CognitoHandlers
import Crypto
import FlowCore
import FlowRuntime
import _CryptoExtras

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The tokens to issue for a sign-in or a refresh.
struct TokenIssuer: Sendable {
    let user: PoolUser
    let client: PoolClient
    /// The claim `origin_jti`, which identifies the sign-in that the tokens come from.
    let origin: String
    /// The claim `event_id`, which stays the same after a refresh.
    let event: String
    let authenticatedAt: Int64
    let issuedAt: Int64
    /// The new refresh token; nil if the client keeps its old one.
    var refreshToken: String?
    var deviceKey: String?
    /// The new device, which the client can confirm; nil for a known device.
    var newDevice: PoolDevice?

    /// Signs the tokens outside the machine, and returns them as `AuthenticationResult`.
    func issue(_ pool: inout Pool) throws(PoolError) -> PoolStep<JSONValue> {
        let (accessSigner, identitySigner) = try pool.makeSigners()
        let access = accessClaims(pool)
        let identity = identityClaims(pool)
        let sign: @Sendable () -> Result<(String, String), PoolError> = {
            Result { () throws(PoolError) in (try accessSigner.sign(access), try identitySigner.sign(identity)) }
        }
        return .work(sign) { result, _ throws(PoolError) in
            let (accessToken, idToken) = try result.get()
            return .done(self.result(accessToken, idToken))
        }
    }

    /// Returns `AuthenticationResult`.
    private func result(_ accessToken: String, _ idToken: String) -> JSONValue {
        var members = [
            JSONMember("AccessToken", .string(accessToken)),
            JSONMember("ExpiresIn", .number(String(client.tokenSeconds))),
            JSONMember("IdToken", .string(idToken)), JSONMember("TokenType", .string("Bearer")),
        ]
        if let token = refreshToken { members.append(JSONMember("RefreshToken", .string(token))) }
        if let device = newDevice {
            let metadata = JSONValue.stringMap(["DeviceKey": device.key, "DeviceGroupKey": device.groupKey])
            members.append(JSONMember("NewDeviceMetadata", metadata))
        }
        return .object(members)
    }

    private func accessClaims(_ pool: Pool) -> JSONValue {
        var claims = commonClaims(pool, use: "access")
        claims.append(JSONMember("client_id", .string(client.id)))
        claims.append(JSONMember("scope", .string("aws.cognito.signin.user.admin")))
        claims.append(JSONMember("username", .string(user.username)))
        if let key = deviceKey { claims.append(JSONMember("device_key", .string(key))) }
        return .object(claims)
    }

    /// Returns the claims of an ID token, including the user's attributes.
    private func identityClaims(_ pool: Pool) -> JSONValue {
        var claims = commonClaims(pool, use: "id") + pool.state.roleClaims(of: user.id)
        claims.append(JSONMember("aud", .string(client.id)))
        claims.append(JSONMember("cognito:username", .string(user.username)))
        // No attribute may replace a claim.
        let taken = Set(claims.map(\.name))
        for (name, value) in user.attributes.sorted(by: { $0.key < $1.key }) where !taken.contains(name) {
            let isFlag = PoolConfiguration.verificationMarks.contains(name)
            claims.append(JSONMember(name, isFlag ? .bool(value == "true") : .string(value)))
        }
        return .object(claims)
    }

    private func commonClaims(_ pool: Pool, use: String) -> [JSONMember] {
        pool.state.groupClaims(of: user.id) + [
            JSONMember("sub", .string(user.id)), JSONMember("iss", .string(pool.issuer)),
            JSONMember("token_use", .string(use)), JSONMember("origin_jti", .string(origin)),
            JSONMember("event_id", .string(event)), JSONMember("jti", .string(pool.random.uuid())),
            JSONMember("auth_time", .time(authenticatedAt)), JSONMember("iat", .time(issuedAt)),
            JSONMember("exp", .time(issuedAt + client.tokenSeconds)),
        ]
    }
}

extension TokenIssuer {
    /// Stores a refresh token for a completed sign-in.
    ///
    /// If the pool tracks devices and the sign-in names no known one, also stores a new device.
    init(recording signIn: SignIn, of user: PoolUser, _ client: PoolClient, _ pool: inout Pool) {
        let now = pool.now
        let currentUser = pool.state.accounts[user.id] ?? user
        self.init(
            user: currentUser, client: client, origin: pool.random.uuid(), event: pool.random.uuid(),
            authenticatedAt: now, issuedAt: now, deviceKey: signIn.deviceKey)
        if pool.configuration.devices != .off, currentUser.device(withKey: signIn.deviceKey) == nil {
            let device = PoolDevice.add(toUser: user.id, client, &pool)
            newDevice = device
            deviceKey = device.key
        }
        let token = pool.makeToken()
        pool.state.removeExpired(at: now)
        pool.state.grants[token] = RefreshGrant(
            userID: user.id, clientID: client.id, origin: origin, event: event, authenticatedAt: now,
            expiresAt: now + client.refreshTokenSeconds, deviceKey: deviceKey)
        refreshToken = token
    }

    /// Prepares new tokens for the grant of a refresh token.
    /// - Throws: an error if the user may not sign in.
    init(
        _ grant: RefreshGrant, _ user: PoolUser, _ client: PoolClient, _ pool: Pool
    ) throws(PoolError) {
        try user.checkMaySignIn()
        self.init(
            user: user, client: client, origin: grant.origin, event: grant.event ?? pool.random.uuid(),
            authenticatedAt: grant.authenticatedAt, issuedAt: pool.now, deviceKey: grant.deviceKey)
    }
}

/// Signs and verifies tokens (RFC 7519) with RS256 (RFC 7518 section 3.3).
struct TokenSigner: Sendable {
    private static let keyIDLength = 24

    /// The header parameter `kid`, which identifies the key.
    let keyID: String
    private let key: _RSA.Signing.PrivateKey

    /// Decodes a PEM key, or generates a key of 2048 bits if `pem` is nil. Generating a key is slow.
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

    /// Returns the claims of a token, or nil if the token is malformed or this key did not sign it.
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
    /// The configured key in PEM, which the pool uses unless its state has a key; nil if the pool generates the key.
    let configured: String?
    private var loaded: TokenSigner?

    /// Creates a key that is not loaded yet. `configured` is nil if the pool generates the key.
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
