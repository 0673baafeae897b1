import FlowChecks
import FlowDiagnostics
import FlowIR
import Testing

private typealias F = FlowFixture

/// Circles that call the service: those without a limit are found, those with one are not.
struct UnboundedRetryTests {
    @Test("A call that is repeated on every error") func simple() {
        var fixture = FlowFixture()
        let mark = fixture.mark()
        fixture.call("a", [F.success: [.jump(2)], F.otherError: [mark, .jump(1)]])
        fixture.end("done")
        #expect(fixture.findings == ["unbounded-retry 1000"])
        #expect(fixture.diagnostics.first?.notes.first?.message == "the loop: a -> a")
    }

    @Test("A circle through handlers and choices is closed by its last transition") func longer() {
        var fixture = FlowFixture()
        let (first, second) = (fixture.mark(), fixture.mark())
        fixture.call("a", [F.success: [.jump(4)], F.invalid: [first, .jump(2)]])
        fixture.handler("h", [F.handled: [.jump(3)], F.otherFailure: [.jump(4)]])
        fixture.choice("c", [.when(.present(0), Block([second, .jump(1)])), .jump(4)])
        fixture.end("done")
        #expect(fixture.findings == ["unbounded-retry 1001"])
        #expect(fixture.diagnostics.first?.notes.first?.message == "the loop: a -> h -> c -> a")
    }

    @Test("Each closing transition is told") func several() {
        var fixture = FlowFixture()
        fixture.events = [Event(kind: .error, name: "Slow")]
        let marks = [fixture.mark(), fixture.mark()]
        fixture.call(
            "a",
            [
                F.success: [.jump(2)], F.otherError: [marks[0], .jump(1)],
                EventID(own: 0): [marks[1], .jump(1)],
            ])
        fixture.end("done")
        #expect(Set(fixture.findings) == ["unbounded-retry 1000", "unbounded-retry 1001"])
    }

    @Test("Where no step was presented, what stands for the last one closes a circle") func noLastStep() {
        var fixture = FlowFixture()
        let mark = fixture.mark()
        fixture.call("a", [F.success: [.jump(2)], F.otherError: [mark, .jumpLast(otherwise: 1)]])
        fixture.end("done")
        #expect(fixture.findings == ["unbounded-retry 1000"])
    }

    @Test("Steps break a circle") func progress() {
        var fixture = FlowFixture()
        fixture.call("a", [F.success: [.jump(3)], F.otherError: [.jump(2)]])
        fixture.step("b", [F.submit: [.jump(1)], F.cancel: [.jump(3)]])
        fixture.end("done")
        #expect(fixture.findings == [])
    }

    @Test(
        "Challenges that are answered without the host break none",
        arguments: [F.otherChallenge, EventID(own: 0)])
    func challenges(event: EventID) {
        var fixture = FlowFixture()
        fixture.events = [Event(kind: .challenge, name: "ANY")]
        fixture.call("a", [F.success: [.jump(2)], F.otherError: [.jump(2)], event: [fixture.mark(), .jump(1)]])
        fixture.end("done")
        #expect(fixture.findings == ["unbounded-retry 1000"])
    }

    @Test("A way that needs what the ways before it take away is on no circle", arguments: [false, true])
    func impassable(isPresent: Bool) {
        var fixture = FlowFixture()
        let options = fixture.slot("options")
        let mark = fixture.mark()
        fixture.call(
            "a", [F.success: [.when(.present(options), Block([.jump(2)])), .jump(3)], F.otherError: [.jump(3)]])
        let again: Condition = isPresent ? .present(options) : .not(.present(options))
        fixture.choice("b", [.when(again, Block([mark, .jump(1)])), .jump(3)])
        fixture.end("done")
        #expect(fixture.findings == (isPresent ? ["unbounded-retry 1000"] : []))
    }

    @Test("A value that is used up limits a circle, unless the circle gives it again") func usedUp() {
        for givesAgain in [false, true] {
            var fixture = FlowFixture()
            let device = fixture.slot("device")
            let mark = fixture.mark()
            fixture.call(
                "a",
                [
                    F.success: [.jump(3)],
                    F.otherError: [.when(.present(device), Block([mark, .clear([device]), .jump(2)])), .jump(3)],
                ])
            fixture.choice("b", (givesAgain ? [.set(device, Source(.literal("x")))] : []) + [.jump(1)])
            fixture.end("done")
            #expect(fixture.findings == (givesAgain ? ["unbounded-retry 1000"] : []))
        }
    }

