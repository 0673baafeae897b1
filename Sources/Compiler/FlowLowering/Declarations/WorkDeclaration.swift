import FlowDiagnostics
import FlowSyntax

/// A use of a handler by a `handle` or a `derive`.
final class WorkDeclaration: Sendable {
    /// The number among all uses of handlers in a compilation.
    let number: Int
    let handler: Name?
    let bindings: [PortBinding]
    /// The transitions on the handler's failures, in a scope inside the node's scope.
    let scope: ScopeDeclaration
    let range: SourceRange

    /// Reads a `handle` or `derive` element, and gives it the next number.
    init(_ element: AttributeDecoder) {
        number = element.builder.nextWork()
        handler = element.name(.handler)
        range = element.range
        bindings = PortBinding.all(in: element)
        scope = ScopeDeclaration(element, .work)
    }

    /// The bindings of inputs.
    var passes: [PassDeclaration] {
        bindings.compactMap { if case .pass(let pass) = $0 { pass } else { nil } }
    }

    /// The bindings of outputs.
    var takes: [TakeDeclaration] {
        bindings.compactMap { if case .take(let take) = $0 { take } else { nil } }
    }
}

/// A `derive`: a value that a handler computes right before each request that sends it.
struct DerivedDeclaration: Sendable {
    let name: Name
    let guardClause: GuardDeclaration?
    let work: WorkDeclaration

    /// The keys that `sent` tests in the guard of the `derive` and in the guards inside.
    var sentKeys: [Symbol] { (guardClause?.sentKeys ?? []) + work.scope.sentKeys }

    /// Reads a `derive` element, or returns nil if it lacks `name` or `handler`.
    init?(_ element: AttributeDecoder) {
        guardClause = GuardDeclaration(element)
        work = WorkDeclaration(element)
        guard let name = element.name(.name), work.handler != nil else { return nil }
        self.name = name
    }
}
