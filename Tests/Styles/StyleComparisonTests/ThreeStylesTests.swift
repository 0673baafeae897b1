import StyleSupport
import Testing

/// The same user, pool and challenges through three styles: the calls to the service are the same, but for what is declared here.
struct ThreeStylesTests {
    /// What a style does otherwise than Amplify in a script.
    private struct Difference {
        let style: Style
        let script: String
        /// The requests that it does not send, at the end.
        let lacks: [String]
        let why: String
    }

    private static let differences = [
        Difference(
            style: .mobileClient, script: "four wrong codes",
            lacks: ["RespondToAuthChallenge SMS_MFA {SMS_MFA_CODE, USERNAME}"],
            why: "the flow ends after three wrong codes and tells how many are left"),
        Difference(
            style: .legacy, script: "sign-out on this device", lacks: ["RevokeToken  {ClientId, Token}"],
            why: "signOut of the SDK forgets the tokens and tells the service nothing; revokeToken does"),
    ]

    @Test(arguments: Script.all) func callsAreTheSame(script: Script) async throws {
        var calls: [Style: [String]] = [:]
        for style in Style.allCases {
            let bench = try await script.bench()
            try await style.carryOut(script, bench)
            calls[style] = bench.calls.map(\.description)
        }
        #expect(calls[.amplify]?.isEmpty == false)
        for style in Style.allCases {
            let lacks = Self.differences.filter { $0.style == style && $0.script == script.name }.flatMap(\.lacks)
            #expect((calls[style] ?? []) + lacks == calls[.amplify], "\(style)")
        }
    }

    @Test func everyDifferenceIsOfAScript() {
        let names = Set(Script.all.map(\.name))
        #expect(Self.differences.allSatisfy { names.contains($0.script) && !$0.why.isEmpty && !$0.lacks.isEmpty })
    }
}
