/// Section 5: the chain of transitions.
extension Machine {
    /// The `on` elements by scope, from the nearest outwards.
    func scopes(_ event: Event, at place: NodePlace, handle: Element? = nil) -> [[Element]] {
        guard let node = node(place) else { return [] }
        if event == .start, node.kind == "end" { return Array(node.transitions.prefix(node.parts.count)) }
        return (handle.map { [$0.all("on")] } ?? []) + node.transitions
    }

    /// How an `on` listens to an event: 0 by name, 1 by `*` or `reply`, nothing if it does not.
    func rank(_ on: Element, _ event: Event) -> Int? {
        let events = on.words("event")
        func named(_ attribute: Text, _ name: Text, _ canBeNamed: Bool = true) -> Int? {
            if canBeNamed, name != "*", on.words(attribute).contains(name) { return 0 }
            return on.words(attribute).contains("*") ? 1 : nil
        }
        switch event {
        case .start: return events.contains("start") ? 0 : nil
        case .submit: return events.contains("submit") || on["select"] != nil ? 0 : nil
        case .cancel: return events.contains("cancel") ? 0 : nil
        case .back: return events.contains("back") ? 0 : nil
        case .timeout: return events.contains("timeout") ? 0 : nil
        case .invalid: return events.contains("invalid") ? 0 : nil
        case .command(let name): return events.contains(name) ? 0 : nil
        case .success: return events.contains("success") ? 0 : events.contains("reply") ? 1 : nil
        case .challenge(let name): return named("challenge", name) ?? (events.contains("reply") ? 1 : nil)
        case .error(let type): return named("error", type)
        case .failure(let name, let isDeclared): return named("failure", name, isDeclared)
        case .outcome(let name): return named("outcome", name)
        }
    }

    /// Whether a transition with a target can be reached in the scopes of a node, or something happens on an event by itself.
    func isListenedTo(_ event: Event, at place: NodePlace, handle: Element? = nil, from scope: Int = 0) -> Bool {
        if scopes(event, at: place, handle: handle).dropFirst(scope).contains(where: { leads($0, event) }) {
            return true
        }
        switch event {
        case .submit: return node(place)?.hasRequest == true
        case .start: return node(place)?.kind == "end"
        case .challenge(let name): return destination(of: name, from: place) != nil
        default: return false
        }
    }

    /// The transitions of a scope that listen to an event, those that name it first.
    private func listening(_ scope: [Element], _ event: Event) -> [Element] {
        let ranked = scope.map { (on: $0, rank: rank($0, event)) }
        return (ranked.filter { $0.rank == 0 } + ranked.filter { $0.rank == 1 }).map(\.on)
    }

    /// Whether one with a target comes before the first that has neither target nor guard.
    private func leads(_ scope: [Element], _ event: Event) -> Bool {
        let first = listening(scope, event).first { $0.hasTarget || $0["when"] == nil && $0["select"] == nil }
        return first?.hasTarget == true
    }

    /// Looks at the transitions of a scope, those that name the event first.
    mutating func walk(_ occurrence: Occurrence, _ scope: Int) throws(Interruption) {
        let scopes = scopes(occurrence.event, at: occurrence.node, handle: occurrence.handle)
        guard scopes.indices.contains(scope) else { return first(.byItself(occurrence)) }
        for on in listening(scopes[scope], occurrence.event)
        where isChosen(on, occurrence) && holds(on, occurrence.node) {
            guard on.hasTarget else {
                execute(on)
                if on.isTrue("keep-error") { now.error = before(occurrence).error }
                return first(.run(on.children, occurrence.node), .chain(occurrence, scope: scope + 1))
            }
            return try take(on, occurrence)
        }
        first(.chain(occurrence, scope: scope + 1))
    }

    /// Whether the step's choice is one of the words of a `select`; other transitions have no such condition.
    private func isChosen(_ on: Element, _ occurrence: Occurrence) -> Bool {
        guard on["select"] != nil else { return true }
        guard let question = node(occurrence.node)?.questions.first(where: { $0.type == "choice" }),
            let word = value(question.into, occurrence.node.instance)?.text
        else { return false }
        return on.words("select").contains { question.ignoresCase ? $0.folded == word.folded : $0 == word }
    }

    /// Where a challenge goes by itself: to the node of its name in the nearest instance that has the service, else to one for `*`.
    func destination(of challenge: Text, from place: NodePlace) -> NodePlace? {
        let instance = place.instance
        let operation = node(place).flatMap { try? request(of: $0, place).0 }
        for wanted in [challenge, "*"] {
            for count in stride(from: instance.count, through: 0, by: -1) {
                let outer = Array(instance.prefix(count))
                let flow = flow(outer)
                guard let operation, flow.service(of: operation) != nil else { continue }
                let named = flow.nodeNames.filter {
                    flow.nodes[$0]?.kind == "challenge" && flow.nodes[$0]?["name"] == wanted
                }
                let name = named.first { $0 == wanted } ?? named.first
                if let name { return NodePlace(instance: outer, name: name) }
            }
        }
        return nil
    }

    /// What happens if no transition was taken.
    mutating func happenByItself(_ occurrence: Occurrence) throws(Interruption) {
        let place = occurrence.node
        let node = try demand(place)
        switch occurrence.event {
        case .challenge(let name):
            guard let target = destination(of: name, from: place) else { break }
            try require(at: target, occurrence)
            succeed(occurrence)
            return instead(.enter(target, from: place))
        case .submit where node.hasRequest: return instead(.run(node.workAfterAsk, place), .prepare(place))
        case .start where node.kind == "end":
            begin(keeping: [], occurrence)
            return instead(.enter(NodePlace(instance: [], name: flow.start), from: nil))
        default: break
        }
        throw occurrence.event.refusal
    }
}

extension Event {
    /// That nothing takes it.
    var refusal: Interruption { .refused(isOfHost ? "event-not-accepted" : "not-handled", subject) }

    /// The name of an event as a refusal tells it.
    var subject: Text {
        switch self {
        case .start: "start"
        case .submit: "submit"
        case .cancel: "cancel"
        case .back: "back"
        case .timeout: "timeout"
        case .success, .challenge: "reply"
        case .invalid(let name), .command(let name), .error(let name), .outcome(let name), .failure(let name, _): name
        }
    }
}
