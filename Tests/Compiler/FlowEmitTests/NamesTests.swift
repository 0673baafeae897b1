import FlowCompiler
import FlowIR
import FlowTable
import TestSupport
import Testing

@Suite("Names of states in a table")
struct NamesTests {
    @Test("the other bytes are the same with and without them", arguments: 0..<300)
    func namesAreApart(seed: Int) throws {
        let flow = RandomFlow.flow(seed: UInt64(seed))
        let named = try TransitionTable(of: flow, options: EmitOptions(includesNames: true))
        let stripped = try TransitionTable(of: flow, options: EmitOptions(includesNames: false))
        #expect(Self.bytes(named) == Self.bytes(stripped))
        for (state, written) in flow.states.enumerated() {
            #expect(named.stateName(state) == written.name)
            #expect(stripped.stateName(state) == nil)
        }
    }

    @Test("a change of anything else changes the other bytes", arguments: 0..<300)
    func othersCount(seed: Int) throws {
        let flow = RandomFlow.flow(seed: UInt64(seed))
        var renamed = flow
        renamed.states[0].name += "x"
        #expect(try Self.bytes(TransitionTable(of: renamed)) == Self.bytes(TransitionTable(of: flow)))
        var other = flow
        other.version += "x"
        #expect(try Self.bytes(TransitionTable(of: other)) != Self.bytes(TransitionTable(of: flow)))
    }

    private static func bytes(_ table: TransitionTable) -> [UInt8] {
        withExtendedLifetime(table) { table.bytesWithoutNames.flatMap { Array($0) } }
    }
}
