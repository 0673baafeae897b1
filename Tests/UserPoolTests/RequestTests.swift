import CognitoHandlers
import FlowCore
import FlowRuntime
import TestSupport
import Testing
import UserPool

/// Requests as nobody should send them: each gets an answer, and an error only of those that its operation has.
struct RequestTests {
    private static let users = [PoolBench.ana, PoolBench.bob]

    private static func expect(
        _ reply: PoolReply, _ operation: String, _ place: String, _ location: SourceLocation = #_sourceLocation
    ) throws {
        guard let error = reply.errorType else { return }
        let listed = try ServiceFacts.errors(of: operation)
        #expect(listed.contains(error), "\(operation), \(place): \(reply.message)", sourceLocation: location)
        #expect(error != "InternalErrorException" && reply.status == 400, "\(operation), \(place)")
        #expect(reply.message.utf8.count < 300, "\(operation), \(place)", sourceLocation: location)
    }

    @Test func everyOperationOfTheDescriptionIsThere() throws {
        let described = try ServiceFacts.operations()
        #expect(described.count >= 26)
        #expect(described.allSatisfy { !$0.errors.isEmpty })
        #expect(Set(described.map(\.name)).subtracting(CognitoUserPool.operationNames) == [])
        let known = Set(described.map(\.name)).union(ServiceFacts.others.keys).union(ServiceFacts.ofThePool.keys)
        #expect(Set(CognitoUserPool.operationNames) == known)
    }

    @Test(arguments: ["", "Initiateauth", "initiateAuth", "DropTables", "InitiateAuth ", "\u{0}"])
    func unknownOperationIsRefused(_ name: String) async throws {
        let bench = try await PoolBench()
        let reply = await bench.call(name, [:])
        #expect(reply.errorType == "UnknownOperationException")
    }

    @Test func whatIsNoObjectIsRefused() async throws {
        let bench = try await PoolBench(users: Self.users)
        let deep = String(repeating: "[", count: 100_000)
        let nested = String(repeating: #"{"AuthParameters":"#, count: 1000) + "1" + String(repeating: "}", count: 1000)
        let bodies = ["", " ", "null", "1", "\"x\"", "[]", "{", "{}x", "{\"a\":}", deep, nested, "\u{FEFF}{}", "\u{0}"]
        for operation in CognitoUserPool.operationNames {
            for body in bodies {
                let reply = await bench.pool.respond(to: operation, Array(body.utf8))
                #expect(reply.errorType == "SerializationException", "\(operation) \(body.prefix(20))")
            }
            let reply = await bench.pool.respond(to: operation, [0x7B, 0xFF, 0xFE, 0x7D])
            #expect(reply.errorType == "SerializationException", "\(operation)")
        }
    }

    @Test func requiredMembersAreRequired() async throws {
        let bench = try await PoolBench(users: Self.users)
        let forge = try await RequestForge(bench)
        for operation in try ServiceFacts.operations() {
            let right = forge.request(operation.name)
            for name in operation.required {
                #expect(right[name] != nil, "the forge lacks \(operation.name).\(name)")
                let rest = (right.members ?? []).filter { $0.name != name }
                let without = await bench.call(operation.name, .object(rest))
                #expect(without.errorType == "InvalidParameterException", "\(operation.name) without \(name)")
                let null = await bench.call(operation.name, .object(rest + [JSONMember(name, .null)]))
                #expect(null.errorType == "InvalidParameterException", "\(operation.name), null for \(name)")
                let number = await bench.call(operation.name, .object(rest + [JSONMember(name, .number("7"))]))
                #expect(
                    number.errorType == "SerializationException" || number.errorType == "InvalidParameterException",
                    "\(operation.name), a number for \(name): \(number)")
                for text in ["", String(repeating: "x", count: 131_073)] {
                    let reply = await bench.call(operation.name, .object(rest + [JSONMember(name, .string(text))]))
                    #expect(reply.errorType != nil, "\(operation.name), \(text.count) characters for \(name)")
                    try Self.expect(reply, operation.name, "\(text.count) characters for \(name)")
                }
            }
        }
    }

    @Test func largeBodiesAreAnsweredAndNotRepeated() async throws {
        let bench = try await PoolBench(users: Self.users)
        let large = JSONValue.string(String(repeating: "A", count: 10_000_000))
        let flow = JSONValue.object([JSONMember("SRP_A", large), JSONMember("USERNAME", "ana")])
        let body: JSONValue = ["AuthFlow": "USER_SRP_AUTH", "ClientId": "app-client", "AuthParameters": flow]
        let reply = await bench.call("InitiateAuth", body)
        #expect(reply.errorType == "InvalidParameterException")
        try Self.expect(reply, "InitiateAuth", "10 MB")
    }

    /// Mutations of right requests, the same each time; `SEED` begins with other ones.
    @Test func oddRequestsAreAnsweredByWhatTheOperationHas() async throws {
        var random = Seeded(UInt64(Environment.value("SEED") ?? "") ?? 2_026)
        let bench = try await PoolBench(users: Self.users)
        let forge = try await RequestForge(bench)
        for operation in CognitoUserPool.operationNames {
            for round in 0..<40 {
                var body = forge.request(operation)
                for _ in 0...random.below(3) { body = RequestForge.mutate(body, &random) }
                let reply = await bench.call(operation, body)
                let place = "round \(round)"
                if case .object = body { try Self.expect(reply, operation, place) }
                for secret in [forge.tokens.access, forge.tokens.refresh, PoolBench.password] {
                    #expect(!reply.message.contains(secret), "\(operation), \(place)")
                }
                bench.desk.wait(1)
            }
            try await giveWay()
        }
    }
}
