import FlowDiagnostics
import FlowSyntax

/// What a flow, a group, a node, an answer or a handler's work says in the order of writing: for itself, or for all nodes inside.
final class ScopeDeclaration: Sendable {
    /// The element.
    enum Kind: Sendable {
        case flow, group, node, answer, work
    }

    /// One thing that it says.
    enum Item: Sendable {
        case ask(AskSyntax)
        case send(SendDeclaration)
        case receive(ReceiveDeclaration)
        case omit([Name])
        case show(ShowDeclaration)
        case transition(TransitionDeclaration)
        case statement(StatementSyntax)
        case answer(AnswerDeclaration)
    }

    /// The number among all scopes of a compilation.
    let number: Int
    let kind: Kind
    /// The file that it stands in.
    let file: FileID
    let items: [Item]
    /// How long its steps may take together: a number, or the name of a value.
    let within: Name?
    /// The transitions directly in it.
    let ownTransitions: [TransitionDeclaration]
    /// The transitions in it and in its answers, in the order of writing.
    let transitions: [TransitionDeclaration]
    let asks: [AskSyntax]
    let receives: [ReceiveDeclaration]
    /// The keys that it leaves out of requests.
    let omitted: Set<Symbol>
    /// Its sends by key.
    let sends: [Symbol: [SendDeclaration]]
    /// The keys of requests that its guards ask for, but for those of transitions on errors.
    let sentKeys: [Symbol]
    /// The keys that guards of transitions on errors ask for.
    let sentKeysOnError: [Symbol]
    /// Whether an error that goes on to a scope further out can change values here.
    let changesOnError: Bool
    /// Whether attempts of a transition in it, or in a handler's work in it, are counted.
    let countsAttempts: Bool
    /// Whether some value says how many of them are left.
    let tellsAttempts: Bool

    /// Reads what stands directly in an element.
    init(_ element: AttributeDecoder, _ kind: Kind) {
        number = element.pass.nextScope()
        self.kind = kind
        file = element.tree.fileID
        within = kind == .flow || kind == .group ? element.name(.within) : nil
        var items: [Item] = []
        element.forEachChild { child, name in
            if let item = Self.item(child, name, in: kind) { items.append(item) }
        }
        self.items = items
        ownTransitions = items.compactMap { if case .transition(let transition) = $0 { transition } else { nil } }
        transitions = Self.transitions(items) ?? ownTransitions
        asks = items.compactMap { if case .ask(let ask) = $0 { ask } else { nil } }
        receives = items.compactMap { if case .receive(let receive) = $0 { receive } else { nil } }
        omitted = Set(items.flatMap { if case .omit(let names) = $0 { names.map(\.symbol) } else { [] as [Symbol] } })
        var sends: [Symbol: [SendDeclaration]] = [:]
        for case .send(let send) in items { if let name = send.name { sends[name.symbol, default: []].append(send) } }
        self.sends = sends
        sentKeys = Self.sentKeys(items)
        let onErrors = transitions.filter { $0.selector.kind == .error }
        sentKeysOnError = onErrors.flatMap { $0.guardClause?.sentKeys ?? [] }
        changesOnError = onErrors.contains { $0.target.isNowhere && !$0.statements.isEmpty }
        let attempts = (transitions + Self.works(items).flatMap(\.scope.transitions)).compactMap(\.attempts)
        countsAttempts = !attempts.isEmpty
        tellsAttempts = attempts.contains { $0.left != nil }
    }

    /// The transitions of items among which there is an answer.
    private static func transitions(_ items: [Item]) -> [TransitionDeclaration]? {
        guard items.contains(where: { if case .answer = $0 { true } else { false } }) else { return nil }
        return items.flatMap { item -> [TransitionDeclaration] in
            switch item {
            case .transition(let transition): [transition]
            case .answer(let answer): answer.scope.ownTransitions
            default: []
            }
        }
    }

    private static func item(_ element: AttributeDecoder, _ name: ElementName, in kind: Kind) -> Item? {
        switch name {
        case .on: .transition(TransitionDeclaration(element))
        case .ask: AskSyntax(element, .ask).map { .ask($0) }
        case .send: .send(SendDeclaration(element))
        case .receive: ReceiveDeclaration(element).map { .receive($0) }
        case .omit: .omit(element.names(.name))
        case .show where kind == .node: ShowDeclaration(element).map { .show($0) }
        case .answer where kind == .node: .answer(AnswerDeclaration(element))
        default: kind == .node ? StatementSyntax(element, name).map { .statement($0) } : nil
        }
    }

    /// The answers in it.
    var answers: [AnswerDeclaration] { items.compactMap { if case .answer(let answer) = $0 { answer } else { nil } } }

    /// The work of handlers in it, that of its transitions included.
    var works: [WorkDeclaration] { Self.works(items) }

    private static func works(_ items: [Item]) -> [WorkDeclaration] {
        items.flatMap { item -> [WorkDeclaration] in
            switch item {
            case .statement(let statement): statement.works
            case .transition(let transition): transition.statements.flatMap(\.works)
            default: []
            }
        }
    }

    /// Whether a transition in it, or in its answers, listens to a selection.
    var selects: Bool { transitions.contains { $0.selector.kind == .select } }

    /// The keys of requests that guards in it ask for.
    private static func sentKeys(_ items: [Item]) -> [Symbol] {
        items.flatMap { item -> [Symbol] in
            switch item {
            case .send(let send): send.guardClause?.sentKeys ?? []
            case .transition(let transition):
                (transition.selector.kind == .error ? [] : transition.guardClause?.sentKeys ?? [])
                    + transition.statements.flatMap(\.sentKeys)
            case .statement(let statement): statement.sentKeys
            case .answer(let answer): answer.scope.sentKeys
            case .ask, .receive, .omit, .show: []
            }
        }
    }

    /// Whether a send has a guard.
    var sendsUnderGuards: Bool { sends.values.contains { $0.contains { $0.guardClause != nil } } }
}

/// An `answer`: the request of a step.
final class AnswerDeclaration: Sendable {
    let challenge: Name?
    let requires: [Name]
    let scope: ScopeDeclaration

    /// Reads an element.
    init(_ element: AttributeDecoder) {
        challenge = element.name(.challenge)
        requires = element.names(.requires)
        scope = ScopeDeclaration(element, .answer)
    }
}
