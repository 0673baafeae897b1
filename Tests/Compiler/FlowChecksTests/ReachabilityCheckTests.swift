import FlowChecks
import FlowDiagnostics
import FlowIR
import TestSupport
import Testing

private typealias F = FlowFixture

/// Unreachable nodes, traps and circles of choices.
struct ReachabilityCheckTests {
    @Test("A node that nothing leads to is found, unless it is inherited") func unreachable() {
        var fixture = FlowFixture()
        fixture.step("a", [F.submit: [.jump(2)]])
        fixture.end("done")
        fixture.end("left over")
        fixture.end("inherited", isOwn: false)
        fixture.step("only from itself", [F.submit: [.jump(5)], F.cancel: [.jump(2)]])
        #expect(fixture.findings == ["unreachable-node 20", "unreachable-node 40"])
    }

    @Test("Guards, challenges and the last step lead to nodes") func reachable() {
        var fixture = FlowFixture()
        fixture.events = [Event(kind: .challenge, name: "ANY")]
        fixture.call(
            "a",
            [EventID(own: 0): [.when(.present(0), Block([.when(.present(1), Block([.jump(2)]))])), .jump(3)]])
        fixture.step("b", [F.submit: [.jumpLast(otherwise: 4)]])
        fixture.end("c")
        fixture.end("d")
        #expect(fixture.findings == [])
    }

    @Test("A use without states of its own is entered with its nodes") func use() {
        var fixture = FlowFixture()
        fixture.step("setup.ask", [F.submit: [.jump(2)]])
        fixture.end("done")
        for id in ["setup", "other"] {
            fixture.nodes.append(Node(id: id, kind: .use))
            fixture.place(SourceRange(file: FileID(0), 500 + fixture.nodes.count..<510))
        }
        #expect(fixture.findings == ["unreachable-node 504"])
    }

    @Test("A trap is told once, with its circle") func trap() {
        var fixture = FlowFixture()
        fixture.step("a", [F.submit: [.jump(2)], F.cancel: [.jump(5)]])
        fixture.step("way in", [F.submit: [.jump(3)]])
        fixture.step("b", [F.submit: [.jump(4)]])
        fixture.step("c", [F.submit: [.jump(3)], F.cancel: [.refuse("busy")]])
        fixture.end("done")
        #expect(fixture.findings == ["no-way-to-end 20"])
        #expect(fixture.diagnostics.first?.notes.first?.message == "the flow stays in this loop: b -> c -> b")
    }

    @Test("A node that refuses everything is a trap") func deadEnd() {
        var fixture = FlowFixture()
        fixture.step("a", [F.submit: [.jump(2)], F.cancel: [.jump(3)]])
        fixture.step("b", [F.submit: [.refuse("no")]])
        fixture.end("done")
        #expect(fixture.findings == ["no-way-to-end 10"])
        #expect(fixture.diagnostics.first?.notes.first?.message == "no transition leaves 'b'")
    }

    @Test("A jump to the last step leads to all steps") func lastStep() {
        var fixture = FlowFixture()
        fixture.step("a", [F.submit: [.jump(2)], F.cancel: [.jump(4)]])
        fixture.call("b", [F.success: [.jumpLast(otherwise: 3)], F.otherError: [.jumpLast(otherwise: 3)]])
        fixture.choice("again", [.jump(1)])
        fixture.end("done")
        #expect(fixture.findings == [])
    }

    @Test("A trap that leads to the step presented last is one") func lastStepOfTrap() {
        var fixture = FlowFixture()
        fixture.call("a", [F.success: [.jump(4)], F.otherError: [.jump(2)]])
        fixture.step("b", [F.submit: [.jump(3)]])
        fixture.call("c", [F.success: [.jumpLast(otherwise: 2)], F.otherError: [.jump(2)]])
        fixture.end("done")
        #expect(fixture.findings == ["no-way-to-end 10"])
    }

    @Test("A trap that is inherited is told, too, at a node of the flow's own if there is one") func inheritedTrap() {
        var fixture = FlowFixture()
        fixture.step("a", [F.submit: [.jump(2)], F.cancel: [.jump(3)]])
        fixture.step("b", [F.submit: [.jump(2)]], isOwn: false)
        fixture.end("done")
        #expect(fixture.findings == ["no-way-to-end 10"])
        fixture = FlowFixture()
        fixture.step("a", [F.submit: [.jump(2)], F.cancel: [.jump(4)]])
        fixture.step("b", [F.submit: [.jump(3)]], isOwn: false)
        fixture.step("c", [F.submit: [.jump(2)]])
        fixture.end("done")
        #expect(fixture.findings == ["no-way-to-end 20"])
    }

    @Test("A flow without ends is told once") func noEnd() {
        var fixture = FlowFixture()
        fixture.step("a", [F.submit: [.jump(2)]])
        fixture.step("b", [F.submit: [.jump(1)]])
        #expect(fixture.findings == ["no-way-to-end 0"])
    }

    @Test("Choices that lead to each other spin") func spins() {
        var fixture = FlowFixture()
        fixture.choice("a", [.when(.present(0), Block([.jump(2)])), .jump(4)])
        fixture.choice("b", [.when(.present(1), Block([.jump(3)])), .jump(4)])
        fixture.choice("c", [.when(.present(0), Block([.jump(1)])), .jump(4)])
        fixture.end("done")
        #expect(fixture.findings == ["livelock 0"])
        #expect(fixture.diagnostics.first?.notes.first?.message == "the loop: a -> b -> c -> a")
    }

    @Test("A choice that leads to itself spins; one with a step on the circle does not") func spinsAlone() {
        var fixture = FlowFixture()
        fixture.choice("a", [.when(.present(0), Block([.jump(1)])), .jump(2)])
        fixture.step("b", [F.submit: [.jump(1)], F.cancel: [.jump(3)]])
        fixture.end("done")
        #expect(fixture.findings == ["livelock 0"])
        #expect(fixture.diagnostics.first?.notes.first?.message == "the loop: a -> a")
    }

    @Test("Random flows against the definitions") func random() {
        var random = Seeded(3)
        for _ in 0..<300 {
            let flow = RandomFlow(&random)
            // Of nodes that lead to each other, only the first is reported.
            let found = flow.found("unreachable-node")
            #expect(found.isSubset(of: flow.unreachable), "\(flow.edges)")
            #expect(flow.unreachable.isSubset(of: flow.following(found)), "\(flow.edges)")
            for node in found {
                #expect(!flow.following(found.subtracting([node])).contains(node), "\(flow.edges)")
            }
            #expect(flow.found("livelock").isEmpty == !flow.hasSpin, "\(flow.edges)")
            // A trap that spins is told as such, and not as a trap too.
            #expect(flow.hasSpin || flow.found("no-way-to-end").isEmpty == flow.trapped.isEmpty, "\(flow.edges)")
            #expect(flow.found("no-way-to-end").isSubset(of: flow.trapped), "\(flow.edges)")
        }
    }

    @Test("Deep flows are checked in short time") func deep() {
        let growth = Cost.growth(to: 100_000, of: Self.chain) { #expect($0.findings == []) }
        #expect(growth < Cost.maxGrowth)
    }

    private static func chain(_ count: Int) -> FlowFixture {
        var fixture = FlowFixture()
        for index in 1..<count {
            if index % 2 == 0 {
                fixture.choice("n\(index)", [.jump(StateID(index + 1))])
            } else {
                fixture.call(
                    "n\(index)", [F.success: [.jump(StateID(index + 1))], F.otherError: [.jump(StateID(index + 1))]])
            }
        }
        fixture.end("done")
        return fixture
    }
}
