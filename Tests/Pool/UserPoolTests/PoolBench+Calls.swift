import CognitoHandlers
import FlowCore
import FlowRuntime
import Testing
import UserPool

extension PoolBench {
    /// What a complete sign-in gives.
    struct Tokens {
        let access: String
        let identity: String
        let refresh: String
        var device: String?
        var deviceGroup: String?
    }

    /// Somebody without second factors beside ana.
    static let bob = PoolUserSeed(
        username: "bob", password: "B0b-Passw0rd", attributes: ["email": "bob@example.com"])

    /// InitiateAuth.
    func begin(
        _ flow: String, _ parameters: [String: String], client: String = "app-client", session: String? = nil
    ) async -> PoolReply {
        await call("InitiateAuth", Self.body(["AuthFlow": flow, "ClientId": client, "Session": session], parameters))
    }

    /// RespondToAuthChallenge; without USERNAME among the responses that of ana.
    func answer(
        _ challenge: String, _ session: String?, _ responses: [String: String], client: String = "app-client"
    ) async -> PoolReply {
        let texts = ["ChallengeName": challenge, "ClientId": client, "Session": session]
        let all = ["USERNAME": "ana"].merging(responses) { $1 }
        return await call("RespondToAuthChallenge", Self.body(texts, all, named: "ChallengeResponses"))
    }

    /// A request of texts, with or without a map; what is nil is left out.
    static func body(
        _ texts: [String: String?], _ map: [String: String]? = nil, named name: String = "AuthParameters"
    ) -> JSONValue {
        var members = texts.compactMap { name, text in text.map { JSONMember(name, .string($0)) } }
        if let map { members.append(JSONMember(name, .object(map.map { JSONMember($0.key, .string($0.value)) }))) }
        return .object(members)
    }

    /// A request with texts alone.
    func call(_ operation: String, texts: [String: String?]) async -> PoolReply {
        await call(operation, Self.body(texts))
    }

    /// Signs in with a password and no further challenge.
    func tokens(
        of username: String = "ana", password: String = PoolBench.password, client: String = "app-client",
        device: String? = nil
    ) async throws -> Tokens {
        var parameters = ["USERNAME": username, "PASSWORD": password]
        parameters["DEVICE_KEY"] = device
        return try tokens(in: await begin("USER_PASSWORD_AUTH", parameters, client: client))
    }

    /// The tokens of a reply.
    func tokens(in reply: PoolReply) throws -> Tokens {
        let result = try #require(reply.body["AuthenticationResult"], "\(reply)")
        return Tokens(
            access: result["AccessToken"]?.string ?? "", identity: result["IdToken"]?.string ?? "",
            refresh: result["RefreshToken"]?.string ?? "",
            device: result.at(["NewDeviceMetadata", "DeviceKey"])?.string,
            deviceGroup: result.at(["NewDeviceMetadata", "DeviceGroupKey"])?.string)
    }

    /// A code that is not the one that was sent last.
    var wrongCode: String { desk.code == "123456" ? "654321" : "123456" }
}

extension PoolReply {
    /// The session that came.
    var session: String? { body["Session"]?.string }
    /// The challenge that came.
    var challenge: String? { body["ChallengeName"]?.string }
    /// The text of an error.
    var message: String { body["message"]?.string ?? "" }
    /// Whether tokens came.
    var isSignedIn: Bool { body["AuthenticationResult"]?["AccessToken"]?.string != nil }

    /// A challenge parameter.
    func parameter(_ name: String) -> String? { body.at(["ChallengeParameters", name])?.string }
}

extension PoolConfiguration {
    /// The defaults with a change.
    static func with(_ change: (inout PoolConfiguration) -> Void) -> PoolConfiguration {
        var configuration = PoolConfiguration()
        change(&configuration)
        return configuration
    }
}

extension PoolUserSeed {
    /// The user with a change.
    func with(_ change: (inout PoolUserSeed) -> Void) -> PoolUserSeed {
        var user = self
        change(&user)
        return user
    }
}

extension PoolBench {
    /// A request of an administrator: with the pool's id, and what else it has.
    func admin(_ operation: String, _ body: JSONValue = [:]) async -> PoolReply {
        let pool = JSONMember("UserPoolId", .string(self.pool.configuration.poolID))
        return await call(operation, .object([pool] + (body.members ?? [])))
    }

    /// All entries of a list, page by page.
    /// - Parameters:
    ///   - operation: the operation that lists.
    ///   - name: the member that has the list.
    ///   - token: the member that has the token.
    ///   - limit: entries of a page.
    ///   - body: what else the request has.
    /// - Returns: the pages.
    func pages(
        _ operation: String, _ name: String, token: String, limit: Int, _ body: JSONValue = [:]
    ) async -> [[JSONValue]] {
        var pages: [[JSONValue]] = []
        var next: JSONValue?
        repeat {
            var members = (body.members ?? []) + [JSONMember("Limit", .number(String(limit)))]
            if let next { members.append(JSONMember(token, next)) }
            let reply = await admin(operation, .object(members))
            guard case .array(let items)? = reply.body[name] else { return pages }
            pages.append(items)
            next = reply.body[token]
        } while next != nil && pages.count < 100
        return pages
    }
}
