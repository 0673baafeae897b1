import FlowDiagnostics
import FlowModel
import FlowSyntax
import FlowTable

extension Lowerer {
    /// Names in declarations and at the flow and group levels that no node uses up.
    func checkDeclarations(_ context: FlowContext) {
        for root in context.composition.roots + context.composition.groups { checkScope(root, context) }
        for node in context.composition.nodes {
            for part in node.parts {
                checkScope(part, context)
                for answer in documents.children(part, .answer) { checkScope(answer, context) }
                checkRequires(part, node)
            }
        }
        for derived in context.derived.values.sorted(by: { $0.name < $1.name }) { checkDerived(derived, context) }
        for (name, with) in context.substitutes.sorted(by: { $0.key < $1.key })
        where service.operations[with.text] == nil {
            _ = name
            bag.add(Findings.unknown(with, "operation", .unknownOperation, among: service.operations.keys.sorted()))
        }
        for root in context.composition.roots {
            for place in documents.children(root, .substitute) {
                guard let name = documents.attribute(.operation, place), service.operations[name.text] == nil else {
                    continue
                }
                bag.add(Findings.unknown(name, "operation", .unknownOperation, among: service.operations.keys.sorted()))
            }
        }
    }

    /// What is sent, received and left out for many requests must exist in some request or reply.
    private func checkScope(_ scope: Place, _ context: FlowContext) {
        for child in documents.children(scope) {
            switch documents.name(child) {
            case .send:
                if let name = documents.attribute(.name, child) { checkKey(name) }
                _ = source(child, context)
            case .omit: documents.names(.name, child).forEach(checkKey)
            case .receive:
                guard let name = documents.attribute(.name, child), let into = documents.attribute(.into, child) else {
                    continue
                }
                if service.outputTypes[name.text] == nil {
                    bag.add(
                        Findings.unknown(name, "parameter", .unknownParameter, among: service.outputTypes.keys.sorted())
                    )
                }
                _ = slot(into, context)
            case .ask: _ = ask(child, context)
            case .on: _ = transitions(in: scope, context)
            default: break
            }
        }
    }

    /// The counters that a flow declares, and one for each node that a limit is for, must fit into a table.
    func checkCounters() {
        guard let range = excessCounter else { return }
        bag.add(
            Diagnostic(
                .tooManyCounters, at: range,
                "the flow has \(counterNames.count) counters, only \(TableFormat.maximumCounters) are possible",
                help: ["a limit counts for each node that it is for: write it at fewer of them, or share a <counter>"]))
    }

    private func checkKey(_ name: Name) {
        if !service.requestKeys.contains(name.text) {
            bag.add(Findings.unknown(name, "parameter", .unknownParameter, among: service.requestKeys.sorted()))
        }
    }

    private func checkRequires(_ part: Place, _ node: Composition.NodeDeclaration) {
        guard node.element == .challenge else { return }
        for attribute in [AttributeName.name, .as] {
            guard let name = documents.attribute(attribute, part), name.text != "*" else { continue }
            if service.challenges[name.text] == nil {
                bag.add(Findings.unknown(name, "challenge", .unknownChallenge, among: service.challenges.keys.sorted()))
            }
        }
        let own = documents.attribute(.name, part).flatMap { service.challenges[$0.text]?.parameters } ?? []
        let known = Set(own.map(\.name)).union(service.replies.values.flatMap { $0.outputs.map(\.name) })
        for name in documents.names(.requires, part) where !known.contains(name.text) {
            bag.add(Findings.unknown(name, "parameter", .unknownParameter, among: known.sorted()))
        }
    }