    @Test("A value that the reply brings again is no limit") func broughtAgain() {
        var fixture = FlowFixture()
        let token = fixture.slot("token")
        let mark = fixture.mark()
        fixture.call(
            "a",
            [
                F.success: [.when(.present(token), Block([mark, .clear([token]), .jump(1)])), .jump(2)],
                F.otherError: [.jump(2)],
            ],
            gives: [token])
        fixture.end("done")
        #expect(fixture.findings == ["unbounded-retry 1000"])
    }

    @Test("A counter limits a circle, unless the circle resets it", arguments: [false, true])
    func counted(resets: Bool) {
        var fixture = FlowFixture()
        let tries = fixture.counter("tries")
        let mark = fixture.mark()
        fixture.call(
            "a",
            [
                F.success: [.jump(3)],
                F.otherError: [.when(.below(tries, 3), Block([mark, .count(tries), .jump(2)])), .jump(3)],
            ])
        fixture.choice("b", (resets ? [.reset([tries])] : []) + [.jump(1)])
        fixture.end("done")
        #expect(fixture.findings == (resets ? ["unbounded-retry 1000"] : []))
    }

    @Test("A counter that one edge tests and another counts, unless a circle does not count", arguments: [false, true])
    func countedElsewhere(skipsCount: Bool) {
        var fixture = FlowFixture()
        let tries = fixture.counter("tries")
        let mark = fixture.mark()
        let transitions: [EventID: [Instruction]] = [
            F.success: [.jump(3)], F.otherError: [.count(tries), .jump(2)], F.invalid: [.jump(skipsCount ? 2 : 3)],
        ]
        fixture.call("a", transitions)
        fixture.choice("b", [.when(.not(.below(tries, 3)), Block([.jump(3)])), mark, .jump(1)])
        fixture.end("done")
        #expect(fixture.findings == (skipsCount ? ["unbounded-retry 1000"] : []))
    }

    @Test("A counter that is tested on only one of two circles limits only this one") func testedOnOneCircle() {
        var fixture = FlowFixture()
        let tries = fixture.counter("tries")
        let (limited, unlimited) = (fixture.mark(), fixture.mark())
        fixture.call("a", [F.success: [.jump(4)], F.otherError: [.count(tries), .jump(2)]])
        fixture.choice("b", [.when(.below(tries, 3), Block([limited, .jump(1)])), .jump(3)])
        fixture.choice("c", [.when(.present(0), Block([unlimited, .jump(1)])), .jump(4)])
        fixture.end("done")
        #expect(fixture.findings == ["unbounded-retry 1001"])
    }

    @Test("A limit written as a way out before the circle") func countedBehindWayOut() {
        var fixture = FlowFixture()
        let tries = fixture.counter("tries")
        fixture.call(
            "a",
            [
                F.success: [.jump(2)],
                F.otherError: [.when(.not(.below(tries, 3)), Block([.jump(2)])), .count(tries), .jump(1)],
            ])
        fixture.end("done")
        #expect(fixture.findings == [])
    }

    @Test(
        "What only looks like a limit",
        arguments: [
            [.count(0), .jump(1)],
            [.when(.below(0, 3), Block([.count(0)])), .jump(1)],
            [.when(.below(0, 300), Block([.count(0), .jump(1)])), .jump(2)],
            [.when(.or(.below(0, 3), .present(0)), Block([.count(0), .jump(1)])), .jump(2)],
            [.reset([0]), .when(.below(0, 3), Block([.count(0), .jump(1)])), .jump(2)],
            [.when(.below(0, 3), Block([.count(0), .restart(keeping: []), .reset([0]), .jump(1)])), .jump(2)],
            [.set(2, Source(.literal("x"))), .when(.present(2), Block([.clear([2]), .jump(1)])), .jump(2)],
            [.when(.not(.present(2)), Block([.clear([2]), .jump(1)])), .jump(2)],
        ] as [[Instruction]])
    func noLimit(instructions: [Instruction]) {
        var fixture = FlowFixture()
        _ = (fixture.slot("x"), fixture.counter("tries"))
        fixture.call("a", [F.success: [.jump(2)], F.otherError: [fixture.mark()] + instructions])
        fixture.end("done")
        #expect(fixture.findings == ["unbounded-retry 1000"])
    }

    @Test("A limit inside another: the inner counter starts again for each turn of the outer") func nested() {
        var fixture = FlowFixture()
        let (outer, inner) = (fixture.counter("outer"), fixture.counter("inner"))
        let again: Instruction = .when(.below(inner, 3), Block([.count(inner), .jump(1)]))
        let anew: Instruction = .when(.below(outer, 3), Block([.count(outer), .reset([inner]), .jump(1)]))
        fixture.call("a", [F.success: [.jump(2)], F.otherError: [again, anew, .jump(2)]])
        fixture.end("done")
        #expect(fixture.findings == [])
    }
}
