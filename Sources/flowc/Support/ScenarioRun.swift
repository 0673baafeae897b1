import FlowCompiler
import FlowDiagnostics
import FlowModel
import FlowSyntax
import FlowTable
import FlowTesting
import FlowTool
import SystemPackage

/// A run of scenario files, with its results.
struct ScenarioRun {
    /// A scenario that was run.
    struct Played {
        let path: String
        let scenario: Scenario
        let result: ScenarioResult
    }

    /// A flow and its covered rows.
    struct Covered {
        let path: String
        let compilation: Compilation
        var coverage: Coverage
    }

    private(set) var played: [Played] = []
    private(set) var flows: [Covered] = []
    /// Files whose scenarios were not run, with the reason.
    private(set) var unplayed: [(path: String, reason: SafeText)] = []

    /// Runs a file's scenarios and writes findings to standard error.
    mutating func play(_ path: String, _ bytes: [UInt8], options: CompilerOptions) {
        let loader = RootedLoader(root: path, bytes: bytes)
        let file = FlowCompiler.scenarios(path: path, loader: loader, options: options)
        let flow = file.compilation
        let diagnostics = flow.diagnostics
        Findings.write(diagnostics, in: flow.sources, to: .standardError)
        if let kind = flow.graph.root?.kind, kind != .scenario {
            let way: SafeText = kind == .flow ? "; write some with 'flowc test --generate \(path)'" : ""
            unplayed.append((path, "it is a \(kind.description) without scenarios\(way)"))
            return
        }
        guard !Findings.hasErrors(diagnostics), let flowPath = file.flowPath, let table = table(of: flow, path) else {
            unplayed.append((path, "it or its flow has errors"))
            return
        }
        let index = index(of: flowPath, flow)
        for scenario in file.scenarios {
            let result = ScenarioPlayer.play(scenario, table)
            flows[index].coverage.add(result)
            played.append(Played(path: path, scenario: scenario, result: result))
        }
    }

    private func table(of flow: Compilation, _ path: String) -> TransitionTable? {
        guard flow.flow != nil, let bytes = try? FlowSource.table(flow, names: true, marks: true) else { return nil }
        return try? TableSource.verify(bytes, path)
    }

    private mutating func index(of path: String, _ flow: Compilation) -> Int {
        if let index = flows.firstIndex(where: { $0.path == path }) { return index }
        flows.append(Covered(path: path, compilation: flow, coverage: Coverage(of: counted(of: flow, path))))
        return flows.count - 1
    }

    /// The transitions that scenarios must cover.
    ///
    /// They are all of the flow's own file, and those of included files that its own transitions do not always
    /// override.
    private func counted(of compilation: Compilation, _ path: String) -> [Int] {
        let used = compilation.flow?.usedTransitions ?? []
        return compilation.transitions.indices.filter { transition in
            let file = compilation.transitions[transition].file
            return used.contains(transition) || compilation.sources[file]?.path == path
        }
    }

    /// Whether all scenarios passed, and every flow is covered sufficiently.
    func passed(minimum: Double) -> Bool {
        unplayed.isEmpty && played.allSatisfy(\.result.passed) && flows.allSatisfy { $0.coverage.percent >= minimum }
    }
}
