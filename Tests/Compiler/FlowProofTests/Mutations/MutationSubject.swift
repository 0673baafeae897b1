import FlowCompiler
import FlowDiagnostics
import FlowIR
import FlowTable
import FlowTesting
import TestSupport

/// A shipped flow that mutations are tried on.
struct MutationSubject: Sendable {
    let name: String
    let files: FlowFiles
    /// The scenarios that pass on the flow as it is.
    let scenarios: [Scenario]
    let mutations: [Mutation]
    private let service: ServiceModel
    private let bytes: [UInt8]

    init(_ name: String) throws {
        self.name = name
        files = try FlowFiles.shipped(name)
        let compilation = files.compiled()
        mutations = MutationFinder.all(compilation)
        bytes = try compilation.table() ?? []
        service = ServiceModel(files.texts["services/cognito.service.xml"] ?? "")
        let table = try TransitionTable(verifying: bytes)
        scenarios = try Self.scenarios(name).filter { ScenarioPlayer.play($0, table).passed }
    }

    private static func scenarios(_ name: String) throws -> [Scenario] {
        let prefix = name == "legacy-sdk" ? "legacy-" : name
        let files = PackageFiles.names(in: "flows/scenarios").filter {
            $0.hasPrefix(prefix) && $0.hasSuffix(".xml")
        }
        let all = try files.flatMap { file in
            let path = "scenarios/" + file
            var loaded = try FlowFiles.shipped(name)
            loaded.texts[path] = try PackageFiles.text("flows/" + path)
            return FlowCompiler.compileScenarios(path: path, loader: MemoryLoader(texts: loaded.texts)).scenarios
        }
        return all
    }

    /// Compiles the flow with a mutation; where it gives a table, plays at random and the scenarios.
    func result(of mutation: Mutation, runs: Int, seed: UInt64) throws -> MutationResult {
        let changed = mutation.applied(to: files)
        let compilation = changed.compiled()
        if let error = compilation.diagnostics.first(where: { $0.severity == .error }) {
            // Runs must see what proofs see, or their silence elsewhere would say nothing.
            let seen = compilation.unproven == nil ? "" : play(changed, compilation, runs, seed)
            return result(mutation, .rejected(error.code.rawValue), seen)
        }
        guard let bytes = try compilation.table() else { return result(mutation, .rejected("no table")) }
        let faults = bytes == self.bytes ? "" : play(changed, compilation, runs, seed)
        if let warning = compilation.diagnostics.first {
            return result(mutation, .warned(warning.code.rawValue), faults)
        }
        if bytes == self.bytes { return result(mutation, .sameTable) }
        let table = try TransitionTable(verifying: bytes)
        let isSame = scenarios.allSatisfy { ScenarioPlayer.play($0, table).passed }
        return result(mutation, isSame ? .sameScenarios : .otherScenarios, faults)
    }

    private func result(_ mutation: Mutation, _ outcome: MutationOutcome, _ faults: String = "") -> MutationResult {
        MutationResult(flow: name, mutation: mutation, outcome: outcome, faults: faults)
    }

    private func play(_ files: FlowFiles, _ compilation: Compilation, _ runs: Int, _ seed: UInt64) -> String {
        // The flow as it was written last, as the declarations of handlers may be what is changed.
        let texts = files.texts.map { (path: $0.key, text: $0.value) }
        guard let subject = Subject(compilation, texts, service: service) else {
            return "no table of the unproven flow"
        }
        let missing = RequiredKeys.missing(in: compilation.flow ?? subject.flow, service)
        if !missing.isEmpty { return missing.joined(separator: "\n") }
        var trial = Trial(subject, random: Seeded(seed))
        trial.run(times: runs)
        return trial.faults.isEmpty ? "" : "seed \(seed)\n\(trial.report)"
    }
}
