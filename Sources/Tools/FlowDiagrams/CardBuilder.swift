import FlowAnalysis
import FlowDiagnostics
import FlowIR
import FlowTable

/// Creates the cards of a flow's nodes, without their rows.
struct CardBuilder {
    private let flow: LoweredFlow
    private let transitions: [Transition]
    /// The states of each node, by the node's index.
    private let states: Table<Node, [State]>
    /// The limit of each deadline in words, by the slot that holds the deadline.
    private let deadlines: [SlotID: String]

    init(_ flow: LoweredFlow, _ transitions: [Transition]) {
        self.flow = flow
        self.transitions = transitions
        var states = Table<Node, [State]>(repeating: [], count: flow.nodes.count)
        for state in flow.states {
            if let node = state.node, states.indices.contains(node) { states[node].append(state) }
        }
        self.states = states
        deadlines = Self.deadlines(flow)
    }

    /// Returns a card for the start, if a host can start the flow, and one for each reachable node.
    func cards() -> [Card] {
        var cards: [Card] = []
        if transitions.contains(where: { $0.from == nil }) {
            cards.append(Card(node: nil, kind: .start, title: "start", entries: askEntries(for: flow.inputs)))
        }
        let successes = goodEnds()
        for node in flow.nodes.indices where !states[node].isEmpty {
            cards.append(
                Card(
                    node: node, kind: kind(of: node, isGoodEnd: successes.contains(node)), title: flow.nodes[node].id,
                    entries: entries(of: node)))
        }
        return cards
    }

    /// Returns what a node does. `isGoodEnd` matters only for ends.
    private func kind(of node: NodeID, isGoodEnd: Bool) -> Card.Kind {
        let nodeStates = states[node]
        if flow.nodes[node].kind == .end { return isGoodEnd ? .endsWell : .endsBadly }
        if nodeStates.contains(where: \.isPresent) { return .asks }
        if nodeStates.contains(where: \.isCall) { return .calls }
        return nodeStates.contains(where: \.isHandler) ? .works : .decides
    }

    /// Returns the ends to which no error and no failed attempt leads, directly or through decisions and handlers.
    private func goodEnds() -> Set<NodeID> {
        let transitionsBySource = Dictionary(grouping: transitions, by: \.from)
        var reachedWithError: Set<NodeID> = []
        // A transition that counts attempts follows a failed attempt.
        var pending = transitions.filter { $0.carriesError || $0.attempts != nil }
        while let transition = pending.popLast() {
            guard case .node(let node) = transition.target, reachedWithError.insert(node).inserted else { continue }
            let isDecision = !states[node].contains { $0.isPresent || $0.isCall }
            if isDecision { pending += transitionsBySource[node, default: []].filter { $0.trigger.isCourse } }
        }
        let ends = flow.nodes.indices.filter { flow.nodes[$0].kind == .end }
        return Set(ends).subtracting(reachedWithError)
    }

    // MARK: Entries

    /// Returns the distinct entries of a node's states, and one for each notification.
    ///
    /// All steps share one entry. All handlers share another entry.
    private func entries(of node: NodeID) -> [Card.Entry] {
        var entries: [Card.Entry] = []
        for state in states[node] {
            for entry in self.entries(of: state) where !entries.contains(entry) { entries.append(entry) }
        }
        entries = Self.joiningHandlers(Self.joiningSteps(entries))
        for name in notifications(of: node) { entries.append(Card.Entry(kind: .notifies, text: name)) }
        return entries
    }

    /// Returns the entries with the names of all steps joined in one entry, in the place of the first step.
    private static func joiningSteps(_ entries: [Card.Entry]) -> [Card.Entry] {
        guard let first = entries.firstIndex(where: { $0.kind == .step }) else { return entries }
        let names = entries.filter { $0.kind == .step }.map(\.text)
        var result = entries.filter { $0.kind != .step }
        result.insert(Card.Entry(kind: .step, text: names.joined(separator: " or ")), at: first)
        return result
    }

    /// Returns the entries with all handlers joined in one entry at the end.
    private static func joiningHandlers(_ entries: [Card.Entry]) -> [Card.Entry] {
        let names = entries.filter { $0.kind == .work }.map(\.text)
        guard !names.isEmpty else { return entries }
        return entries.filter { $0.kind != .work } + [Card.Entry(kind: .work, text: names.joined(separator: ", "))]
    }

    /// Returns what a state shows, asks, sends or calls; empty for a decision.
    private func entries(of state: State) -> [Card.Entry] {
        switch state.kind {
        case .present(let step):
            [Card.Entry(kind: .step, text: step.step.text)] + showEntries(for: step.shows) + askEntries(for: step.asks)
                + timeEntries(for: step)
        case .call(let request): [requestEntry(for: request)]
        case .handler(let use): [Card.Entry(kind: .work, text: use.handler.text)]
        case .choice: []
        case .end(let ending):
            (ending.step.utf8.isEmpty ? [] : [Card.Entry(kind: .step, text: ending.step.text)])
                + showEntries(for: ending.shows)
        }
    }

