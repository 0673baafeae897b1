import CognitoHandlers
import FlowCore
import FlowRuntime
import TestSupport
import Testing
import UserPool

/// Tokens of somebody else, in every way to sign in: refused where the conversation knows whose they should be.
struct TokenOwnershipTests {
    private static let page = "Docs/Explanation/TokenOwnership.md"

    /// The ways on the page, with whether the tokens of another are refused.
    private static func rows() throws -> [(name: String, isRefused: Bool)] {
        try PackageFiles.text(page).split(separator: "\n").compactMap { line in
            let cells = line.split(separator: "|").map { $0.trimmed }
            guard cells.count == 3, ["refused", "taken"].contains(cells[2]) else { return nil }
            return (cells[0], cells[2] == "refused")
        }
    }

    /// What the service says with bob's tokens.
    static func bobsResult() async throws -> JSONValue {
        let bench = try await PoolBench(users: [PoolBench.bob])
        let reply = await bench.begin("USER_PASSWORD_AUTH", ["USERNAME": "bob", "PASSWORD": "B0b-Passw0rd"])
        return try #require(reply.body["AuthenticationResult"], "\(reply)")
    }

    @Test func pageHasEveryWay() throws {
        #expect(try Self.rows().map(\.name) == SignInWay.all.map(\.name))
    }

    @Test(arguments: SignInWay.all) func anothersTokensAreRefusedAsThePageSays(_ way: SignInWay) async throws {
        let row = try #require(try Self.rows().first { $0.name == way.name })
        let bench = try await way.bench()
        let result = try await Self.bobsResult()
        let remembered = try await bench.devices.device(of: "ana")
        let step = try await way.take(bench, MisdirectedService(bench.recorder, bringing: result))
        let end = try #require(step.outcome, "\(step)")
        if row.isRefused {
            #expect(end.name == "failed" && end.error?.type == "another-user", "\(step)")
            #expect(end.parameters == [:])
            #expect(bench.desk.calls.last?.hasPrefix("ConfirmDevice") == false, "\(bench.desk.calls)")
            #expect(try await bench.devices.device(of: "ana")?.key == remembered?.key)
        } else {
            #expect(["signedIn", "refreshed"].contains(end.name), "\(step)")
            #expect(end.parameters["idToken"] == result["IdToken"])
        }
    }

    @Test(arguments: SignInWay.all) func ownTokensAreTaken(_ way: SignInWay) async throws {
        let bench = try await way.bench()
        let step = try await way.take(bench, bench.recorder)
        #expect(["signedIn", "refreshed"].contains(step.outcome?.name), "\(step)")
    }
}

extension Substring {
    /// Without spaces around.
    fileprivate var trimmed: String {
        let start = drop { $0 == " " }
        return String(start.reversed().drop { $0 == " " }.reversed())
    }
}
