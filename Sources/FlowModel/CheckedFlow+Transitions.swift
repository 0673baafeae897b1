extension CheckedFlow {
    /// Numbers of the transitions that some state of the flow can take. Others always have a nearer one before them.
    package var usedTransitions: Set<TransitionID> {
        var used: Set<TransitionID> = []
        for state in states {
            if case .choice(let block) = state.kind { Self.collect(block, &used) }
            for block in state.transitions.values { Self.collect(block, &used) }
        }
        return used
    }

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
