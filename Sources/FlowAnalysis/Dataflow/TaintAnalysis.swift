package import FlowModel
import FlowTable

/// Taint analysis: finds the places at which the host sees tainted values.
///
/// A forward fixpoint over the instructions of all states. ``TaintState`` has the transfer functions.
package struct TaintAnalysis {
    /// A value that reaches the host.
    package struct Exposure: Sendable {
        /// The kind of place.
        package enum Place: Hashable, Sendable {
            case end
            case step
            /// A notification by name, sent when a state accepts an event.
            case notification(String, on: EventID?)
        }

        /// The state that shows it, or that waits for the event.
        package let state: StateID
        /// The place.
        package let place: Place
        /// The slot.
        package let slot: SlotID
        /// The `show` that names it, or nil if the host learns it otherwise.
        package let show: Show?
        /// The possible taint.
        package let taint: Taint
    }

    /// By state: its exposures, in order.
    package private(set) var exposures: [StateID: [Exposure]] = [:]
    /// By state with a request or a handler: the positions of inputs that can be secret.
    package private(set) var secretInputs: [StateID: [Int]] = [:]
    private let flow: CheckedFlow
    private let sources: TaintSources
    /// By state: the taint at its entry, or nil if it is unreachable.
    private var entered: [TaintState?]
    private var waiting: [StateID] = []
    private var isWaiting: [Bool]
    private var isNoting = false
    /// The taint before the current event.
    private var before: TaintState

    /// Analyses a flow.
    package init(_ flow: CheckedFlow, _ sources: TaintSources) {
        self.flow = flow
        self.sources = sources
        entered = Array(repeating: nil, count: flow.states.count)
        isWaiting = Array(repeating: false, count: flow.states.count)
        before = TaintState(sources)
        enter(flow.initialState, before)
        while let state = waiting.popLast() {
            isWaiting[state] = false
            expand(state)
        }
        isNoting = true
        for state in flow.states.indices where entered[state] != nil {
            note(state)
            if flow.states[state].notifies { expand(state) }
        }
    }

    // MARK: Following

    private mutating func enter(_ state: StateID, _ taint: TaintState) {
        guard !isNoting else { return }
        if entered[state] == nil {
            entered[state] = taint
        } else {
            guard entered[state]?.formUnion(taint) == true else { return }
        }
        guard !isWaiting[state] else { return }
        isWaiting[state] = true
        waiting.append(state)
    }

    private mutating func expand(_ state: StateID) {
        guard let taint = entered[state] else { return }
        before = taint
        if case .choice(let block) = flow.states[state].kind { return run(block, in: state, on: nil) }
        let transitions = flow.states[state].transitions
        guard isNoting else {
            for (event, block) in transitions { run(block, in: state, on: event) }
            return
        }
        // Exposures are ordered by event.
        for event in transitions.keys.sorted() { transitions[event].map { run($0, in: state, on: event) } }
    }

    private mutating func run(_ block: Block, in state: StateID, on event: EventID?) {
        var taint = before
        if let event { receive(event, in: state, &taint) }
        _ = run(block, &taint, in: state, on: event)
    }

    /// Transfers the values that an event brings.
    private func receive(_ event: EventID, in state: StateID, _ taint: inout TaintState) {
        switch (BuiltinEvent(rawValue: event), flow.states[state].kind) {
        case (.start, _): for ask in flow.inputs { taint.give(ask) }
        case (.submit, .present(let presentation)):
            for ask in presentation.asks { taint.give(ask) }
        case (.handled, .handler(let use)): taint.work(use)
        case (_, .call):
            guard let isAmong = replies(event, in: state) else { break }
            taint.receive(sources.brought[state] ?? [], sources.tainted[state] ?? [], isAmong)
        default: break
        }
    }

    /// Returns whether an event can be one of some replies; nil for an event that brings no values.
    private func replies(_ event: EventID, in state: StateID) -> ((Replies) -> Bool)? {
        switch BuiltinEvent(rawValue: event) {
        case .success: return { $0.success }
        case .otherChallenge:
            let own = flow.states[state].transitions.keys.compactMap(challenge)
            return { replies in
                guard let all = replies.challenges else { return true }
                return all.contains { name in !own.contains { $0.utf8.elementsEqual(name.utf8) } }
            }
        case nil: return challenge(event).map { name in { $0.contains(challenge: name) } }
        default: return nil
        }
    }

    private func challenge(_ event: EventID) -> String? {
        guard event >= CheckedFlow.firstOwnEvent else { return nil }
        let own = flow.events[event - CheckedFlow.firstOwnEvent]
        return own.kind == .challenge ? own.name : nil
    }

    /// Transfers a block. Returns false if every path leaves it.
    private mutating func run(
        _ block: Block, _ taint: inout TaintState, in state: StateID, on event: EventID?
    ) -> Bool {
        for instruction in block.instructions {
            switch instruction {
            case .jump(let target):
                enter(target, taint)
                return false
            case .jumpLast(let otherwise):
                enter(otherwise, taint)
                for step in flow.states.indices where flow.states[step].isPresent { enter(step, taint) }
                return false
            case .refuse: return false
            case .when(_, let inner):
                var taken = taint
                if run(inner, &taken, in: state, on: event) { _ = taint.formUnion(taken) }
            case .notify(let notification):
                note(notification.shows, taint, state, .notification(notification.name, on: event))
            case .forgetReply: taint = before
            default: taint.take(instruction)
            }
        }
        return true
    }

    // MARK: Noting

    private mutating func note(_ state: StateID) {
        guard let taint = entered[state] else { return }
        switch flow.states[state].kind {
        case .end(let ending): note(ending.shows, taint, state, .end)
        case .present(let presentation):
            note(presentation.shows, taint, state, .step)
            // The host also sees offered values and time limits.
            var slots = presentation.asks.compactMap(\.offered)
            if case .slot(let slot) = presentation.timeLimit { slots.append(slot) }
            for slot in slots { note(slot, nil, taint, state, .step) }
        case .call(let request): note(request.inputs.map(\.source), taint, state)
        case .handler(let use): note(use.inputs.map(\.source), taint, state)
        case .choice: break
        }
    }

    private mutating func note(_ shows: [Show], _ taint: TaintState, _ state: StateID, _ place: Exposure.Place) {
        guard isNoting else { return }
        for show in shows { for slot in show.source.slots { note(slot, show, taint, state, place) } }
    }

    private mutating func note(
        _ slot: SlotID, _ show: Show?, _ taint: TaintState, _ state: StateID, _ place: Exposure.Place
    ) {
        guard !taint[slot].isEmpty else { return }
        exposures[state, default: []].append(
            Exposure(state: state, place: place, slot: slot, show: show, taint: taint[slot]))
    }

    private mutating func note(_ inputs: [Source], _ taint: TaintState, _ state: StateID) {
        let secret = inputs.indices.filter { taint[inputs[$0]].contains(.secret) }
        if !secret.isEmpty { secretInputs[state] = secret }
    }
}

extension State {
    /// Whether an event can send a notification.
    fileprivate var notifies: Bool {
        var result = false
        for block in blocks { block.forEachInstruction { if case .notify = $0 { result = true } } }
        return result
    }
}
