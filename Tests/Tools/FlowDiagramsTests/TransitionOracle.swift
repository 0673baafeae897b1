import FlowAnalysis
import FlowDiagnostics
import FlowIR
import FlowTable

/// The transitions that a diagram has to show, found by walking the flow anew. Guards are compared without parentheses.
struct TransitionOracle {
    let flow: LoweredFlow
    private let solver: ConditionSolver
    private var answers: [[Condition]: Bool] = [:]
    private var found: Set<String> = []
    /// Those of them that are neither errors, timeouts or commands nor restarts.
    private var course: Set<String> = []

    /// Returns the transitions as texts: `FROM: EVENT if GUARD → TO`.
    static func transitions(of flow: LoweredFlow) -> Set<String> { oracle(of: flow).found }

    /// Returns the transitions that are neither errors, timeouts or commands nor restarts.
    static func course(of flow: LoweredFlow) -> Set<String> { oracle(of: flow).course }

    private static func oracle(of flow: LoweredFlow) -> TransitionOracle {
        var oracle = TransitionOracle(flow: flow)
        for state in flow.states {
            if case .choice(let block) = state.kind {
                oracle.walk(block, Path(state: state, event: "", isReturn: false))
            }
            for (event, block) in state.transitions { oracle.walk(event, block, state) }
        }
        return oracle
    }

    private init(flow: LoweredFlow) {
        self.flow = flow
        solver = ConditionSolver(flow)
    }

    private struct Path {
        var state: State
        var event: String
        /// Whether a transition to its own node counts.
        var isReturn: Bool
        var isCourse = true
        var isAnswer = false
        var guards: [String] = []
        var words = ""
        var attempts = ""
        var counter: CounterID?
        var isLast = false
        /// What the guards so far say of the data.
        var known: [Condition] = []
        var isWritten = false
    }

    private mutating func walk(_ event: EventID, _ block: Block, _ state: State) {
        let builtin = [
            "start", "submit", "cancel", "back", "timeout", "", "success", "invalid reply", "any other challenge",
            "any other error", "any other failure",
        ]
        var handler = ""
        if case .handler(let use) = state.kind { handler = use.handler.text }
        var name = event.builtin.map { builtin[$0.rawValue] } ?? ""
        // A start at a node starts over, as a command would.
        var isCourse = [1, 5, 6, 8].contains(event) || event == 0 && state.node == nil
        if event == 5 { name = "after " + handler }
        if event == 10 { name += " of " + handler }
        if let own = flow.ownEvent(event) {
            name = own.kind == .deadline ? "deadline" : own.name.text
            isCourse = own.kind == .challenge
            if own.kind == .failure { name += " of " + handler }
            if case .call(let request) = state.kind, own.kind == .challenge,
                request.barred.contains(challenge: own.name)
            {
                return
            }
        }
        if event == 6, case .call(let request) = state.kind, request.barred.success { return }
        walk(
            block,
            Path(
                state: state, event: name, isReturn: ![0, 1, 5].contains(event), isCourse: isCourse,
                isAnswer: event == 1))
    }

    private mutating func walk(_ block: Block, _ path: Path) {
        var path = path
        for instruction in block.instructions {
            switch instruction {
            case .mark: path.isWritten = true
            case .count(let counter):
                path.counter = counter
                path.known = []
            case .when(.not(.leaf(.below(let counter, let number))), let inner) where counter == path.counter:
                var last = path
                last.attempts = " after \(number) attempts"
                last.isLast = false
                walk(inner, last)
            case .when(.constant(false), _): continue
            case .when(let condition, let inner):
                var taken = path
                taken.isLast = false
                taken.known.append(condition)
                guard canHold(taken.known) else { continue }
                if path.isAnswer, path.words.isEmpty, let words = words(condition, askedAt: path.state) {
                    taken.words = words
                } else {
                    taken.guards.append(text(condition))
                }
                walk(inner, taken)
                if inner.instructions.contains(where: { leaves($0) }) {
                    path.isLast = true
                    path.known.append(.not(condition))
                    // No data are left for what follows.
                    if !canHold(path.known) { return }
                } else if changesData(instruction) {
                    path.known = []
                }
            case .jump(let target): return jump(target, path)
            case .jumpLast(let target):
                return add(path, "the last step, or " + flow.nodes[flow.states[target].node ?? 0].id)
            case .refuse(let code):
                if path.isWritten { add(path, "✕ \(code)") }
                return
            default: if changesData(instruction) { path.known = [] }
            }
        }
    }

    private func leaves(_ instruction: Instruction) -> Bool {
        switch instruction {
        case .jump, .jumpLast, .refuse: true
        default: false
        }
    }

