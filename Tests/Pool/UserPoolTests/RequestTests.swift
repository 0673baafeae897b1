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

/// What the shipped description of the service says of its operations.
struct ServiceFacts: Sendable {
    struct Operation: Sendable {
        let name: String
        let errors: Set<String>
        /// Texts, lists and structures that each request must have, by their names in the body.
        let required: [String]
    }

    private static let read = Result { try readOperations() }

    /// All operations of the description.
    static func operations() throws -> [Operation] { try read.get() }

    private static func readOperations() throws -> [Operation] {
        let text = try PackageFiles.text("flows/services/cognito.service.xml")
        return text.components(between: "<operation ", and: "</operation>").map { body in
            let head = body.prefix { $0 != ">" }
            // What a variant of an operation needs is not needed by the others.
            let own = body.first(upTo: "<variant ")
            let inputs = own.components(between: "<input ", and: "/>").filter { $0.contains("required=\"true\"") }
            return Operation(
                name: head.attribute("name"),
                errors: Set(head.attribute("errors").split { $0.isWhitespace }.map(String.init)),
                required: inputs.map { input in
                    let path = input.attribute("at").isEmpty ? input.attribute("name") : input.attribute("at")
                    return String(path.prefix { $0 != "/" })
                })
        }
    }

    /// Errors of operations that the description does not have, from the same model (botocore 1.43.11, service-2.json).
    static let common: Set<String> = [
        "ResourceNotFoundException", "InvalidParameterException", "NotAuthorizedException", "UserNotFoundException",
        "TooManyRequestsException", "InternalErrorException",
    ]
    static let others: [String: Set<String>] = [
        "AdminConfirmSignUp": [], "AdminDeleteUser": [], "AdminDisableUser": [], "AdminEnableUser": [],
        "AdminGetUser": [],
        "AdminSetUserMFAPreference": ["PasswordResetRequiredException", "UserNotConfirmedException"],
        "AdminCreateUser": ["UsernameExistsException", "InvalidPasswordException", "UnsupportedUserStateException"],
        "AdminResetUserPassword": ["LimitExceededException"], "AdminSetUserPassword": ["InvalidPasswordException"],
        "AdminUpdateUserAttributes": ["AliasExistsException"], "AdminUserGlobalSignOut": [],
        "ListWebAuthnCredentials": ["PasswordResetRequiredException"],
        "DeleteWebAuthnCredential": ["PasswordResetRequiredException"], "AdminAddUserToGroup": [],
        "AdminRemoveUserFromGroup": [], "AdminListGroupsForUser": [], "AdminUpdateDeviceStatus": [],
        "AdminForgetDevice": [],
    ]
    /// Errors of operations that have no user to miss, or that do not say so.
    static let ofThePool: [String: Set<String>] = [
        "DescribeUserPool": [], "DescribeUserPoolClient": [], "ListUsers": [], "ListUsersInGroup": [],
        "CreateGroup": ["GroupExistsException", "LimitExceededException"], "GetGroup": [], "UpdateGroup": [],
        "DeleteGroup": [], "ListGroups": [], "AdminListDevices": [], "AdminGetDevice": [],
    ]

    /// Returns the errors with which an operation may answer, including those of requests that cannot be read.
    static func errors(of operation: String) throws -> Set<String> {
        let listed = try operations().first { $0.name == operation }?.errors
        let other = others[operation].map { $0.union(common) }
        let whole = ofThePool[operation].map { $0.union(common.subtracting(["UserNotFoundException"])) }
        let own = try #require(listed ?? other ?? whole, "\(operation) is not known")
        return own.union(["InvalidParameterException", "SerializationException"])
    }
}

extension StringProtocol {
    fileprivate func components(between start: String, and end: String) -> [String] {
        split(separator: start).dropFirst().map { part in String(part).first(upTo: end) }
    }

    fileprivate func first(upTo end: String) -> String {
        String(split(separator: end, maxSplits: 1, omittingEmptySubsequences: false).first ?? "")
    }

    fileprivate func attribute(_ name: String) -> String {
        let parts = (" " + String(map { $0.isWhitespace ? " " : $0 }))
            .split(separator: " \(name)=\"", maxSplits: 1, omittingEmptySubsequences: false)
        return parts.count < 2 ? "" : String(parts[1].prefix { $0 != "\"" })
    }
}
