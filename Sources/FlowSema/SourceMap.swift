package import FlowDiagnostics
package import FlowModel

/// Where the parts of a checked flow stand in the source, and what the checks need to know of how they were written.
package struct SourceMap: Sendable {
    /// By node of the flow: the place of its identifier.
    package var nodes: [SourceRange] = []
    /// By node of the flow: whether it is written in the file that was compiled, not inherited or imported.
    package var isOwnNode: [Bool] = []
    /// By transition as written: the place of its selector or target.
    package var transitions: [SourceRange] = []
    /// By transition as written: what it is, in words (`on error="CodeMismatchException"` and the like).
    package var transitionNames: [String] = []
    /// By counter of a transition's limit: the place of the limit, or nothing if the transition is a retry of its own node.
    package var limits: [CounterID: SourceRange?] = [:]
    /// By counter: the places in conditions that name it, each with the number that it is compared with.
    package var counterTests: [CounterID: Set<CounterTest>] = [:]
    /// Where guards decide.
    package var decisions: [Decision] = []
    /// Answers that nothing takes.
    package var drops: [Drop] = []
    /// By state: the values that it needs.
    package var needs: [StateID: [DataNeed]] = [:]
    /// By requesting state: what its request means.
    package var requests: [StateID: RequestNote] = [:]
    /// Challenges that can come and that have no node, but are taken where a guard holds; by name the first request that
    /// brings each.
    package var guardedChallenges: [String: SourceRange] = [:]
    /// Answers of the service that transitions of the compiled file name.
    package var namedReplies: [NamedReply] = []
    /// What the author asserts.
    package var assertions: [Assertion] = []
    /// What the compiled file declares.
    package var declared: [Declared] = []
    /// Whether the service description says what proves who a user is.
    package var knowsProofs = false
    /// Values by which whoever has them was granted something: tokens, say.
    package var granted: Set<SlotID> = []
    /// Values that replies bring under the names that the service description gives them.
    package var outputs: Set<SlotID> = []
    /// By asking state: its limit of time in seconds, where that is a number, and its place.
    package var timeLimits: [StateID: (seconds: Int, range: SourceRange)] = [:]
    /// Where the rounds stand, if the flow has some.
    package var rounds: RoundNotes?
    /// By word that can begin rounds: the keys that can hold it, sorted.
    package var beginningKeys: [String: [String]] = [:]
    /// The longest time for which the service keeps a session, in seconds.
    package var longestSession: Int?

    /// A condition that a counter is below a number.
    package struct CounterTest: Hashable, Sendable {
        package var limit: Int
        /// The place of the counter's name.
        package var range: SourceRange
    }

    /// An empty map.
    package init() {}

    /// The map with states under their final numbers.
    func numbered(_ number: [StateID]) -> SourceMap {
        var result = self
        result.needs = Dictionary(uniqueKeysWithValues: needs.map { (number[$0], $1) })
        result.requests = Dictionary(uniqueKeysWithValues: requests.map { (number[$0], $1) })
        result.timeLimits = Dictionary(uniqueKeysWithValues: timeLimits.map { (number[$0], $1) })
        result.assertions = assertions.map { $0.numbered(number) }
        return result
    }
}

extension Assertion {
    fileprivate func numbered(_ number: [StateID]) -> Assertion {
        func end(_ end: NamedEnd) -> NamedEnd {
            NamedEnd(name: end.name, states: end.states.map { number[$0] }, range: end.range)
        }
        return switch self {
        case .never(let named, let passing, let names):
            .never(end: end(named), passing: passing.map { number[$0] }, names: names)
        case .always: self
        case .reachable(let named): .reachable(end: end(named))
        }
    }
}