    private mutating func canHold(_ conditions: [Condition]) -> Bool {
        if let answer = answers[conditions] { return answer }
        let answer = solver.solve(all: conditions) != .unsatisfiable
        answers[conditions] = answer
        return answer
    }

    private func changesData(_ instruction: Instruction) -> Bool {
        switch instruction {
        case .when(_, let inner): inner.instructions.contains { changesData($0) }
        case .jump, .jumpLast, .refuse, .mark, .notify, .require: false
        default: true
        }
    }

    private mutating func jump(_ first: StateID, _ path: Path) {
        var target = first
        // Work on the way back to a step, or to where the last attempt leads, is no place of its own.
        while path.isReturn, case .handler = flow.states[target].kind, flow.states[target].node == path.state.node,
            let next = only(flow.states[target].transitions[5]?.instructions ?? [])
        {
            target = next
        }
        guard let node = flow.states[target].node, node != path.state.node || path.isReturn else { return }
        add(path, flow.nodes[node].id)
    }

    /// The only state that instructions jump to.
    private func only(_ instructions: [Instruction]) -> StateID? {
        var targets: Set<StateID> = []
        func collect(_ instructions: [Instruction]) {
            for instruction in instructions {
                if case .jump(let target) = instruction { targets.insert(target) }
                if case .when(_, let inner) = instruction { collect(inner.instructions) }
            }
        }
        collect(instructions)
        return targets.count == 1 ? targets.first : nil
    }

    private mutating func add(_ path: Path, _ target: String) {
        let from = path.state.node.map { flow.nodes[$0].id } ?? "start"
        var label = (path.words.isEmpty ? path.event : path.words) + path.attempts
        if label.hasPrefix("after "), path.attempts.isEmpty, !path.guards.isEmpty || path.isLast { label = "" }
        if !path.guards.isEmpty {
            label += " if " + path.guards.joined(separator: " and ")
        } else if path.isLast, path.words.isEmpty {
            label += " otherwise"
        }
        let text = Self.plain(from + (label.isEmpty ? "" : ": " + label) + " → " + target)
        found.insert(text)
        if path.isCourse { course.insert(text) }
    }

    /// A transition without parentheses and doubled spaces.
    static func plain(_ text: String) -> String {
        text.replacing("(", with: "").replacing(")", with: "").split(separator: " ").joined(separator: " ")
    }

    // MARK: Guards

    /// The words of a condition that tests only the choice for which a step asks.
    private func words(_ condition: Condition, askedAt state: State) -> String? {
        guard case .present(let step) = state.kind else { return nil }
        let choices = step.asks.filter { flow.slots[$0.slot].type == .choice }
        return choices.count == 1 ? words(condition, of: choices[0].slot) : nil
    }

    private func words(_ condition: Condition, of choice: SlotID) -> String? {
        switch condition {
        case .leaf(.equals(choice, let word, _)): word.text
        case .or(let first, let second):
            if let left = words(first, of: choice), let right = words(second, of: choice) {
                left + ", " + right
            } else {
                nil
            }
        default: nil
        }
    }

    private func text(_ condition: Condition) -> String {
        switch condition {
        case .constant(let holds): holds ? "always" : "never"
        case .not(let inner): "not " + text(inner)
        case .and(let left, let right): text(left) + " and " + text(right)
        case .or(let left, let right): text(left) + " or " + text(right)
        case .leaf(.present(let slot)): "present " + name(slot)
        case .leaf(.equals(let slot, "true", _)) where flow.slots[slot].type == .flag: name(slot)
        case .leaf(.equals(let slot, let word, _)): name(slot) + " is " + quoted(word.text)
        case .leaf(.contains(let slot, let word)): name(slot) + " contains " + quoted(word.text)
        case .leaf(.matches(let slot, let pattern)): name(slot) + " matches " + quoted(flow.patterns[pattern].source)
        case .leaf(.hasAll(let holder, let wanted)): name(holder) + " contains all of " + name(wanted)
        case .leaf(.below(let counter, let number)): flow.counters[counter] + " < " + String(number)
        }
    }

    /// A literal as an author must write it.
    private func quoted(_ text: String) -> String {
        let isWord = text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "_.-*/".contains($0)) }
        return isWord && !text.isEmpty ? text : text.contains("'") ? "\"\(text)\"" : "'\(text)'"
    }

    private func name(_ slot: SlotID) -> String {
        slot == ErrorSlot.type ? "error" : slot == ErrorSlot.message ? "error.message" : flow.slots[slot].name
    }
}
