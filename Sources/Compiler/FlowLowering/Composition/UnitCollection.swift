import FlowDiagnostics

/// Composes a flow and the sub-flows that it uses.
enum UnitCollection {
    /// Composes the flow of a document and every sub-flow that it uses, directly or through another sub-flow.
    ///
    /// - Returns: the flows by document, and findings about their composition and declarations
    static func collect(from root: Int, of program: Program) -> (units: [Int: FlowUnit], findings: [Diagnostic]) {
        var units: [Int: FlowUnit] = [:]
        var findings: [Diagnostic] = []
        var pending = [root]
        while let document = pending.popLast() {
            guard units[document] == nil, program.flows.indices.contains(document), program.flows[document] != nil
            else { continue }
            let (composition, compositionFindings) = InheritanceResolver.compose(document, of: program)
            let (declarations, declarationFindings) = UnitDeclarations.collect(composition, program.symbols)
            units[document] = FlowUnit(composition, declarations, program.services(of: document))
            findings += compositionFindings + declarationFindings
            let used = Set(composition.nodes.flatMap { $0.parts.prefix(1) }.compactMap(\.flow?.symbol))
            pending += used.compactMap { composition.imports[$0] }
        }
        return (units, findings)
    }
}
