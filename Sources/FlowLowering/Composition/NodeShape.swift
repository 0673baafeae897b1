import FlowSyntax

/// The parts that a node consists of, seen before its names are resolved.
struct NodeShape: Sendable {
    /// Whether the host is asked.
    private(set) var presents = false
    /// Whether a request is sent.
    private(set) var requests = false
    /// Whether something happens before the host is asked or the request is sent.
    let hasEntry: Bool
    /// Whether something happens between the answer and the request.
    let hasWorkAfterAsk: Bool

    /// The shape of a node.
    init(
        _ kind: ElementName, _ body: NodeBody, _ parts: [NodeFragment], _ scopes: [ScopeDeclaration], derives: Bool
    ) {
        let isNamed = parts.contains { $0.present != nil }
        switch kind {
        case .step:
            presents = body.hasAsk || isNamed || !body.hasAnswer
            requests = body.hasAnswer
        case .challenge, .call:
            let branches = kind == .challenge && body.hasOtherwise
            presents = !branches && (body.hasAsk || isNamed)
            requests = !branches
        default: break
        }
        // Values are computed or chosen right before the request. Asking a little too often only costs a state.
        let answers = parts.lazy.flatMap(\.answers).map(\.scope)
        let hasPreparation =
            requests
            && (derives || answers.contains(where: \.sendsUnderGuards) || scopes.contains(where: \.sendsUnderGuards))
        let before = presents ? body.statementsBeforeAsk : body.statements
        let after = presents ? body.statementsAfterAsk : []
        hasEntry = !before.isEmpty || scopes.contains(where: \.tellsAttempts) || (!presents && hasPreparation)
        hasWorkAfterAsk = !after.isEmpty || hasPreparation
    }
}

/// The body of a node: its statements, and where among them the host is asked.
struct NodeBody: Sendable {
    private(set) var statements: [StatementSyntax] = []
    private(set) var asks: [AskSyntax] = []
    private(set) var shows: [ShowDeclaration] = []
    private(set) var hasAnswer = false
    private(set) var hasOtherwise = false
    /// The number of statements before the last ask.
    private var split: Int?

    /// The body that consists of some items.
    init(_ items: [ScopeDeclaration.Item]) {
        for item in items {
            switch item {
            case .ask(let ask):
                asks.append(ask)
                split = statements.count
            case .show(let show): shows.append(show)
            case .answer: hasAnswer = true
            case .statement(let statement):
                statements.append(statement)
                if case .branch(let branch) = statement.action, branch.kind == .otherwise { hasOtherwise = true }
            case .send, .receive, .omit, .transition: break
            }
        }
    }

    /// The asks; of those with one name the extension's, at the place of the inherited one.
    var nearestAsks: [AskSyntax] { Self.nearest(asks, by: \.name.symbol) }

    /// The shown values, likewise.
    var nearestShows: [ShowDeclaration] { Self.nearest(shows, by: \.name.symbol) }

    private static func nearest<Declaration>(
        _ declarations: [Declaration], by name: KeyPath<Declaration, Symbol>
    ) -> [Declaration] {
        guard declarations.count > 1 else { return declarations }
        var positions: [Symbol: Int] = [:]
        var result: [Declaration] = []
        for declaration in declarations {
            if let known = positions[declaration[keyPath: name]] {
                result[known] = declaration
            } else {
                positions[declaration[keyPath: name]] = result.count
                result.append(declaration)
            }
        }
        return result
    }

    /// Whether something is asked.
    var hasAsk: Bool { split != nil }

    /// The statements before the last ask; all of them where nothing is asked.
    var statementsBeforeAsk: [StatementSyntax] { split.map { Array(statements[..<$0]) } ?? statements }

    /// The statements behind the last ask.
    var statementsAfterAsk: [StatementSyntax] { split.map { Array(statements[$0...]) } ?? [] }
}
