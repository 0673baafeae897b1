/// Section 6: a transition is taken.
extension Machine {
    mutating func take(_ on: Element, _ occurrence: Occurrence) throws(Interruption) {
        execute(on)
        if let name = on["refuse"] { throw .refused(name, occurrence.event.subject) }
        if on.isTrue("keep-error") { now.error = before(occurrence).error }
        if occurrence.event.isAnswer, on["retry"] != nil { now = before(occurrence) }
        if let target = on["to"], case .challenge = occurrence.event {
            try require(at: NodePlace(instance: occurrence.node.instance, name: target), occurrence)
        }
        if on["retry"] == nil, on["attempts"] == nil { succeed(occurrence) }
        let node = occurrence.node
        if let then = count(on, occurrence) {
            return instead(.run(on.children, node), .enter(NodePlace(instance: node.instance, name: then), from: node))
        }
        if on["restart"] != nil || occurrence.event == .start { begin(keeping: on.words("keep"), occurrence) }
        instead(.run(on.children, node), .lead(on, occurrence))
    }

    /// The configuration before the event, or before the result of a handler that has worked since.
    func before(_ occurrence: Occurrence) -> Configuration {
        if case .working = origin.point { origin } else { occurrence.before }
    }

    /// Demands what a node of a challenge requires of the reply.
    func require(at target: NodePlace, _ occurrence: Occurrence) throws(Interruption) {
        guard let node = node(target), node.kind == "challenge" else { return }
        try require(node.words("requires"), occurrence)
    }

    /// Demands values of a reply by the service's names.
    func require(_ names: [Text], _ occurrence: Occurrence) throws(Interruption) {
        guard let service = node(occurrence.node).flatMap({ try? request(of: $0, occurrence.node).0.service }) else {
            return
        }
        for name in names where now.store[Place(name, of: service)]?.isThere != true {
            var occurrence = occurrence
            occurrence.before = before(occurrence)
            throw .invalid(occurrence, PendingError("missing-parameter", name))
        }
    }

    /// A node is left by success: its attempts are over.
    mutating func succeed(_ occurrence: Occurrence) {
        switch occurrence.event {
        case .success, .outcome: break
        case .submit: if node(occurrence.node)?.hasRequest != false { return }
        case .challenge(let name): if name == node(occurrence.node).flatMap({ answered(by: $0) }) { return }
        default: return
        }
        resetAttempts(at: occurrence.node)
    }

    /// The challenge that the request of a node answers.
    func answered(by node: Node) -> Text? {
        if node.kind == "challenge" { return node["as"] ?? node["name"] }
        return node.kind == "step" ? node.answers.lazy.compactMap { $0["challenge"] }.first : nil
    }

    mutating func resetAttempts(at place: NodePlace) {
        for key in now.attempts.keys where key.node == place { now.attempts[key] = nil }
        let counting = node(place)?.counting.filter { $0["counter"] == nil } ?? []
        for name in counting.compactMap({ $0["left"] }) { set(name, place.instance, nil) }
    }

    /// `start` and `restart`: values, counters and what was sent are forgotten.
    mutating func begin(keeping names: [Text], _ occurrence: Occurrence) {
        let instance = occurrence.node.instance
        let isStart = occurrence.event == .start
        let kept = Set(names.map { place($0, instance) })
        now.store = now.store.filter { place, _ in
            kept.contains(place) || isStart && occurrence.brought.contains(place) || isConstant(place)
        }
        now.counters = [:]
        now.lastStep = nil
        now.sent = [:]
        now.chosen = [:]
        if isStart { now.attempts = [:] }
        if isStart { now.deadlines = [:] }
    }

    private func isConstant(_ place: Place) -> Bool {
        guard let instance = place.instance else { return false }
        let flow = flow(instance)
        return flow.facts.contains(place.name) || flow.inputs.contains { $0.isKept && $0.name == place.name }
    }

    /// Counts an attempt; gives the node behind the last one.
    private mutating func count(_ on: Element, _ occurrence: Occurrence) -> Text? {
        let node = occurrence.node
        guard let most = on["attempts"].flatMap({ Int($0.description) }) else { return nil }
        let reached = min(255, attempts(of: on, at: node) + 1)
        if let counter = on["counter"] {
            now.counters[Place(node.instance, counter)] = reached
        } else {
            now.attempts[Configuration.Attempts(node: node, transition: on.id)] = reached
        }
        tellLeft(on, at: node)
        return reached >= most ? on["then"] : nil
    }

    private func attempts(of on: Element, at node: NodePlace) -> Int {
        if let counter = on["counter"] { return now.counters[Place(node.instance, counter), default: 0] }
        return now.attempts[Configuration.Attempts(node: node, transition: on.id), default: 0]
    }

    /// The value in `left` becomes the number of attempts that are left.
    mutating func tellLeft(_ on: Element, at node: NodePlace) {
        guard let left = on["left"], let most = on["attempts"].flatMap({ Int($0.description) }) else { return }
        set(left, node.instance, .text(Text("\(max(0, most - attempts(of: on, at: node)))")))
    }

    /// The target of a transition.
    mutating func lead(_ on: Element, _ occurrence: Occurrence) throws(Interruption) {
        let place = occurrence.node
        let node = try demand(place)
        let source = occurrence.event == .start ? nil : place
        if let target = on["to"] ?? on["restart"] {
            return instead(.enter(NodePlace(instance: place.instance, name: target), from: source))
        }
        switch on["retry"] {
        case "here": instead(.ask(Configuration.Step(node: place, name: on["present"] ?? node.stepName)))
        case "send": instead(.send(place))
        case "compute":
            if !node.asks { return instead(.enter(place, from: place)) }
            instead(.run(node.workAfterAsk, place), .prepare(place))
        default:
            if let step = now.lastStep { return instead(.ask(step)) }
            instead(.enter(NodePlace(instance: place.instance, name: on["otherwise"] ?? ""), from: source))
        }
    }
}
