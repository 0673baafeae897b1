extension ReferenceRun {
    /// What the host is asked now.
    package var questions: [Question] {
        guard case .asking(let step) = now.point else { return [] }
        return Machine(flow.flow, now).node(step.node)?.questions ?? []
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
}

extension ReferenceFlow {
    /// The names of all that replies can bring, to the flow and to its sub-flows.
    package var outputs: Set<Text> { Self.outputs(flow) }

    private static func outputs(_ flow: Flow) -> Set<Text> {
        flow.imports.values.reduce(into: Set(flow.outputTypes.keys)) { $0.formUnion(outputs($1)) }
    }

    /// All names of all instances, those of an instance behind the names of its uses and a separator; and their types.
    package func places(_ separator: Text) -> [Text: (place: Place, type: Text)] {
        var result: [Text: (place: Place, type: Text)] = [:]
        func collect(_ flow: Flow, _ instance: [Text]) {
            let prefix = instance.reduce("" as Text) { $0 + $1 + separator }
            for (name, type) in flow.types { result[prefix + name] = (Place(instance, name), type) }
            for (name, type) in flow.outputTypes where result[name] == nil {
                result[name] = flow.service(bringing: name).map { (Place(name, of: $0.number), type) }
            }
            for counter in flow.counters { result["#" + prefix + counter] = (Place(instance, counter), "counter") }
            for (name, node) in flow.nodes where node.kind == "use" {
                if let inner = node["flow"].flatMap({ flow.imports[$0] }) { collect(inner, instance + [name]) }
            }
        }
        collect(flow, [])
        return result
    }
}
