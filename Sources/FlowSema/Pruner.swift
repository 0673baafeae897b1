import FlowModel

/// Leaves out what cannot be reached: states, and with them transitions and events.
///
/// A style inherits more than it uses; none of that goes into its table, nor counts as uncovered.
enum Pruner {
    static func prune(_ flow: CheckedFlow) -> CheckedFlow {
        let reached = reachable(flow)
        guard reached.contains(false) else { return flow }
        var number = [StateID](repeating: 0, count: flow.states.count)
        var next = 0
        for state in flow.states.indices where reached[state] {
            number[state] = next
            next += 1
        }
        var result = flow
        result.states = flow.states.indices.filter { reached[$0] }.map { renumbered(flow.states[$0], number) }
        result.initialState = number[flow.initialState]
        return result
    }

    private static func reachable(_ flow: CheckedFlow) -> [Bool] {
        var reached = [Bool](repeating: false, count: flow.states.count)
        var open = [flow.initialState]
        reached[flow.initialState] = true
        while let state = open.popLast() {
            for block in blocks(of: flow.states[state]) {
                visit(block) { target in
                    if !reached[target] {
                        reached[target] = true
                        open.append(target)
                    }
                }
            }
        }
        return reached
    }

    private static func blocks(of state: State) -> [Block] {
        if case .choice(let block) = state.kind { return [block] }
        return Array(state.transitions.values)
    }

    private static func visit(_ block: Block, _ body: (StateID) -> Void) {
        for instruction in block.instructions {
            switch instruction {
            case .jump(let state), .jumpLast(let state): body(state)
            case .when(_, let inner): visit(inner, body)
            default: break
            }
        }
    }

    private static func renumbered(_ state: State, _ number: [StateID]) -> State {
        var result = state
        result.transitions = state.transitions.mapValues { renumbered($0, number) }
        if case .choice(let block) = state.kind { result.kind = .choice(renumbered(block, number)) }
        return result
    }

    private static func renumbered(_ block: Block, _ number: [StateID]) -> Block {
        Block(
            block.instructions.map { instruction in
                switch instruction {
                case .jump(let state): .jump(number[state])
                case .jumpLast(let state): .jumpLast(otherwise: number[state])
                case .when(let condition, let inner): .when(condition, renumbered(inner, number))
                default: instruction
                }
            })
    }
}
