import FlowAnalysis
import FlowChecks
import FlowDiagnostics
import FlowIR
import FlowLowering
package import FlowSyntax

/// Compiles flows and scenarios, in phases that pass values to each other:
///
/// ```
/// path ─► DocumentGraph ─► valid structure  ─► AnnotatedFlow ─► cleared secrets ─► proofs   ─► VerifiedFlow ─► table
///         FlowSyntax       StructureChecker    FlowLowering     FlowAnalysis       FlowChecks               TableWriter
/// ```
///
/// The compiler reads files only through the caller's loader, and returns findings in the result.
package enum FlowCompiler {
    /// The version of the package, which generated files name.
    package static let version = "0.1.0"

    /// Compiles the flow at a path, or checks the service description or the scenarios there.
    ///
    /// - Parameters:
    ///   - path: the file, in the form that the loader accepts
    ///   - loader: returns the bytes of the root and of all files that it refers to
    ///   - options: the severities that the user set, and the limits of files
    /// - Returns: the findings and, if there is a flow that is not abstract and has no errors, the flow
    package static func compile(
        path: String, loader: some SourceLoader, options: CompilerOptions = CompilerOptions()
    ) -> Compilation {
        var compilation = compileDocuments(path, loader, options)
        if compilation.graph.root?.kind != .scenario { reportUnusedSuppressions(in: &compilation) }
        return compilation
    }

    /// Reads the scenarios at a path, compiles the flow that they test, and returns both.
    ///
    /// A flow or a service description is compiled or checked as by `compile`; the result then has no scenarios.
    package static func compileScenarios(
        path: String, loader: some SourceLoader, options: CompilerOptions = CompilerOptions()
    ) -> ScenarioCompilation {
        var compilation = compileDocuments(path, loader, options)
        guard let root = compilation.graph.root, root.kind == .scenario, compilation.hasPassedLowering else {
            reportUnusedSuppressions(in: &compilation)
            return ScenarioCompilation(scenarios: [], flowPath: nil, compilation: compilation)
        }
        let handlers = compilation.unproven.map { flow in
            Set(flow.states.compactMap { if case .handler(let use) = $0.kind { use.handler.text } else { nil } })
        }
        let scenarios = ScenarioReader.read(root.tree, handlers: handlers, &compilation.bag)
        let flow = compilation.graph.targets(of: 0, .tests).first.map { compilation.graph.nodes[$0].path }
        reportUnusedSuppressions(in: &compilation)
        return ScenarioCompilation(scenarios: scenarios, flowPath: flow, compilation: compilation)
    }

    /// Runs all phases up to the first that finds errors, and returns the compilation.
    ///
    /// If all files load but the structure has errors, names are still checked, to report more findings at once.
    private static func compileDocuments(
        _ path: String, _ loader: some SourceLoader, _ options: CompilerOptions
    ) -> Compilation {
        var bag = DiagnosticBag(overrides: options.severities)
        let graph = DocumentGraph.load(root: path, loader: loader, limits: options.limits, bag: &bag)
        let isLoaded = !bag.hasErrors
        let structureFindings = Self.structureFindings(in: graph)
        bag.add(contentsOf: structureFindings)
        let hasValidStructure = !bag.hasErrors
        SuppressionReader.read(graph, &bag)
        // If a file is missing, most names are unknown.
        if isLoaded, !hasValidStructure {
            bag.add(contentsOf: nameFindings(in: graph, independentOf: structureFindings))
        }
        guard hasValidStructure, let root = graph.root else { return Compilation(graph: graph, bag: bag) }
        switch root.kind {
        case .flow: return compileFlow(in: graph, root: 0, bag)
        case .scenario:
            guard let flow = graph.targets(of: 0, .tests).first else { return Compilation(graph: graph, bag: bag) }
            return compileFlow(in: graph, root: flow, bag)
        case .service, nil: return compileService(in: graph, bag)
        }
    }

    /// Reports the unused suppressions of the root file, provided that all checks have run.
    ///
    /// Some checks do not run for a flow with errors or an abstract flow.
    private static func reportUnusedSuppressions(in compilation: inout Compilation) {
        guard !compilation.bag.hasErrors, let root = compilation.graph.root else { return }
        if compilation.flow != nil || root.kind == .service { compilation.reportUnusedSuppressions(in: root.fileID) }
    }

    /// Returns the findings about the structure of all documents.
    private static func structureFindings(in graph: DocumentGraph) -> [Diagnostic] {
        var bag = DiagnosticBag()
        // A document with an unknown root is checked as the kind that the reference to it expects.
        let targets = graph.edges.compactMap { edge in edge.target.map { ($0, edge.kind.targetKind) } }
        let expected = Dictionary(targets) { $1 }
        for (index, node) in graph.nodes.enumerated() {
            let document = node.document
            let kind =
                document.kind ?? expected[index]
                ?? .nearest(toRootNamed: document.tree.writtenName(of: document.tree.root))
            StructureChecker.check(document.tree, as: kind, bag: &bag)
        }
        return bag.diagnostics
    }

    /// Returns the findings about names, except those that may follow from structural errors.
    private static func nameFindings(
        in graph: DocumentGraph, independentOf structureFindings: [Diagnostic]
    ) -> [Diagnostic] {
        guard let root = graph.root else { return [] }
        let cascade = CascadeSuppression(structureFindings, in: graph)
        let trees = graph.nodes.map(\.document.tree)
        let findings: [Diagnostic]
        switch root.kind {
        case .flow: findings = Lowering.lower(trees, links: DocumentLinks.all(in: graph), root: 0).findings
        case .scenario:
            guard let flow = graph.targets(of: 0, .tests).first else { return [] }
            findings = Lowering.lower(trees, links: DocumentLinks.all(in: graph), root: flow).findings
        case .service: findings = Lowering.serviceFindings(trees, root: 0)
        case nil: return []
        }
        return findings.filter(cascade.allows)
    }

    /// Lowers and proves the flow of the document at index `root`, whose structure is valid.
    ///
    /// The result contains the findings in the bag, and the findings of lowering, proofs and table limits. It has no
    /// flow if any finding is an error, or if the flow is abstract.
    private static func compileFlow(in graph: DocumentGraph, root: Int, _ bag: DiagnosticBag) -> Compilation {
        let trees = graph.nodes.map(\.document.tree)
        let lowered = Lowering.lower(trees, links: DocumentLinks.all(in: graph), root: root)
        var bag = bag
        bag.add(contentsOf: lowered.findings)
        guard var annotated = lowered.flow, !bag.hasErrors else { return Compilation(graph: graph, bag: bag) }
        let secrets = DeadSecretElimination(ControlFlow(annotated.flow), annotated.annotations)
        annotated.flow = secrets.cleared
        let result = FlowChecks.check(annotated, secrets: secrets, isError: bag.isError)
        bag.add(contentsOf: result.findings)
        if let verified = result.verified, let finding = TableLimits.finding(about: verified, annotated.annotations) {
            bag.add(finding)
        }
        return Compilation(graph: graph, bag: bag, result: result, annotations: annotated.annotations)
    }

    /// Checks the names of the service description at the root.
    ///
    /// The result has no flow. It contains the findings in the bag, and those about the names.
    private static func compileService(in graph: DocumentGraph, _ bag: DiagnosticBag) -> Compilation {
        var bag = bag
        bag.add(contentsOf: Lowering.serviceFindings(graph.nodes.map(\.document.tree), root: 0))
        return Compilation(graph: graph, bag: bag)
    }
}
