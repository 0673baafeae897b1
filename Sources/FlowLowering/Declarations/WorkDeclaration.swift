import FlowDiagnostics
import FlowSyntax

/// A use of a handler: a `handle`, or what computes a `derive`.
final class WorkDeclaration: Sendable {
    /// The number among all of a compilation.
    let number: Int
    let handler: Name?
    let bindings: [PortBinding]
    /// The transitions on the handler's failures, a scope nearer than the node.
    let scope: ScopeDeclaration
    let range: SourceRange

    /// Reads an element.
    init(_ element: AttributeDecoder) {
        number = element.pass.nextWork()
        handler = element.name(.handler)
        range = element.range
        bindings = PortBinding.all(in: element)
        scope = ScopeDeclaration(element, .work)
    }

    /// The passes among the bindings.
    var passes: [PassDeclaration] {
        bindings.compactMap { if case .pass(let pass) = $0 { pass } else { nil } }
    }

    /// The takes among the bindings.
    var takes: [TakeDeclaration] {
        bindings.compactMap { if case .take(let take) = $0 { take } else { nil } }
    }
}

/// A `derive`: a value that a handler computes right before each request that sends it.
struct DerivedDeclaration: Sendable {
    let name: Name
    let guardClause: GuardDeclaration?
    let work: WorkDeclaration

    /// The keys of requests that guards in it ask for.
    var sentKeys: [Symbol] { (guardClause?.sentKeys ?? []) + work.scope.sentKeys }

    /// Reads an element.
    /// - Returns: nil if it has no name or no handler.
    init?(_ element: AttributeDecoder) {
        guardClause = GuardDeclaration(element)
        work = WorkDeclaration(element)
        guard let name = element.name(.name), work.handler != nil else { return nil }
        self.name = name
    }
}
