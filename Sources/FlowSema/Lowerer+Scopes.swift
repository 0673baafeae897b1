import FlowDiagnostics
import FlowModel
import FlowSyntax

extension Lowerer {
    /// The scopes of a node, nearest first: its own parts, the groups around them, the flow and what it extends.
    func scopes(of node: Composition.NodeDeclaration) -> [Place] {
        node.parts + node.groups
    }

    /// All scopes of a node in a context, including the flow levels.
    func allScopes(_ node: Composition.NodeDeclaration, _ context: FlowContext) -> [Place] {
        node.parts + node.groups + context.composition.roots
    }

    /// The children of a scope that have a name. Those of a flow or group are sorted by name once.
    func children(_ scope: Place, _ name: ElementName) -> [Place] {
        let kind = documents.name(scope)
        guard kind == .flow || kind == .group else { return documents.children(scope, name) }
        if let known = scopeContents[scope] { return known[name] ?? [] }
        var contents: [ElementName: [Place]] = [:]
        for child in documents.children(scope) {
            switch documents.name(child) {
            case .ask, .send, .omit, .receive, .on: contents[documents.name(child), default: []].append(child)
            default: break
            }
        }
        scopeContents[scope] = contents
        return contents[name] ?? []
    }

    /// The transitions written directly in a scope, also those inside its answer.
    func transitions(in scope: Place, _ context: FlowContext) -> [TransitionDeclaration] {
        if let cached = transitionCache[scope] { return cached }
        var result: [TransitionDeclaration] = []
        for child in documents.children(scope) {
            switch documents.name(child) {
            case .on where !isReplaced(child, in: scope, context): result.append(declaration(child))
            case .answer: result += documents.children(child, .on).map { declaration($0) }
            default: break
            }
        }
        transitionCache[scope] = result
        for declaration in result { checkNames(of: declaration, context) }
        return result
    }

    private static let selectors: [(AttributeName, TransitionDeclaration.Selector)] = [
        (.event, .event), (.error, .error), (.challenge, .challenge), (.select, .select), (.failure, .failure),
        (.outcome, .outcome),
    ]

    /// Whether an extension of the node writes an inherited transition anew: the inherited one can never be taken.
    private func isReplaced(_ inherited: Place, in scope: Place, _ context: FlowContext) -> Bool {
        guard let nearer = context.nearerParts[scope] else { return false }
        return nearer.contains { part in documents.children(part, .on).contains { isSame($0, inherited) } }
    }

    /// Whether a transition with a target listens to the same events, under the same guard, as another.
    private func isSame(_ own: Place, _ other: Place) -> Bool {
        if case .nowhere = target(own) { return false }
        let attributes: [AttributeName] = [.event, .error, .challenge, .select, .failure, .outcome, .when]
        return attributes.allSatisfy { documents.attribute($0, own)?.text == documents.attribute($0, other)?.text }
    }

    /// Reads an `on`.
    func declaration(_ place: Place) -> TransitionDeclaration {
        let found = Self.selectors.first { documents.has($0.0, place) } ?? (.event, .event)
        let names = documents.names(found.0, place)
        let id = transition(
            at: place, documents.attribute(found.0, place)?.range ?? documents.range(place),
            "on \(found.0.spelling)=\"\(names.map(\.text).joined(separator: " "))\"")
        return TransitionDeclaration(
            place: place, selector: found.1, names: names, target: target(place), id: id,
            hasGuard: documents.has(.when, place))
    }

    private func target(_ place: Place) -> TransitionDeclaration.Target {
        if let to = documents.attribute(.to, place) { return .node(to) }
        if let name = documents.attribute(.restart, place) {
            return .restart(name, keep: documents.names(.keep, place))
        }
        if let code = documents.attribute(.refuse, place) { return .refuse(code) }
        switch documents.attribute(.retry, place)?.text {
        case "here": return .here(present: documents.attribute(.present, place))
        case "send": return .send
        case "compute": return .compute
        case "last-step":
            guard let otherwise = documents.attribute(.otherwise, place) else { return .nowhere }
            return .lastStep(otherwise: otherwise)
        default: return .nowhere
        }
    }

    /// Names that a selector may use.
    private func checkNames(of declaration: TransitionDeclaration, _ context: FlowContext) {
        for name in declaration.names where name.text != "*" {
            switch declaration.selector {
            case .event:
                mentionedEvents.insert(name.text)
                let builtin = EventKey.builtinHostEvents + EventKey.replyEvents
                if !context.commands.contains(name.text), !builtin.contains(name.text) {
                    let known = builtin + context.commands.sorted()
                    bag.add(
                        Findings.unknown(
                            name, "event", .unknownEvent, among: known,
                            help: ["declare a command of the host with <command name=\"\(name.text)\"/>"]))
                }
            case .error:
                if !service.errors.contains(name.text) {
                    bag.add(Findings.unknown(name, "error", .unknownError, among: service.errors))
                }
            case .challenge:
                if service.challenges[name.text] == nil {
                    bag.add(
                        Findings.unknown(name, "challenge", .unknownChallenge, among: service.challenges.keys.sorted()))
                }
            case .failure:
                if !context.handlers.values.contains(where: { $0.fails.contains(name.text) }) {
                    let known = Set(context.handlers.values.flatMap(\.fails))
                    bag.add(Findings.unknown(name, "failure", .unknownFailure, among: known.sorted()))
                }
            case .select, .outcome: break
            }
        }
    }
}
