extension CheckedFlow {
    /// The flow without the states that cannot be reached, and their transitions and events.
    ///
    /// A style inherits more than it uses; none of that goes into its table, nor counts as uncovered.
    package var pruned: CheckedFlow { pruned(to: prunedNumbers) }

    /// The flow without the states that get no number; the others have these.
    package func pruned(to kept: [StateID?]) -> CheckedFlow {
        guard kept.contains(nil) else { return self }
        let number = kept.map { $0 ?? 0 }
        var result = self
        result.states = states.indices.filter { kept[$0] != nil }.map { states[$0].renumbered(number) }
        result.initialState = number[initialState]
        return result
    }

    /// By state: its number in ``pruned``; nothing for one that is not there.
    package var prunedNumbers: [StateID?] {
        var next = 0
        return reachable.map { isReached in
            guard isReached else { return nil }
            next += 1
            return next - 1
        }
    }

    private var reachable: [Bool] {
        var reached = [Bool](repeating: false, count: states.count)
        var open = [initialState]
        reached[initialState] = true
        while let state = open.popLast() {
            for block in states[state].ownBlocks {
                block.forEachTarget { target in
                    if !reached[target] {
                        reached[target] = true
                        open.append(target)
                    }
                }
            }
        }
        return reached
    }
}

extension State {
    /// The blocks that the state can run, in any order.
    fileprivate var ownBlocks: [Block] {
        if case .choice(let block) = kind { return [block] }
        return Array(transitions.values)
    }

    fileprivate func renumbered(_ number: [StateID]) -> State {
        var result = self
        result.transitions = transitions.mapValues { $0.renumbered(number) }
        if case .choice(let block) = kind { result.kind = .choice(block.renumbered(number)) }
        return result
    }
}

extension Block {
    fileprivate func forEachTarget(_ body: (StateID) -> Void) {
        for instruction in instructions {
            switch instruction {
            case .jump(let state), .jumpLast(let state): body(state)
            case .when(_, let inner): inner.forEachTarget(body)
            default: break
            }
        }
    }

    fileprivate func renumbered(_ number: [StateID]) -> Block {
        Block(
            instructions.map { instruction in
                switch instruction {
                case .jump(let state): .jump(number[state])
                case .jumpLast(let state): .jumpLast(otherwise: number[state])
                case .when(let condition, let inner): .when(condition, inner.renumbered(number))
                default: instruction
                }
            })
    }
}
