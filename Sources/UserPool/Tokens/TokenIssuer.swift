import CognitoHandlers
import FlowCore
import FlowRuntime

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

    /// Returns the claims of the access token.
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
        let taken = Set(claims.map(\.name))
        for (name, value) in user.attributes.sorted(by: { $0.key < $1.key }) where !taken.contains(name) {
            let isFlag = name.hasSuffix("_verified")
            claims.append(JSONMember(name, isFlag ? .bool(value == "true") : .string(value)))
        }
        return .object(claims)
    }

    /// Returns the claims that both tokens have.
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
    /// Stores a refresh token for a completed sign-in, and a new device if the pool tracks devices.
    init(recording signIn: SignIn, of user: PoolUser, _ client: PoolClient, _ pool: inout Pool) {
        let now = pool.now
        let currentUser = pool.state.accounts[user.id] ?? user
        self.init(
            user: currentUser, client: client, origin: pool.random.uuid(), event: pool.random.uuid(),
            authenticatedAt: now, issuedAt: now, deviceKey: signIn.deviceKey)
        if pool.configuration.devices != .off, currentUser.devices[signIn.deviceKey ?? ""] == nil {
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

    /// Prepares the tokens for a grant.
    init(
        _ grant: RefreshGrant, _ user: PoolUser, _ client: PoolClient, _ pool: Pool
    ) throws(PoolError) {
        try user.checkMaySignIn()
        self.init(
            user: user, client: client, origin: grant.origin, event: grant.event ?? pool.random.uuid(),
            authenticatedAt: grant.authenticatedAt, issuedAt: pool.now, deviceKey: grant.deviceKey)
    }
}
