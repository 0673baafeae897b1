package import FlowIR
import FlowTable

/// Taint analysis: finds the places at which the host sees tainted values.
///
/// This is a forward fixpoint over the instructions of all states. ``TaintState`` has the transfer functions.
package struct TaintAnalysis {
    /// A tainted value that reaches the host.
    package struct Exposure: Sendable {
        /// The place at which the host sees the value.
        package enum Place: Hashable, Sendable {
            /// The outcome of the flow.
            case end
            /// A step.
            case step
            /// A notification with a name, sent when a state accepts an event.
            case notification(String, on: EventID?)
        }

        /// The state that shows the value, or that accepts the event.
        package let state: StateID
        /// The place at which the host sees the value.
        package let place: Place
        /// The slot of the value.
        package let slot: SlotID
        /// The `show` that names the value, or nil if the host sees it as an offered value or a time limit.
        package let show: Show?
        /// The possible taint of the value.
        package let taint: Taint
    }

    /// By state: its exposures, in order.
    package private(set) var exposures: [StateID: [Exposure]] = [:]
    /// By state with a request or a handler: the positions of inputs that can be secret.
    package private(set) var secretInputs: [StateID: [Int]] = [:]
    private let flow: CheckedFlow
    private let sources: TaintSources
    /// By state: the taint at its entry, or nil if the state is unreachable.
    private var entered: [TaintState?]
    private var waiting: [StateID] = []
    private var isWaiting: [Bool]
    /// Whether the fixpoint is complete, so that the analysis now records exposures.
    private var isRecording = false
    /// The taint before the current event.
    private var before: TaintState

    /// Analyzes a flow with the given sources of taint, and records its exposures and secret inputs.
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
        isRecording = true
        for state in flow.states.indices where entered[state] != nil {
            record(state)
            if flow.states[state].notifies { expand(state) }
        }
    }

    // MARK: Fixpoint

    /// Joins taint into that at the entry of a state, and schedules the state if this is new or has changed.
    ///
    /// Does nothing after the fixpoint.
    private mutating func enter(_ state: StateID, _ taint: TaintState) {
        guard !isRecording else { return }
        if entered[state] == nil {
            entered[state] = taint
        } else {
            guard entered[state]?.formUnion(taint) == true else { return }
        }
        guard !isWaiting[state] else { return }
        isWaiting[state] = true
        waiting.append(state)
    }

    /// Propagates the taint at the entry of a state over all its events.
    private mutating func expand(_ state: StateID) {
        guard let taint = entered[state] else { return }
        before = taint
        if case .choice(let block) = flow.states[state].kind { return transfer(block, in: state, on: nil) }
        // Exposures are recorded in the order of events.
        for (event, block) in flow.states[state].transitions { transfer(block, in: state, on: event) }
    }

    /// Propagates the taint before an event over the event and its block. A nil event stands for a choice.
    private mutating func transfer(_ block: Block, in state: StateID, on event: EventID?) {
        var taint = before
        if let event { receive(event, in: state, &taint) }
        transfer(block, &taint, in: state, on: event)
    }

    /// Updates the taint by the values that an event brings.
    private func receive(_ event: EventID, in state: StateID, _ taint: inout TaintState) {
        switch (event.builtin, flow.states[state].kind) {
        case (.start, _): for ask in flow.inputs { taint.assign(ask) }
        case (.submit, .present(let presentation)):
            for ask in presentation.asks { taint.assign(ask) }
        case (.handled, .handler(let use)): taint.applyResult(of: use)
        case (_, .call):
            guard let isAmong = membershipTest(of: event, in: state) else { break }
            taint.receive(sources.assigned[state] ?? [], sources.tainted[state] ?? [], isAmong)
        default: break
        }
    }

    /// Returns a function that tests whether an event can be one of some replies.
    ///
    /// Returns nil if the event of the calling state is not a successful reply or a challenge, and so brings no values.
    private func membershipTest(of event: EventID, in state: StateID) -> ((Replies) -> Bool)? {
        switch event.builtin {
        case .success: return { $0.success }
        case .otherChallenge:
            let own = flow.states[state].transitions.events.compactMap(challengeName)
            return { replies in
                guard let all = replies.challenges else { return true }
                return all.contains { name in !own.contains { $0.utf8.elementsEqual(name.utf8) } }
            }
        case nil: return challengeName(of: event).map { name in { $0.contains(challenge: name) } }
        default: return nil
        }
    }

    /// Returns the name of the challenge that an event stands for, or nil for other events.
    private func challengeName(of event: EventID) -> String? {
        guard let own = flow.definition(of: event), own.kind == .challenge else { return nil }
        return own.name
    }

    /// Propagates taint over a block and to the targets of its jumps, and records the exposures of its notifications.
    ///
    /// Returns whether some path reaches the end of the block.
    @discardableResult
    private mutating func transfer(
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
                if transfer(inner, &taken, in: state, on: event) { taint.formUnion(taken) }
            case .notify(let notification):
                recordShows(notification.shows, taint, state, .notification(notification.name, on: event))
            case .forgetReply: taint = before
            default: taint.apply(instruction)
            }
        }
        return true
    }

    // MARK: Recording

    /// Records the exposures of a step or an end, or the secret inputs of a request or a handler.
    private mutating func record(_ state: StateID) {
        guard let taint = entered[state] else { return }
        switch flow.states[state].kind {
        case .end(let ending): recordShows(ending.shows, taint, state, .end)
        case .present(let presentation):
            recordShows(presentation.shows, taint, state, .step)
            // The host also sees offered values and time limits.
            var slots = presentation.asks.compactMap(\.offered)
            if case .slot(let slot) = presentation.timeLimit { slots.append(slot) }
            for slot in slots { recordExposure(of: slot, by: nil, taint, state, .step) }
        case .call(let request): recordSecretInputs(request.inputs.map(\.source), taint, state)
        case .handler(let use): recordSecretInputs(use.inputs.map(\.source), taint, state)
        case .choice: break
        }
    }

    /// Records the exposures of shown values, once the fixpoint is complete.
    private mutating func recordShows(
        _ shows: [Show], _ taint: TaintState, _ state: StateID, _ place: Exposure.Place
    ) {
        guard isRecording else { return }
        for show in shows { for slot in show.source.slots { recordExposure(of: slot, by: show, taint, state, place) } }
    }

    /// Records the exposure of a slot, unless its value is untainted.
    private mutating func recordExposure(
        of slot: SlotID, by show: Show?, _ taint: TaintState, _ state: StateID, _ place: Exposure.Place
    ) {
        guard !taint[slot].isEmpty else { return }
        exposures[state, default: []].append(
            Exposure(state: state, place: place, slot: slot, show: show, taint: taint[slot]))
    }

    /// Records which inputs of a request or a handler can be secret.
    private mutating func recordSecretInputs(_ inputs: [Source], _ taint: TaintState, _ state: StateID) {
        let secret = inputs.indices.filter { taint[inputs[$0]].contains(.secret) }
        if !secret.isEmpty { secretInputs[state] = secret }
    }
}

extension State {
    /// Whether a block of the state sends a notification.
    fileprivate var notifies: Bool {
        var result = false
        for block in blocks { block.forEachInstruction { if case .notify = $0 { result = true } } }
        return result
    }
}
