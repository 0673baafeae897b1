import FlowAnnotations
import FlowDiagnostics
import FlowModel

/// What checks need to know of a flow and the machine does not say, as it comes to light.
struct LoweringNotes: Sendable {
    /// By state, under the numbers of the draft.
    var states: [StateID: StateFacts] = [:]
    var branching = Branching()
    var limits: [CounterID: CounterFacts.Limit] = [:]
    /// The answers of the service that transitions of the compiled file name.
    var namedReplies: [NamedReply] = []
    /// Handlers that something uses.
    var usedHandlers: Set<Symbol> = []
    /// The transitions that some state can take, by the numbers of their declarations.
    var taken: [Bool]
    /// Transitions that ask for what their nodes lack.
    var findings: [Diagnostic] = []
    private var positions: [[Int]: Int] = [:]

    /// Nothing is known of a flow with so many transitions.
    init(transitions: Int) { taken = Array(repeating: false, count: transitions) }

    /// A transition of the compiled file names an answer of the service, which a request in its scope can be given or not.
    mutating func note(_ name: String, at range: SourceRange, kind: String, key: [Int], isPossible: Bool) {
        if let known = positions[key] {
            if isPossible { namedReplies[known].isPossible = true }
            return
        }
        positions[key] = namedReplies.count
        namedReplies.append(NamedReply(what: kind, name: name, range: range, isPossible: isPossible))
    }
}
