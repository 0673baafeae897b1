import FlowSyntax

/// Determines which states a node needs. Names need not be resolved for this.
struct NodeShape: Sendable {
    /// Whether the node presents a step.
    private(set) var presents = false
    /// Whether the node sends a request.
    private(set) var requests = false
    /// Whether the node has work to do before it presents its step or sends its request.
    let hasEntry: Bool
    /// Whether the node has work to do between the host's answer and its request.
    let hasWorkAfterAsk: Bool

    /// Determines the shape of a node.
    ///
    /// - Parameters:
    ///   - kind: the kind of node
    ///   - body: the statements, asks and shows of the node and the parts that it inherits
    ///   - parts: the parts of the node, extensions first
    ///   - scopes: all scopes that apply to the node
    ///   - derives: whether its flow has derived values
    init(
        _ kind: ElementName, _ body: NodeBody, _ parts: [NodeFragment], _ scopes: [ScopeDeclaration], derives: Bool
    ) {
        let isNamed = parts.contains { $0.present != nil }
        switch kind {
        case .step:
            // A step that only answers a challenge does not wait for the host.
            presents = body.hasAsk || isNamed || !body.hasAnswer
            requests = body.hasAnswer
        case .challenge, .call:
            // A challenge with an `otherwise` only leads to other nodes, and does not answer the challenge itself.
            let branches = kind == .challenge && body.hasOtherwise
            presents = !branches && (body.hasAsk || isNamed)
            requests = !branches
        default: break
        }
        // Derived values and guarded sends are evaluated right before the request. An unnecessary state is harmless.
        let sending = parts.flatMap(\.answers).map(\.scope) + scopes
        let hasPreparation = requests && (derives || sending.contains(where: \.sendsUnderGuards))
        let before = presents ? body.statementsBeforeAsk : body.statements
        let after = presents ? body.statementsAfterAsk : []
        hasEntry = !before.isEmpty || scopes.contains(where: \.storesRemainingAttempts) || (!presents && hasPreparation)
        hasWorkAfterAsk = !after.isEmpty || hasPreparation
    }
}

/// The body of a node: its statements, and the position of its last ask among them.
struct NodeBody: Sendable {
    private(set) var statements: [StatementSyntax] = []
    private(set) var asks: [AskSyntax] = []
    private(set) var shows: [ShowDeclaration] = []
    private(set) var hasAnswer = false
    private(set) var hasOtherwise = false
    /// The number of statements before the last ask; nil if there is no ask.
    private var askPosition: Int?

    /// Collects the statements, asks and shows among items, which must be in the order from the base to the extensions.
    init(_ items: [ScopeDeclaration.Item]) {
        for item in items {
            switch item {
            case .ask(let ask):
                asks.append(ask)
                askPosition = statements.count
            case .show(let show): shows.append(show)
            case .answer: hasAnswer = true
            case .statement(let statement):
                statements.append(statement)
                if case .branch(let branch) = statement.action, branch.kind == .otherwise { hasOtherwise = true }
            case .send, .receive, .omit, .transition: break
            }
        }
    }

    /// The asks, of which the nearest of each name replaces the inherited ones.
    var nearestAsks: [AskSyntax] { Self.nearest(asks, by: \.name.symbol) }

    /// The inherited asks that a nearer one of their name replaces.
    var replacedAsks: [AskSyntax] {
        let nearest = nearestAsks
        return asks.count == nearest.count ? [] : asks.filter { ask in !nearest.contains { $0 === ask } }
    }

    /// The shows, of which the nearest of each name replaces the inherited ones.
    var nearestShows: [ShowDeclaration] { Self.nearest(shows, by: \.name.symbol) }

    /// Returns the last declaration of each name, which is the nearest, at the position of the first one.
    static func nearest<Declaration>(
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

    var hasAsk: Bool { askPosition != nil }

    /// The statements before the last ask; all statements if there is no ask.
    var statementsBeforeAsk: [StatementSyntax] { askPosition.map { Array(statements[..<$0]) } ?? statements }

    /// The statements after the last ask; empty if there is no ask.
    var statementsAfterAsk: [StatementSyntax] { askPosition.map { Array(statements[$0...]) } ?? [] }
}
