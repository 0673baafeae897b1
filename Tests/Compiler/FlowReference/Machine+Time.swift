/// Limits of time: those of steps, and deadlines over several.
extension Machine {
    /// The deadlines that a node is in, the outermost first, each with the place in its instance from which transitions are looked for and the
    /// first of its scopes that counts.
    private func deadlines(at place: NodePlace) -> [(key: Configuration.Deadline, place: NodePlace, scope: Int)] {
        if place.instance.isEmpty, node(place)?.kind == "end" { return [] }
        return (0...place.instance.count).flatMap { depth in
            let isLast = depth == place.instance.count
            let instance = Array(place.instance.prefix(depth))
            let own = NodePlace(instance: instance, name: isLast ? place.name : place.instance[depth])
            return deadlines(in: own)
        }
    }

    private func deadlines(in place: NodePlace) -> [(key: Configuration.Deadline, place: NodePlace, scope: Int)] {
        guard let node = node(place) else { return [] }
        let layers = flow(place.instance).layers
        let groups = node.outerScopes.filter { $0.name == "group" && $0["within"] != nil }
        let flows = layers.first { $0["within"] != nil }.map { [$0] } ?? []
        return (groups + flows).reversed().map { element in
            // That of a flow also looks at the flows that extend the one that says it.
            let nearest = element.name == "group" ? element : layers[0]
            let index = node.outerScopes.firstIndex(of: nearest) ?? 0
            return (
                Configuration.Deadline(instance: place.instance, element: element), place, node.parts.count + index
            )
        }
    }

    /// Those that hold at a node and not where it is entered from begin.
    mutating func beginDeadlines(at place: NodePlace, from source: NodePlace?) {
        let running = source.map { deadlines(at: $0).map(\.key) } ?? []
        for (key, _, _) in deadlines(at: place) where !running.contains(key) {
            let limit = key.element["within"] ?? ""
            let seconds = limit.isDigits ? limit : value(limit, key.instance)?.text ?? "1"
            now.deadlines[key] = time + (Int(seconds.description) ?? 1)
            execute(key.element)
        }
    }

    /// When the first limit of a step is over.
    func earliestEnd(_ node: Node, _ place: NodePlace) -> Int? {
        let own = limit(node, place.instance).map { now.presented + $0 }
        return ([own] + deadlines(at: place).map { now.deadlines[$0.key, default: 0] }).compactMap { $0 }.min()
    }

    /// The time of the step is over: the outermost deadline that is, else the step's own limit.
    mutating func timeOut(_ before: Configuration) throws(Interruption) {
        let place = try accepts(.timeout)
        let node = try demand(place)
        guard case .asking = now.point, let end = earliestEnd(node, place) else { throw Event.timeout.refusal }
        time = max(time, end)
        let over = deadlines(at: place).first { now.deadlines[$0.key, default: 0] <= time }
        let chain = over.map { ($0.place, $0.scope) } ?? (place, 0)
        guard isListenedTo(.timeout, at: chain.0, from: chain.1) else { throw Event.timeout.refusal }
        try begin(.timeout, at: chain.0, nil, [], before, scope: chain.1)
    }
}
