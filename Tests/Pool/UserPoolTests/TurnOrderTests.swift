import CognitoHandlers
import FlowCore
import FlowRuntime
import TestSupport
import Testing
import UserPool

/// Two requests at the same time, in every order of their turns: what comes of them is what comes of one after the other.
struct TurnOrderTests {
    /// A request, and how far it got.
    private enum Request {
        case new(String, JSONValue)
        case waiting(PoolTurn.Waiting)
        case answered(PoolReply)

        /// A request with the pool's id.
        static func admin(_ operation: String, _ members: JSONValue) -> Request {
            let pool = JSONMember("UserPoolId", .string(PoolConfiguration().poolID))
            return .new(operation, .object([pool] + (members.members ?? [])))
        }

        /// A start of a sign-in, or an answer to a challenge.
        static func client(_ texts: [String: String?], _ map: [String: String]) -> Request {
            let all = texts.merging(["ClientId": "app-client"]) { $1 }
            return texts["AuthFlow"] == nil
                ? .new("RespondToAuthChallenge", PoolBench.body(all, map, named: "ChallengeResponses"))
                : .new("InitiateAuth", PoolBench.body(all, map))
        }

        /// The reply, once there is one.
        var reply: PoolReply? { if case .answered(let reply) = self { reply } else { nil } }
    }

    /// A pool and requests to it. A copy goes its own way.
    private struct World {
        var pool: Pool
        var requests: [Request] = []
        var code = ""

        /// The requests without a reply.
        var open: [Int] { requests.indices.filter { requests[$0].reply == nil } }

        /// Lets a request take its next turn, and does the work that it then waits for.
        mutating func step(_ index: Int) async {
            let turn: PoolTurn
            switch requests[index] {
            case .new(let operation, let body): turn = pool.start(operation, Array(body.jsonText.utf8), at: now)
            case .waiting(let waiting): turn = pool.resume(waiting, at: now)
            case .answered: return
            }
            for case .send(let message) in turn.actions { code = message.code }
            switch turn.outcome {
            case .reply(let reply): requests[index] = .answered(reply)
            case .wait(let work): requests[index] = .waiting(await work())
            }
        }

        /// Lets the requests take all their turns, one after the other.
        mutating func play(_ order: [Int]) async {
            for index in order { while open.contains(index) { await step(index) } }
        }

        /// Carries out a request that is no longer there then.
        mutating func call(_ request: Request) async throws -> PoolReply {
            requests = [request]
            await play([0])
            defer { requests = [] }
            let reply = try #require(requests[0].reply)
            try #require(reply.errorType == nil, "\(reply)")
            return reply
        }

        /// Which requests succeeded, and what the pool tells of its users.
        func result() async -> [String] {
            var result = requests.map { $0.reply?.errorType == nil ? "done" : "refused" }
            for name in ["ana", "bob", "eve"] {
                var world = self
                world.requests = [.admin("AdminGetUser", ["Username": .string(name)])]
                await world.play([0])
                let body = world.requests[0].reply?.body
                guard case .array(let attributes)? = body?["UserAttributes"] else { continue }
                let told = attributes.filter { $0["Name"]?.string != "sub" }.map(\.jsonText)
                result.append("\(name) \(body?["UserStatus"]?.string ?? "") \(body?["Enabled"] == true) \(told)")
            }
            return result
        }

        /// What can come of the requests, by all orders of their turns.
        func results() async -> Set<[String]> {
            if open.isEmpty { return [await result()] }
            var results: Set<[String]> = []
            for index in open {
                var next = self
                await next.step(index)
                results.formUnion(await next.results())
            }
            return results
        }
    }

    private static let now: Int64 = 1_800_000_000
    private static let password = ["USERNAME": "ana", "PASSWORD": PoolBench.password]
    private static let wrong = ["USERNAME": "ana", "PASSWORD": "wrong"]
    /// An alias that several want.
    private static let alias: JSONValue = [["Name": "preferred_username", "Value": "queen"]]

    /// Everything is right until it is confirmed by a word.
    private static let triggers = CustomAuthTriggers(
        define: { $0.session.isEmpty ? .challenge("CUSTOM_CHALLENGE") : .issueTokens },
        create: { _, _ in CreatedChallenge() }, verify: { _, _, _ in true })

