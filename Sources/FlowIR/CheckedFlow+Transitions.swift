extension CheckedFlow {
    /// The numbers of the transitions that at least one state can take.
    ///
    /// A transition that nearer ones override in every state is not among them.
    package var usedTransitions: Set<TransitionID> {
        var used: Set<TransitionID> = []
        for state in states {
            for block in state.blocks { Self.collect(block, &used) }
        }
        return used
    }

    /// Adds the transitions that a block and its branches mark to `used`.
    private static func collect(_ block: Block, _ used: inout Set<TransitionID>) {
        for instruction in block.instructions {
            switch instruction {
            case .mark(let transition): used.insert(transition)
            case .when(_, let inner): collect(inner, &used)
            default: break
            }
        }
    }
}
