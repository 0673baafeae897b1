/// Section 4: events.
extension Machine {
    /// The node at which an event happens.
    /// - Throws: that the event is not possible, or that nothing listens to it.
    func accepts(_ event: Event) throws(Interruption) -> NodePlace {
        guard let place = now.node else {
            if event == .start { return NodePlace(instance: [], name: flow.start) }
            throw .refused("event-not-accepted", event.subject)
        }
        guard isPossible(event, at: place) else { throw .refused("event-not-accepted", event.subject) }
        guard event == .timeout || isListenedTo(event, at: place) else { throw event.refusal }
        return place
    }

    private func isPossible(_ event: Event, at place: NodePlace) -> Bool {
        if event == .start { return true }
        switch now.point {
        case .idle: return false
        case .ended:
            return node(place)?.parts.contains { $0.element.all("on").contains { rank($0, event) != nil } } == true
        case .asking:
            return event.isOfHost
        case .calling: return event == .cancel || !event.isOfHost
        case .working: return event == .cancel
        }
    }

    /// Sets the error, lays the values over the store, and walks the chain.
    mutating func begin(
        _ event: Event, at place: NodePlace, _ error: PendingError?, _ values: [(Place, Value?)],
        _ before: Configuration, scope: Int = 0
    ) throws(Interruption) {
        now.error = error
        if case .invalid = event { invalid = error } else { invalid = nil }
        if case .error(let type) = event { execute(failing: type, at: place) }
        if case .command(let name) = event { execute(flow(place.instance).commands[name].map { [$0] } ?? []) }
        subject = event.subject
        for (place, value) in values { store(value, at: place) }
        var occurrence = Occurrence(event: event, node: place, before: before)
        occurrence.brought = Set(values.lazy.filter { $0.1 != nil }.map(\.0))
        if case .idle = before.point {
            begin(keeping: [], occurrence)
            todo = [.enter(place, from: nil)]
        } else {
            if event == .success { try requireSuccess(occurrence) }
            todo = [.chain(occurrence, scope: scope)]
        }
        if event == .submit, let node = node(place), !node.hasRequest { first(.run(node.workAfterAsk, place)) }
        try work()
    }

    private func requireSuccess(_ occurrence: Occurrence) throws(Interruption) {
        guard let node = node(occurrence.node) else { return }
        if node.kind == "call" { try require(node.words("requires"), occurrence) }
        if node.kind == "step" { try require(node.answers.flatMap { $0.words("requires") }, occurrence) }
    }

    /// A handler failed: the chain for failures, from its `handle` outwards.
    mutating func fail(_ job: Job, _ error: PendingError, _ before: Configuration) throws(Interruption) {
        now.error = error
        let event = try failure(error.type, job)
        execute(try declaration(job).all("fails").filter { $0.words("name").contains(error.type) })
        var occurrence = Occurrence(event: event, node: job.node, before: before)
        if job.element.name == "handle" { occurrence.handle = job.element }
        guard isListenedTo(event, at: job.node, handle: occurrence.handle) else { throw event.refusal }
        todo = [.chain(occurrence, scope: 0)]
        try work()
    }
}