    /// A pool with ana, who is signed in and has begun sign-ins and a reset, and with bob, who has a temporary password.
    private static func makeWorld() async throws -> (World, [String: Request]) {
        let configuration = PoolConfiguration.with {
            $0.aliasAttributes = ["preferred_username"]
            $0.passwordAttempts = 1
            $0.devices = .off
        }
        let environment = PoolEnvironment(signingKey: SigningKey.pem, identitySigningKey: SigningKey.identity)
        var world = World(pool: Pool(configuration, environment, triggers))
        _ = try world.pool.add([PoolBench.ana, PoolBench.bob.with { $0.isTemporary = true }], at: now)

        let tokens = try await world.call(.client(["AuthFlow": "USER_PASSWORD_AUTH"], password)).body
        let access = tokens.at(["AuthenticationResult", "AccessToken"]) ?? ""
        let custom = try await world.call(.client(["AuthFlow": "CUSTOM_AUTH"], ["USERNAME": "ana"]))
        let choice = ["USERNAME": "ana", "PREFERRED_CHALLENGE": "PASSWORD"]
        let chosen = try await world.call(.client(["AuthFlow": "USER_AUTH"], choice))
        let client = try SRPClient(random: .system)
        let srp = try await world.call(
            .client(["AuthFlow": "USER_SRP_AUTH"], ["USERNAME": "ana", "SRP_A": client.publicValue]))
        let identity = SRPIdentity(realm: "Embedded1", user: "ana")
        let proof = try Prover.proof(srp, by: client, of: identity, password: PoolBench.password)
            .merging(["USERNAME": "ana"]) { $1 }
        var bob: [String?] = []
        for _ in 0..<2 {
            let begun = ["USERNAME": "bob", "PASSWORD": PoolBench.bob.password ?? ""]
            bob.append(try await world.call(.client(["AuthFlow": "USER_PASSWORD_AUTH"], begun)).session)
        }
        let reset = JSONValue.object([JSONMember("ClientId", "app-client"), JSONMember("Username", "ana")])
        _ = try await world.call(.new("ForgotPassword", reset))

        func new(_ session: String?, _ password: String) -> Request {
            .client(
                ["ChallengeName": "NEW_PASSWORD_REQUIRED", "Session": session],
                ["USERNAME": "bob", "NEW_PASSWORD": password, "userAttributes.preferred_username": "queen"])
        }
        let eve: JSONValue = ["Username": "eve", "ClientId": "app-client", "Password": "Eve-Passw0rd"]
        let changed: JSONValue = ["PreviousPassword": .string(PoolBench.password), "ProposedPassword": "Chang3d-it"]
        func adding(_ member: String, _ value: JSONValue, to body: JSONValue) -> JSONValue {
            .object((body.members ?? []) + [JSONMember(member, value)])
        }
        let ana: JSONValue = ["Username": "ana"]
        let withPassword = adding("Permanent", true, to: adding("Password", "S3t-by-Admin", to: ana))
        let withCode = adding(
            "ConfirmationCode", .string(world.code), to: adding("Password", "R3set-it", to: reset))
        return (
            world,
            [
                "password": .client(["AuthFlow": "USER_PASSWORD_AUTH"], password),
                "wrong password": .client(["AuthFlow": "USER_PASSWORD_AUTH"], wrong),
                "chosen password": .client(["ChallengeName": "PASSWORD", "Session": chosen.session], password),
                "proof": .client(["ChallengeName": "PASSWORD_VERIFIER"], proof),
                "custom": .client(
                    ["ChallengeName": "CUSTOM_CHALLENGE", "Session": custom.session],
                    ["USERNAME": "ana", "ANSWER": "yes"]),
                "new password": new(bob[0], "N3w-Passw0rd"),
                "other new password": new(bob[1], "0ther-Passw0rd"),
                "change": .new("ChangePassword", adding("AccessToken", access, to: changed)),
                "rename": .new("UpdateUserAttributes", ["AccessToken": access, "UserAttributes": alias]),
                "sign out": .new("GlobalSignOut", ["AccessToken": access]),
                "sign up": .new("SignUp", adding("UserAttributes", alias, to: eve)),
                "create": .admin("AdminCreateUser", ["Username": "eve", "UserAttributes": alias]),
                "set": .admin("AdminSetUserPassword", withPassword),
                "disable": .admin("AdminDisableUser", ana),
                "delete": .admin("AdminDeleteUser", ana),
                "reset": .new("ConfirmForgotPassword", withCode),
                "forget": .new("ForgotPassword", reset),
            ]
        )
    }

    @Test(arguments: [
        "password", "wrong password", "chosen password", "proof", "custom", "new password", "change", "sign up",
        "create", "set", "reset",
    ]) func everyOrderOfTurnsIsLikeOneAfterTheOther(_ name: String) async throws {
        let (world, requests) = try await Self.makeWorld()
        let request = try #require(requests[name])
        for (otherName, other) in requests {
            var both = world
            both.requests = [request, other]
            var possible: Set<[String]> = []
            for order in [[0, 1], [1, 0]] {
                var one = both
                await one.play(order)
                possible.insert(await one.result())
            }
            let found = await both.results()
            #expect(found.isSubset(of: possible), "\(name) and \(otherName)")
        }
    }
}
