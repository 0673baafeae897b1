import FlowChecks
import FlowDiagnostics
import FlowIR
import FlowTable
import Testing

/// Overlapping transitions, incomplete choices, dead branches, dropped events.
struct DecisionCheckTests {
    private static func fixture() -> (FlowFixture, kind: SlotID, code: SlotID) {
        var fixture = FlowFixture()
        fixture.end("done")
        let (kind, code) = (fixture.slot("flowType", .choice), fixture.slot("code"))
        var ask = Ask(name: "flowType", slot: kind)
        ask.words = ["userSRP", "userPassword"]
        fixture.inputs = [ask, Ask(name: "code", slot: code)]
        return (fixture, kind, code)
    }

    private static func `is`(_ slot: SlotID, _ word: String) -> Condition {
        .equals(slot, ByteString(word), ignoringCase: false)
    }

    @Test("Two transitions that can both be meant") func overlap() {
        var (fixture, kind, code) = Self.fixture()
        fixture.decide(
            .transitions,
            [.present(code), .and(.not(.present(code)), Self.is(kind, "userSRP")), Self.is(kind, "userSRP")])
        #expect(fixture.findings == ["overlapping-transitions 2003"])
        let finding = fixture.diagnostics.first
        #expect(finding?.notes.first?.range?.start == 2001)
        #expect(finding?.notes.first?.message == "both match when flowType is userSRP and code is present")
    }

    @Test("Transitions that exclude each other, and branches of a choice") func noOverlap() {
        var (fixture, kind, code) = Self.fixture()
        fixture.decide(.transitions, [Self.is(kind, "userSRP"), Self.is(kind, "userPassword"), .not(.present(kind))])
        fixture.decide(.choice, isClosed: true, [.present(code), Self.is(kind, "userSRP")])
        #expect(fixture.findings == [])
    }

    @Test("A gap in a choice is told with its data") func incomplete() {
        var (fixture, kind, code) = Self.fixture()
        fixture.inputs[0].flags[.required] = true
        fixture.decide(.choice, [Self.is(kind, "userSRP"), .and(Self.is(kind, "userPassword"), .present(code))])
        #expect(fixture.findings == ["incomplete-choice 2000"])
        #expect(
            fixture.diagnostics.first?.message
                == "choice 'begin' has no branch to take when flowType is userPassword and code is absent")
    }

    @Test("An input that may be absent leaves a gap, one that is required does not") func requiredInput() {
        for isRequired in [false, true] {
            var (fixture, kind, _) = Self.fixture()
            fixture.inputs[0].flags[.required] = isRequired
            fixture.decide(.choice, [Self.is(kind, "userSRP"), Self.is(kind, "userPassword")])
            #expect(fixture.findings == (isRequired ? [] : ["incomplete-choice 2000"]))
        }
    }

    @Test("What is cleared or set from elsewhere is not what was required and closed") func openValues() {
        for instruction: Instruction in [
            .clear([2]), .set(2, Source(.slot(3))), .restart(keeping: [3]), .set(2, Source(.literal("x"))),
        ] {
            var (fixture, kind, _) = Self.fixture()
            fixture.inputs[0].flags[.required] = true
            fixture.choice("c", [instruction, .jump(1)])
            fixture.states[0].transitions[0] = Block([.when(.present(0), Block([.jump(1)])), .jump(2)])
            fixture.decide(.choice, [Self.is(kind, "userSRP"), Self.is(kind, "userPassword")])
            #expect(fixture.findings == ["incomplete-choice 2000"], "\(instruction)")
        }
    }

    @Test("Words that go through another choice stay closed") func copiedWords() {
        var (fixture, kind, _) = Self.fixture()
        let copy = fixture.slot("copy", .choice)
        fixture.choice("c", [.set(copy, Source(.slot(kind))), .jump(1)])
        fixture.states[0].transitions[0] = Block([.when(.present(0), Block([.jump(1)])), .jump(2)])
        fixture.decide(.choice, [Self.is(copy, "userSRP"), Self.is(copy, "userPassword"), .not(.present(copy))])
        #expect(fixture.findings == [])
    }

    @Test("Branches that are never taken") func dead() {
        var (fixture, kind, code) = Self.fixture()
        fixture.decide(
            .choice, isClosed: true,
            [
                .present(code), .and(.present(code), .present(kind)),
                .and(Self.is(kind, "userSRP"), .not(.present(kind))),
                Self.is(kind, "magic"), Self.is(kind, "userSRP"), Self.is(kind, "userPassword"), .present(kind),
            ])
        #expect(fixture.findings == ["dead-branch 2002", "dead-branch 2003", "dead-branch 2004", "dead-branch 2007"])
        let findings = fixture.diagnostics
        #expect(findings[0].notes.first?.range?.start == 2001)
        #expect(findings[1].message.contains("is never true"))
        #expect(
            findings[3].notes.first?.message
                == "whenever its guard is true, one of the 6 earlier branches is taken")
    }

    @Test("A decision that is too hard is a warning") func tooComplex() {
        var fixture = FlowFixture()
        fixture.end("done")
        let tokens = (0..<12).map { fixture.slot("t\($0)", .flag) }
        // That the number of tokens is odd takes all cases to contradict.
        let odd = tokens.reduce(Condition.constant(false)) { sum, slot in
            .or(.and(sum, .not(.present(slot))), .and(.not(sum), .present(slot)))
        }
        fixture.decide(.choice, isClosed: true, [odd, .not(odd), .constant(true)])
        #expect(fixture.findings == ["guard-too-complex 2000"])
        #expect(fixture.diagnostics.allSatisfy { $0.severity == .warning })
    }

    @Test("A dropped event is told with its way out") func dropped() {
        var fixture = FlowFixture()
        fixture.end("done")
        fixture.annotations.branching.drops = [
            Drop(event: "success", node: "a", range: SourceRange(file: FileID(0), 7..<9), help: "add an 'on'")
        ]
        #expect(fixture.findings == ["dropped-event 7"])
        #expect(fixture.diagnostics.first?.message == "'a' does not handle success")
        #expect(fixture.diagnostics.first?.help == ["add an 'on'"])
    }
}
