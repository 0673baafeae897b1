import FlowCompiler
import FlowDiagnostics
import TestSupport
import Testing

/// What is wrong with rounds by themselves, and with rounds and the client's half of the flow together.
@Suite struct RoundFindingsTests {
    @Test("a name that the service does not know, with near ones")
    func unknown() throws {
        let flow = RoundsFlow(rounds: RoundsFlow.round("SRP_B") + RoundsFlow.round("CUSTOM_CHALLENG"))
        #expect(try flow.findings() == ["unknown-challenge SRP_B", "unknown-challenge CUSTOM_CHALLENG"])
        let help = try flow.compiled().diagnostics.map { $0.help.joined() }
        #expect(help[0].contains("'SRP_A'"))
        #expect(help[1].contains("'CUSTOM_CHALLENGE'"))
    }

    @Test("a round that the client cannot answer", arguments: [nil, "CUSTOM_CHALLENGE"])
    func unanswered(_ removed: String?) throws {
        let rounds = RoundsFlow.round("SRP_A") + RoundsFlow.round("CUSTOM_CHALLENGE")
        let more = removed.map { "<remove node=\"\($0)\"/>" } ?? ""
        let expected = removed.map { ["unanswered-round \($0)"] } ?? []
        #expect(try RoundsFlow(rounds: rounds, more: more).findings() == expected)
    }

    @Test("a round twice is told once")
    func twice() throws {
        let rounds = ["SRP_A", "SMS_MFA", "PASSWORD", "PASSWORD"].map { RoundsFlow.round($0) }.joined()
        #expect(try RoundsFlow(rounds: rounds).findings() == ["unanswered-round PASSWORD"])
    }

    @Test("SRP_A as a round that no call sends, and a call that sends it without the round")
    func beginning() throws {
        let rounds = RoundsFlow.round("CUSTOM_CHALLENGE")
        let begun = RoundsFlow.round("SRP_A") + rounds
        #expect(try RoundsFlow(beginning: .plain, rounds: rounds).findings() == [])
        #expect(try RoundsFlow(beginning: .srp, rounds: begun).findings() == [])
        #expect(try RoundsFlow(beginning: .plain, rounds: begun).findings() == ["wrong-beginning SRP_A"])
        #expect(try RoundsFlow(beginning: .srp, rounds: rounds).findings() == ["wrong-beginning CUSTOM_CHALLENGE"])
    }

    @Test("SRP_A sent from one of several places, or from data that only a run knows")
    func guardedBeginning() throws {
        let rounds = RoundsFlow.round("SRP_A") + RoundsFlow.round("CUSTOM_CHALLENGE")
        func flow(_ sends: String) -> RoundsFlow {
            RoundsFlow(
                beginning: .plain, rounds: rounds,
                more: "<call id=\"initiate-custom\" inherit=\"extend\"><handle handler=\"srp.start\"/>\(sends)"
                    + "<send name=\"SRP_A\" from=\"srpA\"/></call>")
        }
        let sent = "<send name=\"CHALLENGE_NAME\" value=\"SRP_A\" when=\"present deviceKey\"/>"
        let other = "<send name=\"CHALLENGE_NAME\" value=\"CUSTOM_CHALLENGE\" when=\"not present deviceKey\"/>"
        #expect(try flow(sent + other).findings() == [])
        #expect(try flow("<send name=\"CHALLENGE_NAME\" from=\"username\"/>").findings() == [])
        let alone = "<send name=\"CHALLENGE_NAME\" value=\"CUSTOM_CHALLENGE\"/>"
        #expect(try flow(alone).findings() == ["wrong-beginning SRP_A"])
    }

    @Test("SRP_A behind another round, or with tries")
    func place() throws {
        let custom = RoundsFlow.round("CUSTOM_CHALLENGE")
        #expect(try RoundsFlow(rounds: custom + RoundsFlow.round("SRP_A")).findings() == ["wrong-beginning SRP_A"])
        let tried = RoundsFlow(rounds: RoundsFlow.round("SRP_A", tries: 4) + custom)
        #expect(try tried.findings() == ["wrong-beginning 4"])
    }

    @Test("tries out of range", arguments: ["0", "10", "-1", "x", ""])
    func tries(_ tries: String) throws {
        let flow = RoundsFlow(beginning: .plain, rounds: "<round challenge=\"CUSTOM_CHALLENGE\" tries=\"\(tries)\"/>")
        #expect(try flow.findings() == ["bad-value \(tries)"])
    }

    @Test("rounds that let everybody in")
    func unproven() throws {
        #expect(try RoundsFlow(rounds: RoundsFlow.round("SRP_A")).findings() == ["unproven-rounds rounds"])
        #expect(try RoundsFlow(rounds: "").findings() == ["missing-element rounds"])
    }

    @Test("rounds written twice")
    func duplicate() throws {
        let again = RoundsFlow(rounds: RoundsFlow.round("SRP_A") + RoundsFlow.round("PASSWORD_VERIFIER"))
            .rounds.map { "<rounds>\($0)</rounds>" }
        let flow = RoundsFlow(rounds: RoundsFlow.passwordless.rounds, more: again ?? "")
        #expect(try flow.findings() == ["duplicate-name rounds"])
    }

    @Test("what a service description adds must be a challenge of it")
    func added() throws {
        let service = """
            <service name="s" answer="A"><operation name="A"/>
            <challenge name="ONE" adds="ONE TWO"/></service>
            """
        let compilation = FlowCompiler.compile(
            path: "s.service.xml", loader: MemoryLoader(texts: ["s.service.xml": service]))
        #expect(compilation.diagnostics.map(\.message) == ["unknown challenge 'TWO'"])
    }
}
