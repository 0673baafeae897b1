/// Section 7: entering nodes.
extension Machine {
    mutating func enter(_ place: NodePlace, from source: NodePlace?) throws(Interruption) {
        let node = try demand(place)
        beginDeadlines(at: place, from: source)
        execute(entering: node, place)
        if node.kind != "end" { for on in node.counting.reversed() { tellLeft(on, at: place) } }
        if node.asks {
            return instead(
                .run(node.statementsBefore, place), .ask(Configuration.Step(node: place, name: node.stepName)))
        }
        if node.hasRequest { return instead(.run(node.statementsBefore, place), .prepare(place)) }
        switch node.kind {
        case "use": try use(node, place)
        case "end": try end(node, place)
        default: instead(.run(node.statementsBefore, place), .gap)
        }
    }

    /// A sub-flow begins with fresh values.
    private mutating func use(_ node: Node, _ place: NodePlace) throws(Interruption) {
        let inner = place.instance + [node.name]
        let flow = flow(inner)
        execute(node.body.filter { $0.name == "pass" })
        let passes = node.body.filter { $0.name == "pass" }.lastOfEachName
        var inputs: [(Text, Value?)] = []
        for input in flow.given {
            let pass = passes.first { $0["name"] == input.name }
            let standard = input.standard.flatMap { Value.literal($0, input.type) }
            let passed = pass.flatMap { source($0, input.type, place.instance) }
            inputs.append((input.name, passed?.isThere == true ? passed : standard ?? passed))
        }
        now.store = now.store.filter { $0.key.instance?.starts(with: inner) != true }
        now.counters = now.counters.filter { $0.key.instance?.starts(with: inner) != true }
        now.sent = now.sent.filter { !$0.key.instance.starts(with: inner) }
        for (name, value) in inputs { set(name, inner, value) }
        instead(.enter(NodePlace(instance: inner, name: flow.start), from: place))
    }

    private mutating func end(_ node: Node, _ place: NodePlace) throws(Interruption) {
        let outcome = node["outcome"] ?? node.name
        guard let use = place.instance.last else {
            now.lastStep = nil
            now.point = .ended(place)
            execute(node.shows)
            executePending(flow(place.instance))
            outputs.append(.end(outcome: outcome, values: shown(node.shows, place), error: now.error))
            return todo = []
        }
        let outer = NodePlace(instance: Array(place.instance.dropLast()), name: use)
        let takes = try demand(outer).body.filter { $0.name == "take" }.lastOfEachName
        execute(takes)
        let values = takes.map { ($0["into"] ?? "", value($0["name"] ?? "", place.instance)) }
        for (name, value) in values { set(name, outer.instance, value) }
        instead(.chain(Occurrence(event: .outcome(outcome), node: outer, before: origin), scope: 0))
    }

    mutating func ask(_ step: Configuration.Step) throws(Interruption) {
        now.lastStep = step
        now.point = .asking(step)
        now.presented = time
        if let node = node(step.node) { execute(presenting: node, step.node) }
        outputs.append(.present(try presentation(step)))
        todo = []
    }

    // MARK: Outputs, section 14

    func presentation(_ step: Configuration.Step) throws(Interruption) -> Output.Presentation {
        let node = try demand(step.node)
        return Output.Presentation(
            step: step.name, values: shown(node.shows, step.node), asks: node.questions, error: now.error,
            limit: earliestEnd(node, step.node).map { max(0, $0 - now.presented) })
    }

    /// The seconds of the nearest `on event="timeout"` with `after`.
    func limit(_ node: Node, _ instance: [Text]) -> Int? {
        after(node, instance).flatMap { Int($0.description) }
    }

    private func after(_ node: Node, _ instance: [Text]) -> Text? {
        let all = node.transitions.flatMap { $0 }.filter { $0.words("event").contains("timeout") }
        guard let after = all.lazy.compactMap({ $0["after"] }).first else { return nil }
        // The compiler finds a limit that may be absent; the shortest one stands for it.
        return after.isDigits ? after : value(after, instance)?.text ?? "1"
    }

    /// The values of `show` elements that are not absent.
    func shown(_ shows: [Element], _ place: NodePlace) -> [Output.Shown] {
        shows.compactMap { show in
            source(show, "text", place.instance).map { Output.Shown(show["name"] ?? "", $0) }
        }
    }
}
