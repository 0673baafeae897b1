import FlowCompiler
import FlowDiagnostics
import FlowIR
import FlowSyntax
import FlowTable
import FlowTesting
import FlowTool
import SystemPackage

/// Plays the scenarios of files, and collects the results.
struct ScenarioRun {
    /// A scenario that was played.
    struct Played {
        /// The path of the scenario's file.
        let path: String
        let scenario: Scenario
        let result: ScenarioResult
    }

    /// A flow, with the transitions that scenarios took.
    struct Covered {
        let path: String
        let compilation: Compilation
        var coverage: Coverage
    }

    private(set) var played: [Played] = []
    private(set) var flows: [Covered] = []
    /// The files whose scenarios were not played, with the reason.
    private(set) var unplayed: [(path: String, reason: SafeText)] = []

    /// Plays the scenarios of a file, and writes its findings to standard error.
    ///
    /// A file with errors or without scenarios is recorded as unplayed, with the reason.
    mutating func play(_ path: String, _ bytes: [UInt8], options: CompilerOptions) {
        let loader = RootedLoader(root: path, bytes: bytes)
        let file = FlowCompiler.compileScenarios(path: path, loader: loader, options: options)
        let compilation = file.compilation
        let diagnostics = compilation.diagnostics
        Findings.write(diagnostics, in: compilation.sources, to: .standardError)
        if let kind = compilation.graph.root?.kind, kind != .scenario {
            let help: SafeText = kind == .flow ? "; write some with 'flowc test --generate \(path)'" : ""
            unplayed.append((path, "it is a \(kind.description) without scenarios\(help)"))
            return
        }
        guard !Findings.hasErrors(diagnostics), let flowPath = file.flowPath,
            let table = table(of: compilation, testedBy: path)
        else {
            unplayed.append((path, "it or its flow has errors"))
            return
        }
        let index = addFlow(at: flowPath, compilation)
        for scenario in file.scenarios {
            let result = ScenarioPlayer.play(scenario, table)
            flows[index].coverage.add(result)
            played.append(Played(path: path, scenario: scenario, result: result))
        }
    }

    /// Returns the table of a compiled flow, or nil if there is no flow or if it exceeds a limit of the table.
    ///
    /// `path` is the path of the scenarios' file, which messages name.
    private func table(of compilation: Compilation, testedBy path: String) -> TransitionTable? {
        guard compilation.flow != nil, let bytes = try? FlowSource.table(compilation, names: true, marks: true) else {
            return nil
        }
        return try? TableSource.verify(bytes, path)
    }

    /// Returns the index of a flow in ``flows``, after adding it without coverage if it is new.
    private mutating func addFlow(at path: String, _ compilation: Compilation) -> Int {
        if let index = flows.firstIndex(where: { $0.path == path }) { return index }
        let coverage = Coverage(of: transitionsToCover(in: compilation, ofFlowAt: path))
        flows.append(Covered(path: path, compilation: compilation, coverage: coverage))
        return flows.count - 1
    }

    /// Returns the transitions that scenarios must cover.
    ///
    /// These are all transitions in the flow's own file, and those in other files that the flow can take.
    private func transitionsToCover(in compilation: Compilation, ofFlowAt path: String) -> [Int] {
        let used = compilation.flow?.usedTransitions ?? []
        return compilation.transitions.indices.filter { transition in
            let file = compilation.transitions[transition].file
            return used.contains(TransitionID(transition)) || compilation.sources[file]?.path == path
        }
    }

    /// Returns whether all files were played, all scenarios passed, and every flow has at least the minimum coverage.
    func passed(minimum: Double) -> Bool {
        unplayed.isEmpty && played.allSatisfy(\.result.passed) && flows.allSatisfy { $0.coverage.percent >= minimum }
    }
}
