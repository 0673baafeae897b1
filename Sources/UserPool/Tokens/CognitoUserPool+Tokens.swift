import CognitoHandlers
import FlowCore

extension CognitoUserPool {
    /// The public keys of the pool's tokens as a JSON Web Key Set (RFC 7517), served under `/POOL-ID/.well-known/jwks.json`.
    public func keySet() -> [UInt8] {
        let keys = (try? tokenSigners())?.webKeys ?? []
        return Array(WireValue.object([WireMember("keys", .array(keys))]).jsonText.utf8)
    }

    /// The signers, made when they are first needed. A key that is made is kept before it is used.
    func tokenSigners() throws(PoolError) -> TokenSigners {
        let made =
            if let made = signers ?? unkeptSigners {
                made
            } else {
                TokenSigners(access: try TokenSigner(accessKey), identity: try TokenSigner(identityKey))
            }
        // Keys take long to make: those that cannot be kept are there for the next try.
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

    /// Who signed the tokens so far; nothing if there is no key yet, and so no token.
    func knownSigners() throws(PoolError) -> TokenSigners? {
        if let signers { return signers }
        guard let accessKey else { return nil }
        // A file of before has one key; the other one is kept first.
        guard let identityKey else { return try tokenSigners() }
        let known = TokenSigners(access: try TokenSigner(accessKey), identity: try TokenSigner(identityKey))
        signers = known
        return known
    }

    private var accessKey: String? { state.signingKey ?? environment.signingKey }
    private var identityKey: String? { state.identitySigningKey ?? environment.identitySigningKey }

    /// Puts what a complete sign-in gives into the state: the refresh token and, where devices are remembered, a new device.
    func putOrder(for signIn: SignIn, of user: PoolUser, _ client: PoolClient) -> TokenOrder {
        let id = user.id
        let user = state.users[id] ?? user
        var order = TokenOrder(
            user: user, client: client, origin: makeUUID(), event: makeUUID(), authenticatedAt: now, issuedAt: now,
            deviceKey: signIn.deviceKey)
        if configuration.devices != .off, user.devices[signIn.deviceKey ?? ""] == nil {
            let device = newDevice()
            // Devices that were announced and never confirmed would gather with each sign-in.
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

    /// AuthenticationResult.
    func issue(_ order: TokenOrder) async throws(PoolError) -> WireValue {
        let signers = try tokenSigners()
        let (access, identity) = (accessClaims(order), identityClaims(order))
        let (accessToken, idToken) = try await Self.compute { () throws(PoolError) in
            (try signers.access.token(access), try signers.identity.token(identity))
        }
        var members = [
            WireMember("AccessToken", .string(accessToken)),
            WireMember("ExpiresIn", .number(String(order.client.tokenMinutes * 60))),
            WireMember("IdToken", .string(idToken)), WireMember("TokenType", .string("Bearer")),
        ]
        if let token = order.refreshToken { members.append(WireMember("RefreshToken", .string(token))) }
        if let device = order.newDevice {
            let metadata = WireValue.texts(["DeviceKey": device.key, "DeviceGroupKey": device.groupKey])
            members.append(WireMember("NewDeviceMetadata", metadata))
        }
        return .object(members)
    }

    private func accessClaims(_ order: TokenOrder) -> WireValue {
        var claims = commonClaims(order, use: "access")
        claims.append(WireMember("client_id", .string(order.client.id)))
        claims.append(WireMember("scope", .string("aws.cognito.signin.user.admin")))
        claims.append(WireMember("username", .string(order.user.username)))
        if let key = order.deviceKey { claims.append(WireMember("device_key", .string(key))) }
        return .object(claims)
    }

    private func identityClaims(_ order: TokenOrder) -> WireValue {
        var claims = commonClaims(order, use: "id") + state.roleClaims(of: order.user.id)
        claims.append(WireMember("aud", .string(order.client.id)))
        claims.append(WireMember("cognito:username", .string(order.user.username)))
        let own = Set(claims.map(\.name))
        for (name, value) in order.user.attributes.sorted(by: { $0.key < $1.key }) where !own.contains(name) {
            let isFlag = name.hasSuffix("_verified")
            claims.append(WireMember(name, isFlag ? .bool(value == "true") : .string(value)))
        }
        return .object(claims)
    }

    private func commonClaims(_ order: TokenOrder, use: String) -> [WireMember] {
        state.groupClaim(of: order.user.id) + [
            WireMember("sub", .string(order.user.id)), WireMember("iss", .string(issuer)),
            WireMember("token_use", .string(use)), WireMember("origin_jti", .string(order.origin)),
            WireMember("event_id", .string(order.event)), WireMember("jti", .string(makeUUID())),
            WireMember("auth_time", .time(order.authenticatedAt)),
            WireMember("iat", .time(order.issuedAt)),
            WireMember("exp", .time(order.issuedAt + Int64(order.client.tokenMinutes) * 60)),
        ]
    }

    /// A random UUID.
    func makeUUID() -> String { environment.random.uuid() }
}
