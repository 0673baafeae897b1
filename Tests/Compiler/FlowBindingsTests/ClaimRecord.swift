import FlowCompiler
import FlowCore
import FlowIR
import FlowRuntime
import FlowTable
import FlowTesting

/// The outputs of a flow that contradict its interface, and the optional values that were absent.
struct ClaimRecord {
    private let interface: HostInterface
    private(set) var violations: Set<String> = []
    /// The steps that were presented, in order.
    private(set) var steps: [String] = []
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

    /// Checks an output of the flow.
    mutating func check(_ output: FlowOutput) {
        switch output {
        case .present(let presentation):
            steps.append(presentation.step)
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
            if known?.hasError == false, notification.error != nil { violations.insert("\(notification.name): error") }
        case .call, .handle, .refused: break
        }
    }

    private mutating func check(_ owner: String, _ values: [HostInterface.Value], _ parameters: JSONValue) {
        for value in values {
            let name = "\(owner) \(value.name)"
            seen.insert(name)
            if !ShownValues(parameters: parameters).contains(value) {
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

/// The values that a flow shows, read as generated Swift reads them.
private struct ShownValues: FlowShownValues {
    let parameters: JSONValue

    /// Returns whether a value is present with the type that the interface claims.
    func contains(_ value: HostInterface.Value) -> Bool {
        switch value.type {
        case .list: list(value.name) != nil
        case .map: map(value.name) != nil
        case .flag: flag(value.name) != nil
        case .seconds: seconds(value.name) != nil
        case .text, .secret, .digits, .choice, .bytes, .session, .instant: text(value.name) != nil
        }
    }
}

extension SlotType {
    /// Whether the generated property is not optional, but empty if the value is absent.
    fileprivate var isEmptyWhenAbsent: Bool { self == .list || self == .map }
}
