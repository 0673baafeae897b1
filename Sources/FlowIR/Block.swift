/// The instructions that a transition executes.
///
/// Every path through a block ends in ``Instruction/jump(_:)``, ``Instruction/jumpLast(otherwise:)`` or
/// ``Instruction/refuse(_:)``.
package struct Block: Sendable, Hashable {
    /// The instructions, in order.
    package var instructions: [Instruction]

    /// Creates a block that executes these instructions in order.
    package init(_ instructions: [Instruction]) {
        self.instructions = instructions
    }

    /// The number of instructions, including those in branches.
    package var size: Int {
        instructions.reduce(0) { size, instruction in
            if case .when(_, let inner) = instruction { size + 1 + inner.size } else { size + 1 }
        }
    }

    /// The state that the block jumps to, or nil if it contains any other instruction except marks.
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
