import CognitoHandlers
import FlowCore

extension CognitoUserPool {
    /// The number of random bytes in the group key of a new device.
    private static let deviceGroupByteCount = 4

    /// Returns the public keys of the pool's tokens as a JSON Web Key Set (RFC 7517).
    ///
    /// A server publishes them at `/POOL-ID/.well-known/jwks.json`.
    /// - Returns: the JSON, with no keys if they cannot be loaded or stored.
    public func keySet() -> [UInt8] {
        let keys = (try? loadOrCreateSigners())?.webKeys ?? []
        return Array(JSONValue.object([JSONMember("keys", .array(keys))]).jsonText.utf8)
    }

    /// Returns the token signers, after generating and storing missing keys.
    /// - Throws: an error if a key is invalid, or a new key cannot be stored.
    func loadOrCreateSigners() throws(PoolError) -> TokenSigners {
        let loaded =
            if let existing = signers ?? unstoredSigners {
                existing
            } else {
                TokenSigners(access: try TokenSigner(accessKey), identity: try TokenSigner(identityKey))
            }
        // Generating keys is slow, so keys that could not be stored are used again by the next call.
        unstoredSigners = loaded
        if state.signingKey == nil || state.identitySigningKey == nil {
            try commit {
                state.signingKey = loaded.access.pem
                state.identitySigningKey = loaded.identity.pem
            }
        }
        signers = loaded
        unstoredSigners = nil
        return loaded
    }

    /// Returns the token signers; nil if no key exists, so no token was ever issued.
    /// - Throws: an error if a key is invalid, or a new key cannot be stored.
    func existingSigners() throws(PoolError) -> TokenSigners? {
        if let signers { return signers }
        guard let accessKey else { return nil }
        // An older file has only the access key; the identity key is generated and stored first.
        guard let identityKey else { return try loadOrCreateSigners() }
        let loaded = TokenSigners(access: try TokenSigner(accessKey), identity: try TokenSigner(identityKey))
        signers = loaded
        return loaded
    }

    /// The stored or configured key of access tokens in PEM; nil if none exists yet.
    private var accessKey: String? { state.signingKey ?? environment.signingKey }
    /// The stored or configured key of ID tokens in PEM; nil if none exists yet.
    private var identityKey: String? { state.identitySigningKey ?? environment.identitySigningKey }

    /// Stores a refresh token for a completed sign-in, and a new device if the pool tracks devices.
    /// - Returns: the data of the tokens to issue.
    func recordSignIn(_ signIn: SignIn, of user: PoolUser, _ client: PoolClient) -> TokenOrder {
        let id = user.id
        let currentUser = state.users[id] ?? user
        var order = TokenOrder(
            user: currentUser, client: client, origin: makeUUID(), event: makeUUID(), authenticatedAt: now,
            issuedAt: now, deviceKey: signIn.deviceKey)
        if configuration.devices != .off, currentUser.devices[signIn.deviceKey ?? ""] == nil {
            let device = addDevice(toUser: id, client)
            order.newDevice = device
            order.deviceKey = device.key
        }
        let token = makeToken()
        state.removeExpired(at: now)
        state.refreshTokens[Self.storageKey(of: token)] = RefreshGrant(
            userID: id, clientID: client.id, origin: order.origin, event: order.event, authenticatedAt: now,
            expiresAt: now + client.refreshTokenSeconds, deviceKey: order.deviceKey)
        order.refreshToken = token
        return order
    }

    /// Adds a new device to the user whose `sub` is `id`, and returns it.
    ///
    /// It also removes old devices that were never confirmed.
    private func addDevice(toUser id: String, _ client: PoolClient) -> PoolDevice {
        let group = Hex.text(environment.random(Self.deviceGroupByteCount))
        let device = PoolDevice(
            key: "\(configuration.region)_\(makeUUID())", groupKey: "-\(group)", createdAt: now, lastUsedAt: now)
        // Devices that are not confirmed while their access token is valid would otherwise accumulate.
        let oldest = now - client.tokenSeconds
        state.changeUser(id) { user in
            user.devices = user.devices.filter { $0.value.isConfirmed || $0.value.createdAt > oldest }
            user.devices[device.key] = device
        }
        return device
    }

    /// Signs the tokens of an order, and returns them as `AuthenticationResult`.
    func issue(_ order: TokenOrder) async throws(PoolError) -> JSONValue {
        let signers = try loadOrCreateSigners()
        let (access, identity) = (accessClaims(order), identityClaims(order))
        let (accessToken, idToken) = try await Self.compute { () throws(PoolError) in
            (try signers.access.sign(access), try signers.identity.sign(identity))
        }
        var members = [
            JSONMember("AccessToken", .string(accessToken)),
            JSONMember("ExpiresIn", .number(String(order.client.tokenSeconds))),
            JSONMember("IdToken", .string(idToken)), JSONMember("TokenType", .string("Bearer")),
        ]
        if let token = order.refreshToken { members.append(JSONMember("RefreshToken", .string(token))) }
        if let device = order.newDevice {
            let metadata = JSONValue.stringMap(["DeviceKey": device.key, "DeviceGroupKey": device.groupKey])
            members.append(JSONMember("NewDeviceMetadata", metadata))
        }
        return .object(members)
    }

    /// Returns the claims of an access token.
    private func accessClaims(_ order: TokenOrder) -> JSONValue {
        var claims = commonClaims(order, use: "access")
        claims.append(JSONMember("client_id", .string(order.client.id)))
        claims.append(JSONMember("scope", .string("aws.cognito.signin.user.admin")))
        claims.append(JSONMember("username", .string(order.user.username)))
        if let key = order.deviceKey { claims.append(JSONMember("device_key", .string(key))) }
        return .object(claims)
    }

    /// Returns the claims of an ID token, including the user's attributes.
    private func identityClaims(_ order: TokenOrder) -> JSONValue {
        var claims = commonClaims(order, use: "id") + state.roleClaims(of: order.user.id)
        claims.append(JSONMember("aud", .string(order.client.id)))
        claims.append(JSONMember("cognito:username", .string(order.user.username)))
        let taken = Set(claims.map(\.name))
        for (name, value) in order.user.attributes.sorted(by: { $0.key < $1.key }) where !taken.contains(name) {
            let isFlag = name.hasSuffix("_verified")
            claims.append(JSONMember(name, isFlag ? .bool(value == "true") : .string(value)))
        }
        return .object(claims)
    }

    /// Returns the claims that access and ID tokens share.
    private func commonClaims(_ order: TokenOrder, use: String) -> [JSONMember] {
        state.groupClaims(of: order.user.id) + [
            JSONMember("sub", .string(order.user.id)), JSONMember("iss", .string(issuer)),
            JSONMember("token_use", .string(use)), JSONMember("origin_jti", .string(order.origin)),
            JSONMember("event_id", .string(order.event)), JSONMember("jti", .string(makeUUID())),
            JSONMember("auth_time", .time(order.authenticatedAt)),
            JSONMember("iat", .time(order.issuedAt)),
            JSONMember("exp", .time(order.issuedAt + order.client.tokenSeconds)),
        ]
    }

    /// Generates a random UUID.
    func makeUUID() -> String { environment.random.uuid() }
}
