import FlowChecks
import FlowDiagnostics
import FlowIR
import FlowTable
import Testing

/// Values that are needed and may be absent.
struct MissingValueTests {
    @Test(
        "The value that stands in for a missing one is named, whatever the two are called",
        arguments: ["code", "session2"])
    func substitute(name: String) {
        var fixture = FlowFixture()
        let (session, other) = (fixture.slot("session", .session), fixture.slot(name, .session))
        fixture.step("a", [1: [.jump(2)], 2: [.jump(3)]])
        fixture.call("b", [6: [.jump(3)], 7: [.jump(3)], 9: [.jump(3)]])
        fixture.end("done")
        let need = DataNeed(
            source: Source(.slot(session), otherwise: other), reason: "the request needs it",
            range: SourceRange(file: FileID(0), start: 20, end: 21))
        fixture.annotations.states[2] = StateFacts(needs: [need], request: RequestNote(subject: "Operate"))
        let found = FlowChecks.check(AnnotatedFlow(flow: fixture.flow, annotations: fixture.annotations)).findings
        #expect(
            found.filter { $0.code == .missingValue }.map(\.message) == [
                "'session' may be absent here when \(name) is absent, but the request needs it"
            ], "\(found)")
    }
}
