import FlowBindings
import FlowCompiler
import FlowCore
import FlowModel
import FlowTable
import FlowTesting
import TestSupport
import Testing

/// What the generated types claim of a flow, against what the flow shows in its scenarios: those that ship with it and, with
/// GENERATED=all, those that are made of it to take each transition.
@Suite("Claims of generated types") struct InterfaceClaimTests {
    private static let files = Result { try PackageFiles.xml(below: "flows") }
    static let flows = PackageFiles.names(in: "flows").filter { $0.hasSuffix(".flow.xml") }

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
        for path in try Self.files.get().keys.sorted() where path.hasPrefix("flows/scenarios/") {
            let shipped = FlowCompiler.compileScenarios(path: path, loader: loader)
            if shipped.flowPath == "flows/" + file { scenarios += shipped.scenarios }
        }
        #expect(!scenarios.isEmpty)
        for scenario in scenarios { record.play(scenario, table) }
        #expect(record.violations == [])
        if Self.isThorough { #expect(record.neverAbsent == []) }
    }
}

/// The outputs of a flow that contradict its interface, and the optional values that were absent.
private struct ClaimRecord {
    private let interface: HostInterface
    private(set) var violations: Set<String> = []
    private var seen: Set<String> = []
    private var absent: Set<String> = []

    init(_ interface: HostInterface) { self.interface = interface }

    /// Plays the inputs of a scenario, and checks each output.
    mutating func play(_ scenario: Scenario, _ table: TransitionTable) {
        var driver = FlowDriver(table, handlers: StandInHandlers(scenario.handlers))
        for placed in scenario.lines where placed.line.isInput {
            for output in driver.apply({ placed.line.apply(to: &$0) }) { check(output) }
        }
    }

    /// The optional values of steps and outcomes that were shown, but never absent.
    var neverAbsent: [String] {
        let steps = interface.steps.flatMap { step in step.shown.map { (step.name, $0) } }
        let outcomes = interface.outcomes.flatMap { outcome in outcome.shown.map { (outcome.name, $0) } }
        return (steps + outcomes).filter { $1.isOptional && !$1.type.isEmptyWhenAbsent }.map { "\($0) \($1.name)" }
            .filter { seen.contains($0) && !absent.contains($0) }.sorted()
    }

    private mutating func check(_ output: FlowOutput) {
        switch output {
        case .present(let presentation):
            guard let step = interface.steps.first(where: { $0.name == presentation.step }) else {
                violations.insert("the step \(presentation.step)")
                return
            }
            check(step.name, step.shown, presentation.parameters)
            check(step.name, step.errors, presentation.error)
            let asked = Set(presentation.asks.map(\.name))
            if !asked.isSubset(of: (step.answers ?? []).map(\.name)) {
                violations.insert("\(step.name): asks \(asked)")
            }
            let required = Set((step.answers ?? []).filter(\.isRequired).map(\.name))
            if !required.isSubset(of: asked) { violations.insert("\(step.name): requires \(required)") }
            if (presentation.timeLimit != nil) && !step.isLimited { violations.insert("\(step.name): time limit") }
        case .end(let end):
            guard let outcome = interface.outcomes.first(where: { $0.name == end.name }) else {
                violations.insert("the outcome \(end.name)")
                return
            }
            check(outcome.name, outcome.shown, end.parameters)
            check(outcome.name, outcome.errors, end.error)
        case .notify(let notification):
            let known = interface.notifications.first { $0.name == notification.name }
            check(notification.name, known?.shown ?? [], notification.parameters)
            if known == nil { violations.insert("the notification \(notification.name)") }
        case .call, .handle, .refused: break
        }
    }

    private mutating func check(_ owner: String, _ values: [HostInterface.Value], _ parameters: JSONValue) {
        for value in values {
            let name = "\(owner) \(value.name)"
            seen.insert(name)
            if parameters[value.name] == nil {
                absent.insert(name)
                if !value.isOptional { violations.insert(name + " is absent") }
            }
        }
        let unknown = Set((parameters.members ?? []).map(\.name)).subtracting(values.map(\.name))
        if !unknown.isEmpty { violations.insert("\(owner): shows \(unknown.sorted())") }
    }

    private mutating func check(_ owner: String, _ types: HostInterface.ErrorTypes, _ error: FlowPendingError?) {
        guard let error else {
            if types.isPossible, !types.isOptional { violations.insert("\(owner): no error") }
            return
        }
        if !types.allowsOthers, !types.named.contains(error.type) { violations.insert("\(owner): error \(error.type)") }
    }
}

extension ValueType {
    /// Whether the generated property is not optional, but empty if the value is absent.
    fileprivate var isEmptyWhenAbsent: Bool { self == .list || self == .map }
}