    private func checkDerived(_ derived: DerivedValue, _ context: FlowContext) {
        guard let handler = handler(derived.handler, context) else { return }
        _ = use(of: handler, derived.place, context)
        _ = condition(derived.place, context)
        let taken = documents.children(derived.place, .take).compactMap { documents.attribute(.into, $0)?.text }
        guard !handler.gives.contains(where: { $0.name == derived.name }), !taken.contains(derived.name),
            let name = documents.attribute(.name, derived.place)
        else { return }
        bag.add(Findings.unknown(name, "port", .unknownPort, among: handler.gives.map(\.name)))
    }

    /// Classes of errors: each type that the service, a handler, the flow or whoever runs it can name.
    func errorClasses(_ context: FlowContext) -> [(type: String, name: String)] {
        let known = Set(service.errors + ReservedError.allCases.map(\.rawValue) + ["*"])
            .union(context.handlers.values.flatMap(\.fails)).union(errorTypes)
        var result: [(type: String, name: String)] = []
        var seen: Set<String> = []
        for root in context.composition.roots + context.composition.importedRoots {
            for place in documents.children(root, .class) {
                guard let name = documents.attribute(.name, place) else { continue }
                for error in documents.names(.errors, place) {
                    if !known.contains(error.text), !isAbstract(context) {
                        bag.add(Findings.unknown(error, "error", .unknownError, among: known.sorted()))
                    } else if seen.insert(error.text).inserted {
                        result.append((error.text, name.text))
                    }
                }
            }
        }
        return result.sorted { $0.type < $1.type }
    }

    /// Names in assertions, resolved; what they assert is proven elsewhere.
    func checkAssertions(_ context: FlowContext) {
        let ends = context.composition.nodes.filter { $0.element == .end && !$0.parts.isEmpty }
        let outcomes = ends.map(\.id) + ends.compactMap { first(.outcome, $0)?.text }
        for root in context.composition.roots {
            for place in documents.children(root) {
                switch documents.name(place) {
                case .never, .reachable:
                    let passing = passing(place, context)
                    for name in documents.names(.end, place) {
                        guard outcomes.contains(name.text) else {
                            bag.add(Findings.unknown(name, "outcome", .unknownOutcome, among: outcomes))
                            continue
                        }
                        noteAssertion(place, end(name, ends, context), passing)
                    }
                case .always:
                    let known = EventKey.builtinHostEvents + context.commands.sorted()
                    for name in documents.names(.event, place) {
                        guard known.contains(name.text) else {
                            bag.add(Findings.unknown(name, "event", .unknownEvent, among: known))
                            continue
                        }
                        map.assertions.append(.always(event: name.text, range: name.range))
                    }
                default: break
                }
            }
        }
    }

    private func end(
        _ name: Name, _ ends: [Composition.NodeDeclaration], _ context: FlowContext
    ) -> Assertion.NamedEnd {
        let named = ends.filter { $0.id == name.text || first(.outcome, $0)?.text == name.text }
        let states = named.compactMap { context.composition.nodeIndex[$0.id] }.map { context.nodes[$0].entry }
        return Assertion.NamedEnd(name: name.text, states: states, range: name.range)
    }

    private func noteAssertion(_ place: Place, _ end: Assertion.NamedEnd, _ passing: [StateID]) {
        let names = documents.names(.unlessBefore, place).map(\.text)
        map.assertions.append(
            documents.name(place) == .never
                ? .never(end: end, passing: passing, names: names) : .reachable(end: end))
    }

    /// The states that answer one of the challenges of an assertion, or stand for one of its nodes.
    private func passing(_ place: Place, _ context: FlowContext) -> [StateID] {
        var passing: Set<StateID> = []
        for name in documents.names(.unlessBefore, place) {
            let answering = map.requests.filter { $0.value.answers == name.text }.keys
            passing.formUnion(answering)
            if service.challenges[name.text] != nil, context.composition.nodeIndex[name.text] == nil { continue }
            guard entry(name, context) != nil, let index = context.composition.nodeIndex[name.text] else { continue }
            passing.insert(context.nodes[index].request ?? context.nodes[index].entry)
        }
        return passing.sorted()
    }
}
