/// What a transition does: instructions in order. Every way through a block ends in a ``Instruction/jump(_:)``,
/// ``Instruction/jumpLast(otherwise:)`` or ``Instruction/refuse(_:)``.
package struct Block: Sendable, Hashable {
    /// The instructions.
    package var instructions: [Instruction]

    /// A block.
    package init(_ instructions: [Instruction]) {
        self.instructions = instructions
    }

    /// The state that a block leads to if it does nothing else.
    package var plainTarget: StateID? {
        let real = instructions.filter { if case .mark = $0 { false } else { true } }
        guard real.count == 1, case .jump(let state) = real[0] else { return nil }
        return state
    }
}
