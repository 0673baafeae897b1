import CognitoHandlers
import FlowCore

extension CognitoUserPool {
    /// The tokens' public keys as a JSON Web Key Set (RFC 7517).
    ///
    /// A server publishes it under `/POOL-ID/.well-known/jwks.json`.
    public func keySet() -> [UInt8] {
        let keys = (try? tokenSigners())?.webKeys ?? []
        return Array(JSONValue.object([JSONMember("keys", .array(keys))]).jsonText.utf8)
    }

    /// Returns the signers, created on first use. A new key is stored before its use.
    func tokenSigners() throws(PoolError) -> TokenSigners {
        let made =
            if let made = signers ?? unkeptSigners {
                made
            } else {
                TokenSigners(access: try TokenSigner(accessKey), identity: try TokenSigner(identityKey))
            }
        // Generating keys is slow: keys that cannot be stored are reused by the next attempt.
        unkeptSigners = made
        if state.signingKey == nil || state.identitySigningKey == nil {
            try keep {
                state.signingKey = made.access.pem
                state.identitySigningKey = made.identity.pem
            }
        }
        signers = made
        unkeptSigners = nil
        return made
    }

    /// Returns the existing signers; nil if there is no key and so no token.
    func knownSigners() throws(PoolError) -> TokenSigners? {
        if let signers { return signers }
        guard let accessKey else { return nil }
        // An older file has one key; the other one is stored first.
        guard let identityKey else { return try tokenSigners() }
        let known = TokenSigners(access: try TokenSigner(accessKey), identity: try TokenSigner(identityKey))
        signers = known
        return known
    }

    private var accessKey: String? { state.signingKey ?? environment.signingKey }
    private var identityKey: String? { state.identitySigningKey ?? environment.identitySigningKey }

    /// Records a complete sign-in: its refresh token, and a new device if remembered.
    func putOrder(for signIn: SignIn, of user: PoolUser, _ client: PoolClient) -> TokenOrder {
        let id = user.id
        let user = state.users[id] ?? user
        var order = TokenOrder(
            user: user, client: client, origin: makeUUID(), event: makeUUID(), authenticatedAt: now, issuedAt: now,
            deviceKey: signIn.deviceKey)
        if configuration.devices != .off, user.devices[signIn.deviceKey ?? ""] == nil {
            let device = newDevice()
            // Otherwise devices that were never confirmed would accumulate.
            let oldest = now - Int64(client.tokenMinutes) * 60
            state.change(id) { user in
                user.devices = user.devices.filter { $0.value.isConfirmed || $0.value.createdAt > oldest }
                user.devices[device.key] = device
            }
            order.newDevice = device
            order.deviceKey = device.key
        }
        let token = makeToken()
        state.sweep(at: now)
        state.refreshTokens[Self.key(ofSession: token)] = RefreshGrant(
            userID: id, clientID: client.id, origin: order.origin, event: order.event, authenticatedAt: now,
            expiresAt: now + Int64(client.refreshTokenDays) * 86_400, deviceKey: order.deviceKey)
        order.refreshToken = token
        return order
    }

    private func newDevice() -> PoolDevice {
        let group = Hex.text(environment.random(4))
        return PoolDevice(
            key: "\(configuration.region)_\(makeUUID())", groupKey: "-\(group)", createdAt: now, lastUsedAt: now)
    }

    /// Issues the tokens: `AuthenticationResult`.
    func issue(_ order: TokenOrder) async throws(PoolError) -> JSONValue {
        let signers = try tokenSigners()
        let (access, identity) = (accessClaims(order), identityClaims(order))
        let (accessToken, idToken) = try await Self.compute { () throws(PoolError) in
            (try signers.access.token(access), try signers.identity.token(identity))
        }
        var members = [
            JSONMember("AccessToken", .string(accessToken)),
            JSONMember("ExpiresIn", .number(String(order.client.tokenMinutes * 60))),
            JSONMember("IdToken", .string(idToken)), JSONMember("TokenType", .string("Bearer")),
        ]
        if let token = order.refreshToken { members.append(JSONMember("RefreshToken", .string(token))) }
        if let device = order.newDevice {
            let metadata = JSONValue.texts(["DeviceKey": device.key, "DeviceGroupKey": device.groupKey])
            members.append(JSONMember("NewDeviceMetadata", metadata))
        }
        return .object(members)
    }

    private func accessClaims(_ order: TokenOrder) -> JSONValue {
        var claims = commonClaims(order, use: "access")
        claims.append(JSONMember("client_id", .string(order.client.id)))
        claims.append(JSONMember("scope", .string("aws.cognito.signin.user.admin")))
        claims.append(JSONMember("username", .string(order.user.username)))
        if let key = order.deviceKey { claims.append(JSONMember("device_key", .string(key))) }
        return .object(claims)
    }

    private func identityClaims(_ order: TokenOrder) -> JSONValue {
        var claims = commonClaims(order, use: "id") + state.roleClaims(of: order.user.id)
        claims.append(JSONMember("aud", .string(order.client.id)))
        claims.append(JSONMember("cognito:username", .string(order.user.username)))
        let own = Set(claims.map(\.name))
        for (name, value) in order.user.attributes.sorted(by: { $0.key < $1.key }) where !own.contains(name) {
            let isFlag = name.hasSuffix("_verified")
            claims.append(JSONMember(name, isFlag ? .bool(value == "true") : .string(value)))
        }
        return .object(claims)
    }

    private func commonClaims(_ order: TokenOrder, use: String) -> [JSONMember] {
        state.groupClaim(of: order.user.id) + [
            JSONMember("sub", .string(order.user.id)), JSONMember("iss", .string(issuer)),
            JSONMember("token_use", .string(use)), JSONMember("origin_jti", .string(order.origin)),
            JSONMember("event_id", .string(order.event)), JSONMember("jti", .string(makeUUID())),
            JSONMember("auth_time", .time(order.authenticatedAt)),
            JSONMember("iat", .time(order.issuedAt)),
            JSONMember("exp", .time(order.issuedAt + Int64(order.client.tokenMinutes) * 60)),
        ]
    }

    /// Generates a random UUID.
    func makeUUID() -> String { environment.random.uuid() }
}
