import FlowCore
import FlowRuntime
import Foundation
import LegacyUserPoolStyle
import Testing
import UserPool

/// What the pool's triggers are told besides the answers, and custom sign-in of pools that know nothing else.
struct ValidationDataTests {
    private static func own(_ value: String) -> [AWSCognitoIdentityUserAttributeType] {
        ["cognito:systemName", "own"].map { AWSCognitoIdentityUserAttributeType(name: $0, value: value) }
    }

    private static func metadata(_ bench: Bench, age: Int) -> [String] {
        (bench.body(age)?["ClientMetadata"]?.members ?? []).map { "\($0.name)=\($0.value.string ?? "")" }.sorted()
    }

    // rows: legacy:5
    @Test func appIsDescribedOnlyIfWanted() async throws {
        let bench = try await Bench()
        for (wanted, expected) in [
            (false, ["cognito:systemName=mine", "own=mine"]),
            (true, ["cognito:deviceName=a phone", "cognito:systemName=mine", "own=mine"]),
        ] {
            let pool = try bench.pool(cognitoValidationData: wanted)
            _ = try await pool.getUser().getSession(
                "ana", password: Bench.password, validationData: Self.own("mine")
            ).value
            #expect(Self.metadata(bench, age: 1).filter { !$0.hasPrefix("cognito:bundle") } == expected)
        }
    }

    // rows: legacy:27
    @Test func answerOfADelegateDescribesTheApp() async throws {
        let bench = try await Bench()
        let host = FullHost(bench)
        let details = AWSCognitoIdentityPasswordAuthenticationDetails(username: "ana", password: Bench.password)
        details.validationData = Self.own("mine")
        host.password.answers.give(details)
        _ = try await bench.pool(host, cognitoValidationData: true).getUser().getSession().value
        #expect(Self.metadata(bench, age: 1).contains("cognito:deviceName=a phone"))
        #expect(Self.metadata(bench, age: 1).contains("cognito:systemName=mine"))
        #expect(Self.metadata(bench, age: 0) == [])
    }

    // rows: legacy:121
    @Test func signUpDescribesTheApp() async throws {
        let bench = try await Bench(seeds: [])
        _ = try await bench.pool(cognitoValidationData: true).signUp(
            "new", password: Bench.password, userAttributes: nil, validationData: Self.own("mine"),
            clientMetaData: ["from": "test"]
        ).value
        let data = bench.body()?["ValidationData"]?.members?.map(\.name) ?? []
        #expect(Set(data).isSuperset(of: ["cognito:deviceName", "cognito:systemName", "own"]))
        #expect(Self.metadata(bench, age: 0) == ["from=test"])
    }

    /// A host for pools that are set up for custom sign-in.
    private final class SecondHost: Screens, AWSCognitoIdentityInteractiveAuthenticationDelegate, @unchecked Sendable {
        func startPasswordAuthentication() -> AWSCognitoIdentityPasswordAuthentication { password }

        func startCustomAuthentication_v2() -> AWSCognitoIdentityCustomAuthentication {
            journal.note("startCustomAuthentication_v2")
            return custom
        }
    }

    // rows: legacy:11 legacy:62
    @Test func secondCustomMethodCountsInCustomPools() async throws {
        let bench = try await Bench(triggers: Riddle.triggers(asking: 1))
        let host = SecondHost(bench)
        host.answerCustom(["USERNAME": "ana"])
        host.answerCustom(["ANSWER": "right"])
        _ = try await bench.pool(host, inputs: ["is-custom-auth": true]).getUser().getSession().value
        #expect(bench.journal.take().filter { $0.hasPrefix("start") }.count == 2)
        host.typePassword()
        _ = try await bench.pool(host).getUser().getSession().value
        #expect(!bench.journal.all.contains("startCustomAuthentication_v2"))
    }
}
