extension ReferenceRun {
    /// What the host is asked now.
    package var questions: [Question] {
        guard case .asking(let step) = now.point else { return [] }
        return Machine(flow.flow, now).node(step.node)?.questions() ?? []
    }

    /// The values of the store by name.
    package var store: [Place: Value] { now.store }

    /// The counters that are not zero.
    package var counters: [Place: Int] { now.counters }

    /// The pending error.
    package var error: PendingError? { now.error }

    /// The node where the run waits, nothing before the start.
    package var node: NodePlace? { now.node }

    /// The point as a word.
    package var point: Text {
        switch now.point {
        case .idle: "idle"
        case .asking: "asking"
        case .calling: "calling"
        case .working: "working"
        case .ended: "ended"
        }
    }

    /// The type of a name.
    package func type(_ place: Place) -> Text {
        guard let instance = place.instance else { return flow.flow.outputTypes[place.name] ?? "text" }
        return Machine(flow.flow, now).flow(instance).type(place.name)
    }
}
