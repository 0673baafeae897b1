extension LoweredFlow {
    /// The flow without unreachable states and their transitions.
    ///
    /// A style inherits nodes that it does not use. Its table omits their states, and coverage does not count them.
    package var pruned: LoweredFlow { pruned(to: prunedNumbers) }

    /// Returns the flow with only some of its states, and with new numbers for them.
    ///
    /// `kept` contains the new number of each state, or nil to remove the state. The new numbers must keep the order of
    /// the states. The initial state must remain, and states that remain must not lead to removed ones.
    package func pruned(to kept: Table<State, StateID?>) -> LoweredFlow {
        guard kept.contains(nil) else { return self }
        // The number of a removed state is never used, since no state that remains leads there.
        let number = kept.mapValues { $0 ?? 0 }
        var result = self
        result.states = Table(states.indices.filter { kept[$0] != nil }.map { states[$0].renumbered(number) })
        result.initialState = number[initialState]
        return result
    }

    /// By state: its number in ``pruned``, or nil if it is unreachable.
    package var prunedNumbers: Table<State, StateID?> {
        var count = 0
        return reachable.mapValues { isReached in
            guard isReached else { return nil }
            count += 1
            return StateID(count - 1)
        }
    }

    /// By state: whether it can be reached from the initial state.
    private var reachable: Table<State, Bool> {
        var reached = Table<State, Bool>(repeating: false, count: states.count)
        var open = [initialState]
        reached[initialState] = true
        while let state = open.popLast() {
            for block in states[state].blocks {
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
    /// Returns the state with each state that it leads to replaced by its entry in `number`.
    fileprivate func renumbered(_ number: Table<State, StateID>) -> State {
        var result = self
        result.transitions = transitions.mapBlocks { $0.renumbered(number) }
        if case .choice(let block) = kind { result.kind = .choice(block.renumbered(number)) }
        return result
    }
}
