import FlowAnalysis
import FlowAnnotations
import FlowChecks
import FlowDiagnostics
import FlowEmit
import FlowLowering
import FlowModel
import FlowScenarios
package import FlowSyntax

/// The whole way from files to a table, each stage a value handed to the next:
///
/// ```
/// path ─► DocumentGraph ─► structure found good ─► AnnotatedFlow ─► secrets end ─► findings ─► CheckedFlow ─► bytes
///         FlowSyntax       StructureChecker        FlowLowering     FlowAnalysis   FlowChecks                 FlowEmit
/// ```
///
/// In tests, the grammar is asked whether it agrees about the structure (``CompilerOptions/usesGrammar``).
///
/// Bytes in, values out: files come from the caller's loader, findings go into the result.
package enum FlowCompiler {
    /// Compiles the flow at a path.
    /// - Parameters:
    ///   - path: the file, as the loader knows it.
    ///   - loader: gives the bytes of all files that are named.
    ///   - options: severities of findings and bounds.
    /// - Returns: the flow if it has no errors, where its parts stand, and all findings.
    package static func compile(
        path: String, loader: some SourceLoader, options: CompilerOptions = CompilerOptions()
    ) -> Compilation {
        var compilation = analyse(path, loader, options)
        if compilation.graph.root?.kind != .scenario { closeSuppressions(&compilation) }
        return compilation
    }

    /// Reads the scenarios at a path and compiles the flow that they test.
    package static func scenarios(
        path: String, loader: some SourceLoader, options: CompilerOptions = CompilerOptions()
    ) -> ScenarioCompilation {
        var compilation = analyse(path, loader, options)
        guard let root = compilation.graph.root, root.kind == .scenario, compilation.structureIsGood else {
            closeSuppressions(&compilation)
            return ScenarioCompilation(scenarios: [], flowPath: nil, compilation: compilation)
        }
        let scenarios = ScenarioReader.read(root.tree, &compilation.bag)
        let flow = compilation.graph.targets(of: 0, .tests).first.map { compilation.graph.nodes[$0].path }
        closeSuppressions(&compilation)
        return ScenarioCompilation(scenarios: scenarios, flowPath: flow, compilation: compilation)
    }

    /// All phases, up to the first that has errors; names are looked at whether the structure has errors or not.
    private static func analyse(_ path: String, _ loader: some SourceLoader, _ options: CompilerOptions) -> Compilation
    {
        var bag = DiagnosticBag(overrides: options.severities)
        let graph = DocumentGraph.load(root: path, loader: loader, limits: options.limits, bag: &bag)
        let isLoaded = !bag.hasErrors
        let structureFindings = checkStructure(of: graph, options)
        bag.add(contentsOf: structureFindings)
        let structureIsGood = !bag.hasErrors
        SuppressionReader.read(graph, &bag)
        // Where a file is missing, most names are unknown.
        if isLoaded, !structureIsGood { bag.add(contentsOf: names(in: graph, despite: structureFindings)) }
        guard structureIsGood, let root = graph.root else { return Compilation(graph: graph, bag: bag) }
        switch root.kind {
        case .flow: return analyse(graph, root: 0, bag, options)
        case .scenario:
            guard let flow = graph.targets(of: 0, .tests).first else { return Compilation(graph: graph, bag: bag) }
            return analyse(graph, root: flow, bag, options)
        case .service, nil: return checkService(graph, bag)
        }
    }

    /// A silencing is known to be unneeded when everything was looked for: in a flow with errors or an abstract one it is not.
    private static func closeSuppressions(_ compilation: inout Compilation) {
        guard !compilation.bag.hasErrors, let root = compilation.graph.root else { return }
        if compilation.flow != nil || root.kind == .service { compilation.reportUnneededSuppressions(in: root.fileID) }
    }

    private static func checkStructure(of graph: DocumentGraph, _ options: CompilerOptions) -> [Diagnostic] {
        var bag = DiagnosticBag()
        for (index, node) in graph.nodes.enumerated() {
            guard let kind = node.document.kind,
                StructureChecker.check(node.document.tree, as: kind, bag: &bag)
            else { continue }
            // The gate judges the file at hand; those that it names are judged when they are checked themselves.
            if index == 0, options.usesGrammar { SchemaValidator.checkDrift(node.document, as: kind, bag: &bag) }
        }
        return bag.diagnostics
    }

    /// The findings about names although the structure is wrong too, as far as the one does not follow from the other.
    private static func names(in graph: DocumentGraph, despite findings: [Diagnostic]) -> [Diagnostic] {
        guard let root = graph.root else { return [] }
        let cascade = CascadeSuppression(findings, in: graph)
        let trees = graph.nodes.map(\.document.tree)
        switch root.kind {
        case .flow:
            return Lowering.lower(trees, links: DocumentLinks.all(in: graph), root: 0).findings.filter(cascade.allows)
        case .scenario:
            guard let flow = graph.targets(of: 0, .tests).first else { return [] }
            return Lowering.lower(trees, links: DocumentLinks.all(in: graph), root: flow).findings.filter(
                cascade.allows)
        case .service: return Lowering.checkService(trees, root: 0).filter(cascade.allows)
        case nil: return []
        }
    }

    private static func analyse(
        _ graph: DocumentGraph, root: Int, _ bag: DiagnosticBag, _ options: CompilerOptions
    ) -> Compilation {
        let trees = graph.nodes.map(\.document.tree)
        let lowered = Lowering.lower(trees, links: DocumentLinks.all(in: graph), root: root)
        var bag = bag
        bag.add(contentsOf: lowered.findings)
        guard var annotated = lowered.flow, !bag.hasErrors else { return Compilation(graph: graph, bag: bag) }
        annotated.flow = DeadSecretElimination(annotated.flow, annotated.annotations).cleared
        let checked = FlowChecks.check(annotated, isError: bag.isError)
        bag.add(contentsOf: checked.findings)
        annotated.flow = annotated.flow.hiding(checked.secretInputs)
        if !bag.hasErrors, let finding = TableLimits.finding(annotated) { bag.add(finding) }
        return Compilation(
            graph: graph, bag: bag, checked: annotated, counterexamples: checked.counterexamples)
    }

    private static func checkService(_ graph: DocumentGraph, _ bag: DiagnosticBag) -> Compilation {
        var bag = bag
        bag.add(contentsOf: Lowering.checkService(graph.nodes.map(\.document.tree), root: 0))
        return Compilation(graph: graph, bag: bag)
    }
}
