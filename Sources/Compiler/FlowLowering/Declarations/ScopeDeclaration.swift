import FlowDiagnostics
import FlowSyntax

/// A scope: the contents of a flow, group, node, answer or use of a handler.
///
/// The contents of a flow or group apply to all nodes inside.
final class ScopeDeclaration: Sendable {
    /// The kind of element.
    enum Kind: Sendable {
        case flow, group, node, answer, work
    }

    /// An element directly in a scope.
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
    let file: FileID
    /// The elements in the scope, in source order.
    let items: [Item]
    /// The time limit of all steps together; nil if there is none. It is a number of seconds, or the name of a value.
    let within: Name?
    /// The transitions directly in the scope, without the transitions of its answers.
    let ownTransitions: [TransitionDeclaration]
    /// The transitions in the scope and in its answers, in source order.
    let transitions: [TransitionDeclaration]
    let asks: [AskSyntax]
    let receives: [ReceiveDeclaration]
    /// The keys that requests in the scope leave out.
    let omitted: Set<Symbol>
    let sends: [Symbol: [SendDeclaration]]
    /// The keys that `sent` tests in guards, except in the guards of transitions on errors.
    let sentKeys: [Symbol]
    /// The keys that `sent` tests in the guards of transitions on errors.
    let sentKeysOnError: [Symbol]
    /// Whether a transition on an error runs statements here and leaves the target to an outer scope.
    let changesOnError: Bool
    let answers: [AnswerDeclaration]
    /// The limits of attempts in the scope and its answers, and in the uses of handlers there.
    let attempts: [AttemptsDeclaration]

    init(_ element: AttributeDecoder, _ kind: Kind) {
        number = element.builder.nextScope()
        self.kind = kind
        file = element.tree.fileID
        within = kind == .flow || kind == .group ? element.name(.within) : nil
        var items: [Item] = []
        element.forEachChild { child, name in
            if let item = Self.item(child, name, in: kind) { items.append(item) }
        }
        self.items = items
        ownTransitions = items.compactMap { if case .transition(let transition) = $0 { transition } else { nil } }
        transitions = Self.transitions(among: items) ?? ownTransitions
        asks = items.compactMap { if case .ask(let ask) = $0 { ask } else { nil } }
        receives = items.compactMap { if case .receive(let receive) = $0 { receive } else { nil } }
        let omittedNames = items.flatMap { item -> [Name] in if case .omit(let names) = item { names } else { [] } }
        omitted = Set(omittedNames.map(\.symbol))
        sends = Self.sends(among: items)
        sentKeys = Self.sentKeys(among: items)
        let onErrors = transitions.filter { $0.selector.kind == .error }
        sentKeysOnError = onErrors.flatMap { $0.guardClause?.sentKeys ?? [] }
        changesOnError = onErrors.contains { $0.target.isNowhere && !$0.statements.isEmpty }
        answers = items.compactMap { if case .answer(let answer) = $0 { answer } else { nil } }
        let handlerUses = Self.handlerUses(among: items) + answers.flatMap(\.scope.handlerUses)
        attempts = (transitions + handlerUses.flatMap(\.scope.transitions)).compactMap(\.attempts)
    }

    /// Returns the sends among items by the key that they send.
    private static func sends(among items: [Item]) -> [Symbol: [SendDeclaration]] {
        var sends: [Symbol: [SendDeclaration]] = [:]
        for case .send(let send) in items { if let name = send.name { sends[name.symbol, default: []].append(send) } }
        return sends
    }

    /// Returns the transitions among items and in their answers, or nil if no item is an answer.
    private static func transitions(among items: [Item]) -> [TransitionDeclaration]? {
        guard items.contains(where: { if case .answer = $0 { true } else { false } }) else { return nil }
        return items.flatMap { item -> [TransitionDeclaration] in
            switch item {
            case .transition(let transition): [transition]
            case .answer(let answer): answer.scope.ownTransitions
            default: []
            }
        }
    }

    /// Reads an item, or returns nil if the element is incomplete or not allowed in a scope of this kind.
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

    /// The uses of handlers in the statements of the scope and of its transitions.
    var handlerUses: [WorkDeclaration] { Self.handlerUses(among: items) }

    /// Returns the uses of handlers in the statements among items and in the statements of transitions.
    private static func handlerUses(among items: [Item]) -> [WorkDeclaration] {
        items.flatMap { item -> [WorkDeclaration] in
            switch item {
            case .statement(let statement): statement.handlerUses
            case .transition(let transition): transition.statements.flatMap(\.handlerUses)
            default: []
            }
        }
    }

    /// Whether entering a node of the scope stores the number of remaining attempts in a value.
    var storesRemainingAttempts: Bool { attempts.contains { $0.left != nil } }

    /// Whether a transition in the scope or in its answers is an `on select`.
    var selects: Bool { transitions.contains { $0.selector.kind == .select } }

    /// Returns the keys that `sent` tests in the guards of items, except in the guards of transitions on errors.
    private static func sentKeys(among items: [Item]) -> [Symbol] {
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

    /// Whether a `send` in the scope has a guard.
    var sendsUnderGuards: Bool { sends.values.contains { $0.contains { $0.guardClause != nil } } }
}

/// An `answer`: the request of a step.
final class AnswerDeclaration: Sendable {
    let challenge: Name?
    /// The outputs that a success must contain.
    let requires: [Name]
    let scope: ScopeDeclaration

    /// Reads an `answer` element.
    init(_ element: AttributeDecoder) {
        challenge = element.name(.challenge)
        requires = element.names(.requires)
        scope = ScopeDeclaration(element, .answer)
    }
}
