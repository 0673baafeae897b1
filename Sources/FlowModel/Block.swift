/// What a transition does: instructions in order. Every way through a block ends in a ``Instruction/jump(_:)``,
/// ``Instruction/jumpLast(otherwise:)`` or ``Instruction/refuse(_:)``.
package struct Block: Sendable, Hashable {
    /// The instructions.
    package var instructions: [Instruction]

    /// A block.
    package init(_ instructions: [Instruction]) {
        self.instructions = instructions
    }

    /// The number of instructions, those in branches included.
    package var size: Int {
        instructions.reduce(0) { size, instruction in
            if case .when(_, let inner) = instruction { size + 1 + inner.size } else { size + 1 }
        }
    }

    /// The state that a block leads to if it does nothing else.
    package var plainTarget: StateID? {
        var target: StateID?
        for instruction in instructions {
            switch instruction {
            case .mark: continue
            case .jump(let state) where target == nil: target = state
            default: return nil
            }
        }
        return target
    }
}