    /// A shown or asked value.
    private typealias NamedValue = (name: String, isSecret: Bool)

    /// Returns one entry with the names of all shown values, or an empty array if there are none.
    private func showEntries(for shows: [Show]) -> [Card.Entry] {
        listEntries(.shows, shows.map { ($0.name.text, isSecret($0)) })
    }

    /// Returns one entry with the names of some values, or an empty array without values.
    private func listEntries(_ kind: Card.Entry.Kind, _ values: [NamedValue]) -> [Card.Entry] {
        if values.isEmpty { return [] }
        let names = values.map { marked($0.name, isSecret: $0.isSecret) }
        return [
            Card.Entry(kind: kind, text: names.joined(separator: ", "), isSecret: values.contains(where: \.isSecret))
        ]
    }

    /// Returns whether a shown value comes from a secret.
    private func isSecret(_ show: Show) -> Bool { show.source.slots.contains { type(of: $0)?.isSecret == true } }

    /// Returns one entry for each required ask, and one for all optional asks.
    private func askEntries(for asks: [Ask]) -> [Card.Entry] {
        let optional = asks.filter { !$0.isRequired }
        return asks.filter(\.isRequired).map(askEntry)
            + listEntries(.optional, optional.map { ($0.name.text, type(of: $0.slot)?.isSecret == true) })
    }

    /// Returns the entry of a required ask: its name and its constraints, with its type as detail.
    private func askEntry(for ask: Ask) -> Card.Entry {
        let type = type(of: ask.slot)
        let isSecret = type?.isSecret == true
        var text = ask.name.text
        if !ask.words.isEmpty { text += ": " + ask.words.map(\.text).joined(separator: " · ") }
        if let pattern = ask.pattern.flatMap({ flow.patterns[ifPresent: $0] }) {
            text += " " + pattern.source
        }
        if let length = ask.length { text += ", " + counted(length, "character") }
        return Card.Entry(
            kind: .asks, text: marked(text, isSecret: isSecret), detail: type?.name ?? "", isSecret: isSecret)
    }

    /// Returns a text, followed by the sign for secrets if `isSecret` is true.
    private func marked(_ text: String, isSecret: Bool) -> String { isSecret ? text + " " + Sign.secret : text }

    /// Returns the type of a slot, or nil if the flow lacks the slot.
    private func type(of slot: SlotID) -> SlotType? { flow.slots[ifPresent: slot]?.type }

    /// Returns one entry with the step's time limit and deadlines, or an empty array if it has none.
    private func timeEntries(for step: Presentation) -> [Card.Entry] {
        var limits: [String] = []
        if let limit = step.timeLimit { limits.append(Self.words(limit, flow)) }
        limits += step.deadlines.compactMap { deadlines[$0].map { $0 + " in all" } }
        return limits.isEmpty ? [] : [Card.Entry(kind: .time, text: limits.joined(separator: ", "))]
    }

    /// Returns the entry of a request: the operation, with the sent members as detail. A literal is shown with its
    /// text. The sign `*` marks a map whose members are sent.
    private func requestEntry(for request: Request) -> Card.Entry {
        let members = request.inputs.map { input in
            let name = input.path.last?.text ?? ""
            if case .literal(let text) = input.source.origin { return name + " " + text.text }
            return input.isSpread ? name + "*" : name
        }
        return Card.Entry(kind: .sends, text: request.operation.text, detail: members.joined(separator: ", "))
    }

    /// Returns the names of a node's notifications, each once.
    private func notifications(of node: NodeID) -> [String] {
        var names: [String] = []
        for state in states[node] {
            for block in state.blocks {
                block.forEachInstruction { instruction in
                    guard case .notify(let notification) = instruction, !names.contains(notification.name.text) else {
                        return
                    }
                    names.append(notification.name.text)
                }
            }
        }
        return names
    }

    // MARK: Deadlines

    /// Returns a time limit in words: its seconds, or the name of the slot that holds them.
    private static func words(_ limit: Presentation.TimeLimit, _ flow: LoweredFlow) -> String {
        switch limit {
        case .seconds(let seconds): String(seconds) + " s"
        case .slot(let slot): flow.slots[ifPresent: slot]?.name ?? "a value"
        }
    }

    /// Returns the limit of each deadline that the flow starts, by its slot.
    private static func deadlines(_ flow: LoweredFlow) -> [SlotID: String] {
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
