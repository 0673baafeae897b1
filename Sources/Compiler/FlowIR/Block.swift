/// The instructions of a transition, of a choice, or of an ``Instruction/when(_:_:)``.
///
/// Every path through the block of a transition or a choice ends in ``Instruction/jump(_:)``,
/// ``Instruction/jumpLast(otherwise:)`` or ``Instruction/refuse(_:)``. After the block of a `when`, control can also
/// continue with the instruction after the `when`.
@usableFromInline
package struct Block: Sendable, Hashable {
    package var instructions: [Instruction]

    /// Creates a block of instructions.
    package init(_ instructions: [Instruction]) {
        self.instructions = instructions
    }

    /// The number of instructions, including those in branches.
    package var size: Int {
        instructions.reduce(0) { size, instruction in
            if case .when(_, let inner) = instruction { size + 1 + inner.size } else { size + 1 }
        }
    }

    /// The target of a block that only jumps to a state, or nil for any other block. Marks do not count.
    package var plainTarget: StateID? {
        var target: StateID?
        for instruction in instructions {
            switch instruction.effect {
            case .mark: continue
            case .exit(.state(let state)) where target == nil: target = state
            case .change, .read, .restore, .branch, .exit: return nil
            }
        }
        return target
    }
}

extension Block {
    /// Calls `body` with each instruction in order, including the instructions of inner blocks.
    package func forEachInstruction(_ body: (Instruction) -> Void) {
        // The recursion is no deeper than that of the compiler when it built the blocks.
        for instruction in instructions {
            body(instruction)
            if case .when(_, let inner) = instruction { inner.forEachInstruction(body) }
        }
    }

    /// Calls `body` with each way in which control can leave the block, in the order of the instructions.
    package func forEachExit(_ body: (BlockExit) -> Void) {
        forEachInstruction { if case .exit(let exit) = $0.effect { body(exit) } }
    }

    /// Calls `body` with each state that the block can jump to, including the fallback of a jump to the last step.
    package func forEachTarget(_ body: (StateID) -> Void) { forEachExit { if let target = $0.target { body(target) } } }

    /// Returns the block with each state that it jumps to replaced by its entry in `number`.
    package func renumbered(_ number: Table<State, StateID>) -> Block {
        Block(
            instructions.map { instruction in
                switch instruction.effect {
                case .exit(.state(let state)): .jump(number[state])
                case .exit(.lastStep(let state)): .jumpLast(otherwise: number[state])
                case .branch(let condition, let inner): .when(condition, inner.renumbered(number))
                case .change, .read, .restore, .mark, .exit(.refusal): instruction
                }
            })
    }
}

extension Block {
    /// Whether the block requires an output of the last reply.
    package var requiresOutput: Bool {
        instructions.contains { instruction in
            switch instruction.effect {
            case .read(.require): true
            case .branch(_, let inner): inner.requiresOutput
            case .change, .read(.show), .restore, .exit, .mark: false
            }
        }
    }

    /// Whether a choice state can run the block, instead of the state that receives the event.
    ///
    /// When the flow enters the choice state, the data of the event are already stored. So the block must not refuse
    /// the event, require an output, restore data or restart.
    package var isIndependentOfEvent: Bool {
        instructions.allSatisfy { instruction in
            switch instruction.effect {
            case .exit(.refusal), .read(.require), .restore, .change(.clearAll): false
            case .branch(_, let inner): inner.isIndependentOfEvent
            case .change, .read(.show), .exit, .mark: true
            }
        }
    }
}
