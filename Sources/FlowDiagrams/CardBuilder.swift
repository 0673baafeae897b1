import FlowModel

/// Makes a card for each node of a flow, without ways out.
struct CardBuilder {
    private let flow: CheckedFlow
    private let transitions: [Transition]
    /// By node: its states.
    private let states: [[State]]
    /// By slot with the end of a deadline: its limit in words.
    private let deadlines: [SlotID: String]

    init(_ flow: CheckedFlow, _ transitions: [Transition]) {
        self.flow = flow
        self.transitions = transitions
        var states = [[State]](repeating: [], count: flow.nodes.count)
        for state in flow.states {
            if let node = state.node, states.indices.contains(node) { states[node].append(state) }
        }
        self.states = states
        deadlines = Self.deadlines(flow)
    }

    /// Returns the start, if a host can start the flow, and one card for each node that can be reached.
    func cards() -> [Card] {
        var cards: [Card] = []
        if transitions.contains(where: { $0.from == nil }) {
            cards.append(Card(node: nil, kind: .start, title: "start", entries: asks(flow.inputs)))
        }
        let good = goodEnds()
        for node in flow.nodes.indices where !states[node].isEmpty {
            let kind = kind(of: node, isGood: good.contains(node))
            cards.append(Card(node: node, kind: kind, title: flow.nodes[node].id, entries: entries(of: node)))
        }
        return cards
    }

    private func kind(of node: Int, isGood: Bool) -> Card.Kind {
        let states = states[node]
        if flow.nodes[node].kind == .end { return isGood ? .endsWell : .endsBadly }
        if states.contains(where: \.presents) { return .asks }
        if states.contains(where: \.requests) { return .calls }
        return states.contains(where: \.works) ? .works : .decides
    }

    /// The ends that no transition reaches with a pending error, directly or by way of decisions.
    private func goodEnds() -> Set<Int> {
        let bySource = Dictionary(grouping: transitions, by: \.from)
        var failed: Set<Int> = []
        var open = transitions.filter { $0.carriesError || $0.attempts != nil }
        while let transition = open.popLast() {
            guard case .node(let node) = transition.target, failed.insert(node).inserted else { continue }
            let decides = !states[node].contains { $0.presents || $0.requests }
            if decides { open += bySource[node, default: []].filter { $0.trigger.isCourse } }
        }
        let ends = flow.nodes.indices.filter { flow.nodes[$0].kind == .end }
        return Set(ends).subtracting(failed)
    }

    // MARK: Entries

    private func entries(of node: Int) -> [Card.Entry] {
        var entries: [Card.Entry] = []
        for state in states[node] {
            for entry in self.entries(of: state) where !entries.contains(entry) { entries.append(entry) }
        }
        let steps = entries.filter { $0.kind == .step }.map(\.text)
        if steps.count > 1, let first = entries.firstIndex(where: { $0.kind == .step }) {
            entries[first].text = steps.joined(separator: " or ")
            entries = entries.enumerated().filter { $0.offset == first || $0.element.kind != .step }.map(\.element)
        }
        let handlers = entries.filter { $0.kind == .work }.map(\.text)
        entries.removeAll { $0.kind == .work }
        if !handlers.isEmpty { entries.append(Card.Entry(kind: .work, text: handlers.joined(separator: ", "))) }
        for name in notifications(of: node) { entries.append(Card.Entry(kind: .notifies, text: name)) }
        return entries
    }

    private func entries(of state: State) -> [Card.Entry] {
        switch state.kind {
        case .present(let step):
            [Card.Entry(kind: .step, text: step.step)] + shows(step.shows) + asks(step.asks) + time(step)
        case .call(let request): [call(request)]
        case .handler(let use): [Card.Entry(kind: .work, text: use.handler)]
        case .choice: []
        case .end(let ending):
            (ending.step.utf8.isEmpty ? [] : [Card.Entry(kind: .step, text: ending.step)]) + shows(ending.shows)
        }
    }

    private func shows(_ shows: [Show]) -> [Card.Entry] {
        let names = shows.map { show in show.name + (isSecret(show) ? " " + Sign.secret : "") }
        return names.isEmpty ? [] : [Card.Entry(kind: .shows, text: names.joined(separator: ", "))]
    }

