import FlowDiagnostics
import FlowSyntax

/// A statement of a node or transition.
final class StatementSyntax: Sendable {
    /// The action of a statement.
    enum Action: Sendable {
        case set(Name, OperandSyntax)
        case merge(Name, from: Name)
        case clear([Name], entries: [Name])
        case handle(WorkDeclaration)
        case notify(Name, [ShowDeclaration])
        case count(Name)
        case reset([Name])
        /// The attempts at nodes begin anew.
        case resetAttempts([Name])
        case error(type: Name, message: String)
        /// A way out of a choice.
        case branch(BranchDeclaration)
    }

    let action: Action
    let guardClause: GuardDeclaration?

    /// Reads an element.
    /// - Returns: nil if it is no statement, or lacks what it is about.
    init?(_ element: AttributeDecoder, _ kind: ElementName) {
        guard let action = Self.action(element, kind) else { return nil }
        self.action = action
        guardClause = GuardDeclaration(element)
    }

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

    private static func reset(_ element: AttributeDecoder) -> Action {
        let nodes = element.names(.attempts)
        let counters = element.names(.counter)
        return nodes.isEmpty ? .reset(counters) : .resetAttempts(nodes)
    }

    private static func merge(_ element: AttributeDecoder) -> Action? {
        guard let name = element.name(.name), let from = element.name(.from) else { return nil }
        return .merge(name, from: from)
    }

    private static func error(_ element: AttributeDecoder) -> Action? {
        let message = element.text(.message)?.text ?? ""
        return element.name(.type).map { .error(type: $0, message: message) }
    }

    private static func shows(in element: AttributeDecoder) -> [ShowDeclaration] {
        var shows: [ShowDeclaration] = []
        element.forEachChild { child, kind in
            if kind == .show, let show = ShowDeclaration(child) { shows.append(show) }
        }
        return shows
    }

    /// Reads all statements in an element.
    static func all(in element: AttributeDecoder) -> [StatementSyntax] {
        var statements: [StatementSyntax] = []
        element.forEachChild { child, kind in
            if let statement = StatementSyntax(child, kind) { statements.append(statement) }
        }
        return statements
    }

    /// Whether it is a way out of a choice.
    var isBranch: Bool { if case .branch = action { true } else { false } }

    /// Whether a handler works.
    var isWork: Bool { if case .handle = action { true } else { false } }

    /// The keys of requests that its guards ask for, those inside it included.
    var sentKeys: [Symbol] {
        let own = guardClause?.sentKeys ?? []
        switch action {
        case .handle(let work): return own + work.scope.sentKeys
        case .branch(let branch): return own + branch.statements.flatMap(\.sentKeys)
        default: return own
        }
    }

    /// Whether guards behind it can come out otherwise than before it.
    var changesValues: Bool {
        switch action {
        case .notify, .branch: false
        case .set, .merge, .clear, .handle, .count, .reset, .resetAttempts, .error: true
        }
    }

    /// The work of handlers in it, that of its branches included.
    var works: [WorkDeclaration] {
        switch action {
        case .handle(let work): [work]
        case .branch(let branch): branch.statements.flatMap(\.works)
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
    let to: Name
    let statements: [StatementSyntax]
    let range: SourceRange

    /// Reads an element.
    /// - Returns: nil if it leads nowhere.
    init?(_ element: AttributeDecoder, _ kind: ElementName) {
        self.kind = kind
        range = element.range
        statements = StatementSyntax.all(in: element)
        number = element.pass.nextTransition()
        guard let to = element.name(.to) else { return nil }
        self.to = to
    }
}
