import FlowCore
import FlowRuntime
import TestSupport
import Testing
import UserPool

/// Requests at random, of which some cannot be kept: the pool and its file have exactly what was acknowledged.
struct PoolWriteFaultTests {
    /// A user as the acknowledged requests have made them.
    private struct Known: Equatable {
        var name: String
        var isEnabled = true
        var password: String
    }

    /// What a request of the model does, if it is carried out.
    private struct Attempt: Sendable {
        let operation: String
        let body: JSONValue
        let change: @Sendable (inout Known?) -> Void
    }

    private static let names = (0..<6).map { "user\($0)" }

    private static func attempt(on name: String, _ random: inout Seeded) -> Attempt {
        let base: [String: JSONValue] = ["UserPoolId": "us-east-1_Embedded1", "Username": .string(name)]
        let text = "Pw-\(random.below(1_000_000))aA"
        let attributes: JSONValue = [["Name": "name", "Value": .string(text)]]
        func make(
            _ operation: String, _ more: [String: JSONValue], change: @escaping @Sendable (inout Known?) -> Void
        ) -> Attempt {
            let members = base.merging(more) { $1 }.map { JSONMember($0.key, $0.value) }
            return Attempt(operation: operation, body: .object(members), change: change)
        }
        switch random.below(8) {
        case 0, 1:
            return make("AdminCreateUser", ["TemporaryPassword": .string(text), "UserAttributes": attributes]) {
                $0 = Known(name: text, password: text)
            }
        case 2: return make("AdminDeleteUser", [:]) { $0 = nil }
        case 3: return make("AdminDisableUser", [:]) { $0?.isEnabled = false }
        case 4: return make("AdminEnableUser", [:]) { $0?.isEnabled = true }
        case 5: return make("AdminUpdateUserAttributes", ["UserAttributes": attributes]) { $0?.name = text }
        case 6: return make("AdminSetUserPassword", ["Password": .string(text)]) { $0?.password = text }
        default:
            // A wrong guess waits in the middle and counts early; a right one is not to be had by chance.
            let parameters: JSONValue = ["USERNAME": .string(name), "PASSWORD": .string(text)]
            return make(
                "InitiateAuth",
                ["ClientId": "app-client", "AuthFlow": "USER_PASSWORD_AUTH", "AuthParameters": parameters]
            ) { _ in }
        }
    }

    /// Users as the pool tells them.
    private static func told(_ bench: PoolBench) async -> [String: [String]] {
        var told: [String: [String]] = [:]
        for name in names {
            let body: JSONValue = ["UserPoolId": "us-east-1_Embedded1", "Username": .string(name)]
            let reply = await bench.call("AdminGetUser", body)
            guard reply.errorType == nil, case .array(let attributes)? = reply.body["UserAttributes"] else { continue }
            let text = attributes.first { $0["Name"]?.string == "name" }?["Value"]?.string ?? ""
            told[name] = [text, "\(reply.body["Enabled"] == true)"]
        }
        return told
    }

    private static func check(_ bench: PoolBench, _ known: [String: Known], _ place: String) async {
        #expect(await told(bench) == known.mapValues { [$0.name, "\($0.isEnabled)"] }, "\(place)")
    }

    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func poolAndFileHaveWhatWasAcknowledged(_ seed: UInt64) async throws {
        var random = Seeded(seed)
        let folder = try PoolFolder()
        let desk = PoolBench.Desk()
        var known: [String: Known] = [:]
        var (carriedOut, refused) = (0, 0)
        for round in 0..<8 {
            try await PoolBench.with(folder, desk: desk) { bench in
                await Self.check(bench, known, "opened anew, round \(round)")
                for _ in 0..<12 {
                    let chosen = Self.names.filter { _ in random.chance(60) }
                    let attempts = chosen.map { ($0, Self.attempt(on: $0, &random)) }
                    if random.chance(40) { folder.takeAway() }
                    let changes = random.chance(50)
                    for (name, attempt, reply) in await Self.atOnce(attempts, bench, changes ? folder : nil) {
                        if reply.errorType == nil { attempt.change(&known[name]) }
                        if reply.status == 200 { carriedOut += 1 }
                        if reply.status == 500 { refused += 1 }
                    }
                    await Self.check(bench, known, "in memory, round \(round)")
                    folder.bringBack()
                }
            }
        }
        #expect(carriedOut > 20 && refused > 20)
        try await PoolBench.with(folder, desk: desk) { bench in
            desk.wait(3600)
            for (name, user) in known where user.isEnabled {
                let reply = await bench.begin("USER_PASSWORD_AUTH", ["USERNAME": name, "PASSWORD": user.password])
                #expect(reply.challenge == "NEW_PASSWORD_REQUIRED", "\(name)")
            }
        }
        #expect(folder.names == ["pool.json"])
    }

    /// Carries out requests at the same time; meanwhile the folder comes and goes, if it is given.
    private static func atOnce(
        _ attempts: [(String, Attempt)], _ bench: PoolBench, _ folder: PoolFolder?
    ) async -> [(String, Attempt, PoolReply)] {
        await withTaskGroup(of: (String, Attempt, PoolReply).self) { group in
            for (name, attempt) in attempts {
                group.addTask { (name, attempt, await bench.call(attempt.operation, attempt.body)) }
            }
            var replies: [(String, Attempt, PoolReply)] = []
            for await reply in group {
                replies += [reply]
                guard let folder else { continue }
                if replies.count % 2 == 0 { folder.takeAway() } else { folder.bringBack() }
            }
            return replies
        }
    }
}