    private func isSecret(_ show: Show) -> Bool { show.source.slots.contains { type(of: $0)?.isSecret == true } }

    /// What is asked: one line each for what must be given, and one for all that may.
    private func asks(_ asks: [Ask]) -> [Card.Entry] {
        let optional = asks.filter { !$0.isRequired }.map {
            $0.name + (type(of: $0.slot)?.isSecret == true ? " " + Sign.secret : "")
        }
        return asks.filter(\.isRequired).map(ask)
            + (optional.isEmpty ? [] : [Card.Entry(kind: .optional, text: optional.joined(separator: ", "))])
    }

    private func ask(_ ask: Ask) -> Card.Entry {
        let type = type(of: ask.slot)
        var text = ask.name
        if !ask.words.isEmpty { text += ": " + ask.words.joined(separator: " · ") }
        if let pattern = ask.pattern, flow.patterns.indices.contains(pattern) {
            text += " " + flow.patterns[pattern].source
        }
        if let length = ask.length { text += ", " + String(length) + " characters" }
        if type?.isSecret == true { text += " " + Sign.secret }
        return Card.Entry(kind: .asks, text: text, detail: type?.rawValue ?? "")
    }

    private func type(of slot: SlotID) -> ValueType? { flow.slots.indices.contains(slot) ? flow.slots[slot].type : nil }

    private func time(_ step: Presentation) -> [Card.Entry] {
        var limits: [String] = []
        if let limit = step.timeLimit { limits.append(Self.words(limit, flow)) }
        limits += step.deadlines.compactMap { deadlines[$0].map { $0 + " in all" } }
        return limits.isEmpty ? [] : [Card.Entry(kind: .time, text: limits.joined(separator: ", "))]
    }

    /// A request: the operation, and the members that it sends.
    private func call(_ request: Request) -> Card.Entry {
        let members = request.inputs.map { input in
            let name = input.path.last ?? ""
            if case .literal(let text) = input.source.origin { return name + " " + text }
            return input.isSpread ? name + "*" : name
        }
        return Card.Entry(kind: .sends, text: request.operation, detail: members.joined(separator: ", "))
    }

    private func notifications(of node: Int) -> [String] {
        var names: [String] = []
        for state in states[node] {
            for block in state.blocks { block.forEachNotification { if !names.contains($0) { names.append($0) } } }
        }
        return names
    }

    // MARK: Deadlines

    private static func words(_ limit: Presentation.TimeLimit, _ flow: CheckedFlow) -> String {
        switch limit {
        case .seconds(let seconds): String(seconds) + " s"
        case .slot(let slot): flow.slots.indices.contains(slot) ? flow.slots[slot].name : "a value"
        }
    }

    private static func deadlines(_ flow: CheckedFlow) -> [SlotID: String] {
        var result: [SlotID: String] = [:]
        for state in flow.states {
            for block in state.blocks {
                block.forEachInstruction { instruction in
                    if case .begin(let slot, let limit) = instruction { result[slot] = words(limit, flow) }
                }
            }
        }
        return result
    }
}

extension State {
    var presents: Bool { if case .present = kind { true } else { false } }
    var requests: Bool { if case .call = kind { true } else { false } }
    var works: Bool { if case .handler = kind { true } else { false } }

    /// All blocks, in the order of events.
    var blocks: [Block] {
        let own: [Block] = if case .choice(let block) = kind { [block] } else { [] }
        return own + transitions.keys.sorted().compactMap { transitions[$0] }
    }
}

extension Block {
    /// Calls a function with each instruction, those of guarded blocks included.
    func forEachInstruction(_ body: (Instruction) -> Void) {
        for instruction in instructions {
            body(instruction)
            if case .when(_, let inner) = instruction { inner.forEachInstruction(body) }
        }
    }

    /// Calls a function with the name of each notification.
    func forEachNotification(_ body: (String) -> Void) {
        forEachInstruction { if case .notify(let notification) = $0 { body(notification.name) } }
    }
}
