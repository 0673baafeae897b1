import FlowDiagnostics
import FlowSyntax

/// A statement of a node, branch or transition.
final class StatementSyntax: Sendable {
    /// The effect of a statement.
    enum Action: Sendable {
        case set(Name, OperandSyntax)
        case merge(Name, from: Name)
        case clear([Name], entries: [Name])
        case handle(WorkDeclaration)
        case notify(Name, [ShowDeclaration])
        case count(Name)
        case reset([Name])
        /// Resets the counters of the attempts at nodes.
        case resetAttempts([Name])
        case error(type: Name, message: String)
        /// Leaves the node by a `go` or `otherwise`.
        case branch(BranchDeclaration)
    }

    /// The name of the element.
    let kind: ElementName
    let action: Action
    let guardClause: GuardDeclaration?
    let range: SourceRange

    /// Reads an element, or returns nil if it is not a statement or lacks a required name.
    init?(_ element: AttributeDecoder, _ kind: ElementName) {
        guard let action = Self.action(element, kind) else { return nil }
        self.kind = kind
        self.action = action
        range = element.range
        guardClause = GuardDeclaration(element)
    }

    /// Reads the effect of a statement, or returns nil if the element is not a statement or lacks a required name.
    private static func action(_ element: AttributeDecoder, _ kind: ElementName) -> Action? {
        switch kind {
        case .set: element.name(.name).map { .set($0, OperandSyntax(element)) }
        case .merge: merge(element)
        case .clear: .clear(element.names(.name), entries: element.names(.entries))
        case .handle: .handle(WorkDeclaration(element))
        case .notify: element.name(.name).map { .notify($0, shows(in: element)) }
        case .count: element.name(.counter).map { .count($0) }
        case .reset: reset(element)
        case .error: error(element)
        case .go, .otherwise: BranchDeclaration(element, kind).map { .branch($0) }
        default: nil
        }
    }

    /// Reads a `reset`, which names either counters or nodes with attempts.
    private static func reset(_ element: AttributeDecoder) -> Action {
        let nodes = element.names(.attempts)
        let counters = element.names(.counter)
        return nodes.isEmpty ? .reset(counters) : .resetAttempts(nodes)
    }

    /// Reads a `merge`, or returns nil if it lacks `name` or `from`.
    private static func merge(_ element: AttributeDecoder) -> Action? {
        guard let name = element.name(.name), let from = element.name(.from) else { return nil }
        return .merge(name, from: from)
    }

    /// Reads an `error`, or returns nil if it has no type. Without `message`, the message is empty.
    private static func error(_ element: AttributeDecoder) -> Action? {
        let message = element.text(.message)?.text ?? ""
        return element.name(.type).map { .error(type: $0, message: message) }
    }

    /// Returns the `show` elements in a `notify`.
    private static func shows(in element: AttributeDecoder) -> [ShowDeclaration] {
        var shows: [ShowDeclaration] = []
        element.forEachChild { child, kind in
            if kind == .show, let show = ShowDeclaration(child) { shows.append(show) }
        }
        return shows
    }

    /// Reads the statements in an element, in source order.
    static func all(in element: AttributeDecoder) -> [StatementSyntax] {
        var statements: [StatementSyntax] = []
        element.forEachChild { child, kind in
            if let statement = StatementSyntax(child, kind) { statements.append(statement) }
        }
        return statements
    }

    /// Whether the statement is a `go` or `otherwise`.
    var isBranch: Bool { if case .branch = action { true } else { false } }

    /// The keys that `sent` tests in the statement's own guard and in the guards inside.
    var sentKeys: [Symbol] {
        let own = guardClause?.sentKeys ?? []
        switch action {
        case .handle(let work): return own + work.scope.sentKeys
        case .branch(let branch): return own + branch.statements.flatMap(\.sentKeys)
        default: return own
        }
    }

    /// Whether the statement can change the result of a guard after it.
    var changesValues: Bool {
        switch action {
        case .notify, .branch: false
        case .set, .merge, .clear, .handle, .count, .reset, .resetAttempts, .error: true
        }
    }

    /// The uses of handlers in the statement: that of a `handle`, those on its failures, and those in a branch.
    var handlerUses: [WorkDeclaration] {
        switch action {
        case .handle(let work): [work] + work.scope.handlerUses
        case .branch(let branch): branch.statements.flatMap(\.handlerUses)
        default: []
        }
    }
}

/// A `go` or `otherwise`.
final class BranchDeclaration: Sendable {
    /// The number among all transitions and branches of a compilation.
    let number: Int
    /// `go` or `otherwise`.
    let kind: ElementName
    /// The target node.
    let to: Name
    let statements: [StatementSyntax]
    let range: SourceRange

    /// Reads a `go` or `otherwise` element, or returns nil if it has no target.
    init?(_ element: AttributeDecoder, _ kind: ElementName) {
        self.kind = kind
        range = element.range
        statements = StatementSyntax.all(in: element)
        number = element.builder.nextTransition()
        guard let to = element.name(.to) else { return nil }
        self.to = to
    }
}

/// An operand: `from` or `value`, and `else`.
struct OperandSyntax: Sendable {
    /// The value to read; nil if the attribute is missing.
    let from: Name?
    /// The literal; nil if the attribute is missing.
    let value: WrittenText?
    /// The value to read if that of `from` is absent; nil if the attribute is missing.
    let otherwise: Name?

    /// Reads the attributes `from`, `value` and `else` of an element.
    init(_ element: AttributeDecoder) {
        from = element.name(.from)
        value = element.text(.value)
        otherwise = element.name(.else)
    }

    var names: [Name] { [from, otherwise].compactMap { $0 } }
}
