package import FlowIR
import FlowTable

/// A list of alternatives, one of which a run must have passed since the flow or sub-flow began.
package struct MustPassList: Hashable, Sendable {
    package let passing: Set<Passing>
    /// The state in which a sub-flow begins, or nil for the main flow, which begins with a start.
    package let since: StateID?

    /// Creates the list of an assertion's alternatives. They count from the state `since`, or else from the start.
    package init(_ passing: [Passing], since: StateID?) {
        self.passing = Set(passing)
        self.since = since
    }
}

/// The history variables of a flow, which record in bits what a run has passed.
///
/// There is one bit for each list of alternatives, set when a run passes one of them, and one for a proof of identity.
package struct HistoryVariables: Sendable {
    /// The bit that records a proof of identity.
    package static let proof: UInt64 = 1 << 63
    /// The maximum number of lists tracked at once.
    package static let maxLists = 63

    /// A transition that sets bits.
    private struct Exit {
        /// The events that take the transition.
        enum Trigger {
            /// Every success and challenge in reply to a request, except for one event, if it is not nil.
            case reply(except: EventID?)
            /// A single event, or nil if the state continues immediately.
            case event(EventID?)
        }

        /// The events that take the transition.
        let trigger: Trigger
        /// The node that must be left, or nil if the target does not matter.
        let leaving: NodeID?
        /// The bits that the transition sets.
        let bits: UInt64

        /// Returns whether an event takes the transition.
        func isTaken(by transfer: EventTransfer) -> Bool {
            switch trigger {
            case .reply(let exception): transfer.origin == .reply && transfer.event != exception
            case .event(let event): transfer.event == event
            }
        }
    }

    private let nodes: Table<State, NodeID?>
    /// By state: the transitions that set bits.
    private var exits: Table<State, [Exit]>
    /// By first state of a sub-flow: the bits of its assertions.
    private var beginnings: [StateID: UInt64] = [:]
    /// The bits of all variables.
    private(set) var all: [UInt64] = []

    /// Numbers the history variables: one for each list, and one for the proof of the user's identity.
    package init(_ flow: LoweredFlow, _ annotations: FlowAnnotations, _ lists: [MustPassList]) {
        nodes = flow.states.mapValues(\.node)
        exits = Table(repeating: [], count: flow.states.count)
        var bits: [Passing: UInt64] = [:]
        for (bit, list) in lists.enumerated() {
            for passing in list.passing { bits[passing, default: 0] |= 1 << UInt64(bit) }
            if let since = list.since { beginnings[since, default: 0] |= 1 << UInt64(bit) }
        }
        for (state, request) in annotations.requests where request.provesIdentity {
            bits[.request(state), default: 0] |= Self.proof
        }
        all = lists.indices.map { 1 << UInt64($0) } + [Self.proof]
        let successExits = SuccessExits(flow, annotations)
        for (passing, bits) in bits { addExits(of: passing, setting: bits, successExits) }
    }

    /// Adds the transitions by which a run passes an alternative, and which set its bits.
    private mutating func addExits(of passing: Passing, setting bits: UInt64, _ successExits: SuccessExits) {
        switch passing {
        case .request(let state):
            add(.reply(except: successExits.eventRepeatingChallenge(in: state)), leaving: nil, bits, to: state)
        case .outcome(let state): add(.event(nil), leaving: nil, bits, to: state)
        case .handler(let state): add(.event(.handled), leaving: nil, bits, to: state)
        case .answer(let entry), .branch(let entry):
            for (state, event) in successExits.exits(of: passing) {
                add(.event(event), leaving: nodes[entry], bits, to: state)
            }
        }
    }

    /// Adds to a state a transition that sets bits.
    private mutating func add(_ trigger: Exit.Trigger, leaving node: NodeID?, _ bits: UInt64, to state: StateID) {
        exits[state].append(Exit(trigger: trigger, leaving: node, bits: bits))
    }

    /// Returns the bits that are set after an event has led from one state to another.
    ///
    /// `before` has the bits that are set before the event. If `transfer` is nil, the event sets no bit.
    func passedBits(_ before: UInt64, by transfer: EventTransfer?, from state: StateID, to target: StateID) -> UInt64 {
        var bits = before
        for exit in exits[state] where transfer.map(exit.isTaken) ?? false {
            if exit.leaving == nil || exit.leaving != nodes[target] { bits |= exit.bits }
        }
        return bits & ~bitsCleared(in: target)
    }

    /// Returns the bits that are cleared at the entry of a state, because a sub-flow begins there.
    package func bitsCleared(in state: StateID) -> UInt64 { beginnings[state] ?? 0 }

    /// Returns the bits that an event sets, with the node that it must leave. The node is nil if the target does not
    /// matter.
    func exits(of transfer: EventTransfer, in state: StateID) -> [(bits: UInt64, leaving: NodeID?)] {
        exits[state].filter { $0.isTaken(by: transfer) }.map { ($0.bits, $0.leaving) }
    }

    /// Returns whether an event proves the user's identity.
    func proves(_ transfer: EventTransfer, in state: StateID) -> Bool {
        exits[state].contains { $0.bits & Self.proof != 0 && $0.isTaken(by: transfer) }
    }
}
