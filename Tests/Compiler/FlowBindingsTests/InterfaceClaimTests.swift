import FlowCompiler
import FlowIR
import FlowTable
import FlowTesting
import TestSupport
import Testing

/// What the generated types claim of a flow, against what the flow shows in its scenarios, in their variants in which a request
/// fails, and in random conversations. With GENERATED=all, more of each are played: also the scenarios that are made of the flow
/// to take each transition, with a fault at every request.
@Suite("Claims of generated types") struct InterfaceClaimTests {
    private static let files = Result { try PackageFiles.xml(below: "flows") }
    static let flows = PackageFiles.names(in: "flows").filter { $0.hasSuffix(".flow.xml") }

    /// The shipped scenarios, by the path of their flow. Their flows are compiled with them, which takes long.
    private static let shipped = Result {
        let loader = MemoryLoader(files: try files.get())
        let compiled = try files.get().keys.sorted().filter { $0.hasPrefix("flows/scenarios/") }
            .map { FlowCompiler.compileScenarios(path: $0, loader: loader) }
        return Dictionary(grouping: compiled, by: \.flowPath).mapValues { $0.flatMap(\.scenarios) }
    }

    /// Whether scenarios are made of each flow, which takes minutes for the largest. Then each optional value is absent at least once.
    private static let isThorough = Environment.value("GENERATED") == "all"

    @Test(
        "what is not optional is never absent, an error has a case, and an event that a type has is accepted somewhere",
        arguments: flows)
    func claims(_ file: String) throws {
        let loader = MemoryLoader(files: try Self.files.get())
        let compilation = FlowCompiler.compile(path: "flows/" + file, loader: loader)
        var record = ClaimRecord(try #require(HostInterface(compilation)))
        let table = try TransitionTable(verifying: try #require(try compilation.table(names: true, marks: true)))
        var scenarios: [Scenario] = []
        if Self.isThorough { scenarios = ScenarioGenerator(try #require(compilation.flow), table).scenarios }
        scenarios += try Self.shipped.get()["flows/" + file] ?? []
        #expect(!scenarios.isEmpty)
        for scenario in scenarios { record.play(scenario, table) }
        #expect(record.violations == [])
        var walk = ClaimWalk(record, scenarios, table, seed: Self.seed)
        for (index, scenario) in scenarios.enumerated() {
            // The number of the request that fails, or of the first one.
            var request = Self.isThorough ? 0 : index % 3
            while walk.fail(scenario, atRequest: request, events: 5), Self.isThorough { request += 1 }
        }
        walk.walk(Self.isThorough ? 200_000 : 2_000)
        #expect(walk.record.violations == [], "seed \(Self.seed)")
        let hasSteps = try !#require(HostInterface(compilation)).steps.isEmpty
        #expect(!hasSteps || walk.record.steps.count > walk.events / 100, "hardly any step was reached")
        if Self.isThorough { #expect(walk.record.neverAbsent == []) }
    }

    private static let seed = Environment.value("SEED").flatMap { UInt64($0) } ?? 20_261
}
