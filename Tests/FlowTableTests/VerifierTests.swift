import FlowEmit
import FlowModel
import FlowTable
import Testing

@Suite("Tables that would not come to an end")
struct VerifierTests {
    private func fault(_ change: (inout CheckedFlow) -> Void) -> TableError.Code? {
        var flow = EveryPartFlow.flow
        change(&flow)
        guard let bytes = try? TableWriter.write(flow) else { return nil }
        do throws(TableError) {
            _ = try TransitionTable(verifying: bytes)
            return nil
        } catch {
            return error.code
        }
    }

    @Test("choices in a circle are refused")
    func choices() {
        #expect(fault { $0.states[5].kind = .choice(Block([.jump(5)])) } == .endlessLoop)
        #expect(
            fault { $0.states[5].kind = .choice(Block([.when(.present(2), Block([.jump(4)])), .jump(0)])) }
                == .endlessLoop)
        #expect(fault { $0.states[5].kind = .choice(Block([.jumpLast(otherwise: 4)])) } == .endlessLoop)
        #expect(fault { $0.states[5].kind = .choice(Block([.when(.present(2), Block([.jump(0)])), .jump(1)])) } == nil)
    }

    @Test("an invalid reply that is found invalid again is refused")
    func invalidReplies() {
        #expect(fault { $0.states[2].transitions[7] = Block([.require([2]), .jump(7)]) } == .endlessLoop)
        let required = Block([.require([2]), .jump(0)])
        #expect(
            fault { flow in
                flow.states[5].kind = .choice(required)
                flow.states[2].transitions[7] = Block([.jump(4)])
            } == .endlessLoop)
        #expect(fault { $0.states[5].kind = .choice(required) } == nil)
    }

    @Test("numbers that point at nothing are refused")
    func references() {
        #expect(fault { $0.states[3].transitions[5] = Block([.jump(9)]) } == .badReference)
        #expect(fault { $0.states[3].transitions[5] = Block([.clear([12]), .jump(2)]) } == .badReference)
        #expect(fault { $0.states[3].transitions[5] = Block([.count(1), .jump(2)]) } == .badReference)
        #expect(fault { $0.inputs[0].slot = 12 } == .badReference)
        #expect(fault { $0.initialState = 9 } == .badDirectory)
    }
}
