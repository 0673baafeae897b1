import FlowCompiler
import FlowIR
import FlowTable
import TestSupport
import Testing

@Suite("Tables that would not come to an end")
struct VerifierTests {
    private func fault(_ change: (inout LoweredFlow) -> Void) -> TableError.Code? {
        var flow = EveryPartFlow.flow
        change(&flow)
        guard let bytes = try? TableWriter.write(unverified: flow) else { return nil }
        return fault(of: bytes)
    }

    private func fault(of bytes: [UInt8]) -> TableError.Code? {
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

    @Test("a set of barred replies bars something, and only replies")
    func barredSets() throws {
        let table = try TransitionTable(of: EveryPartFlow.flow)
        let base = try #require(table.rawBytes.baseAddress)
        let view = table.view.pointee
        #expect(view.barredSetCount == 1 && view.challenges == 3)
        let set = view.barredSets - base
        let number = view.callBarred.base - base
        #expect(table.rawBytes[set] == 0b0100 && table.rawBytes[number] == 1)
        let changes: [(Int, UInt8, TableError.Code?)] = [
            (set, 0, .badReference), (set, 0b1_0000, .badReference), (set, 0b1000_0100, .badReference),
            (number, 2, .badReference), (set, 0b1111, nil), (number, 0, nil),
        ]
        for (place, value, expected) in changes {
            var bytes = Array(table.rawBytes)
            bytes[place] = value
            DamageTests.seal(&bytes)
            #expect(fault(of: bytes) == expected, "\(place) becomes \(value)")
        }
    }

    @Test("numbers that point at nothing are refused")
    func references() {
        #expect(fault { $0.states[3].transitions[5] = Block([.jump(9)]) } == .badReference)
        #expect(fault { $0.states[3].transitions[5] = Block([.clear([12]), .jump(2)]) } == .badReference)
        #expect(fault { $0.states[3].transitions[5] = Block([.count(1), .jump(2)]) } == .badReference)
        #expect(fault { $0.inputs[0].slot = 12 } == .badReference)
        #expect(fault { $0.initialState = 9 } == .badDirectory)
    }

    @Test("a jump into the middle of an instruction, or out of its block, is refused")
    func boundaries() throws {
        var flow = EveryPartFlow.flow
        flow.states[3].transitions[5] = Block([.when(.present(2), Block([.count(0)])), .jump(0)])
        let bytes = try TableWriter.write(unverified: flow)
        let code: [UInt8] = [Opcode.ifPresent.rawValue, 2, 2, Opcode.count.rawValue, 0, Opcode.jump.rawValue, 0]
        let places = bytes.indices.filter { bytes[$0...].starts(with: code) }
        try #require(places.count == 1)
        let expected: [TableError.Code?] = [nil, .badCode, nil, .badCode, .badCode]
        for (distance, code) in expected.enumerated() {
            var changed = bytes
            changed[places[0] + 2] = UInt8(distance)
            DamageTests.seal(&changed)
            #expect(fault(of: changed) == code, "over \(distance) bytes")
        }
    }
}
