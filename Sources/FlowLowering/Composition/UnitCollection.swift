import FlowDiagnostics

/// A flow and all flows that it imports, each put together once.
enum UnitCollection {
    /// The flows by document, and what is wrong with how they are put together.
    static func collect(from root: Int, of program: Program) -> (units: [Int: FlowUnit], findings: [Diagnostic]) {
        var units: [Int: FlowUnit] = [:]
        var findings: [Diagnostic] = []
        var open = [root]
        while let document = open.popLast() {
            guard units[document] == nil, program.flows.indices.contains(document), program.flows[document] != nil
            else { continue }
            let (composition, compositionFindings) = InheritanceResolver.compose(document, of: program)
            let (declarations, declarationFindings) = UnitDeclarations.collect(composition, program.symbols)
            units[document] = FlowUnit(composition, declarations, program.service(of: document))
            findings += compositionFindings + declarationFindings
            let used = Set(composition.nodes.flatMap { $0.parts.prefix(1) }.compactMap(\.flow?.symbol))
            open += used.compactMap { composition.imports[$0] }
        }
        return (units, findings)
    }
}
