package import FlowModel
import FlowTable

/// The places at which the host sees values with labels.
///
/// Labels flow over the instructions of all states until nothing changes. ``LabelState`` has all that passes them on.
package struct LabelFlow {
    /// A value that is shown to the host.
    package struct Exposure: Sendable {
        /// Where it is shown.
        package enum Place: Hashable, Sendable {
            case end
            case step
            /// A notification by name, told when a state takes an event.
            case notification(String, on: EventID?)
        }

        /// The state that shows it, or that waits for the event.
        package let state: StateID
        /// Where it is shown.
        package let place: Place
        /// The value.
        package let slot: SlotID
        /// The `show` that names it; nothing for what a host learns otherwise.
        package let show: Show?
        /// The labels that it can have.
        package let labels: ValueLabels
    }

    /// By state: what is shown there, in the order of writing.
    package private(set) var exposures: [StateID: [Exposure]] = [:]
    /// By state with a request or a handler: the positions of the inputs that can be secret.
    package private(set) var secretInputs: [StateID: [Int]] = [:]
    private let flow: CheckedFlow
    private let seeds: LabelSeeds
    /// By state: the labels of the slots when it is entered; nothing if no way leads there.
    private var entered: [LabelState?]
    private var waiting: [StateID] = []
    private var isWaiting: [Bool]
    private var isNoting = false
    /// The labels before the event at hand.
    private var before: LabelState

    /// Follows labels through a flow.
    package init(_ flow: CheckedFlow, _ seeds: LabelSeeds) {
        self.flow = flow
        self.seeds = seeds
        entered = Array(repeating: nil, count: flow.states.count)
        isWaiting = Array(repeating: false, count: flow.states.count)
        before = LabelState(seeds)
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

    private mutating func enter(_ state: StateID, _ labels: LabelState) {
        guard !isNoting else { return }
        if entered[state] == nil {
            entered[state] = labels
        } else {
            guard entered[state]?.formUnion(labels) == true else { return }
        }
        guard !isWaiting[state] else { return }
        isWaiting[state] = true
        waiting.append(state)
    }

    private mutating func expand(_ state: StateID) {
        guard let labels = entered[state] else { return }
        before = labels
        if case .choice(let block) = flow.states[state].kind { return run(block, in: state, on: nil) }
        let transitions = flow.states[state].transitions
        guard isNoting else {
            for (event, block) in transitions { run(block, in: state, on: event) }
            return
        }
        // What is noted has an order.
        for event in transitions.keys.sorted() { transitions[event].map { run($0, in: state, on: event) } }
    }

    private mutating func run(_ block: Block, in state: StateID, on event: EventID?) {
        var labels = before
        if let event { receive(event, in: state, &labels) }
        _ = run(block, &labels, in: state, on: event)
    }

    /// The labels of what an event brings.
    private func receive(_ event: EventID, in state: StateID, _ labels: inout LabelState) {
        switch (BuiltinEvent(rawValue: event), flow.states[state].kind) {
        case (.start, _): for ask in flow.inputs { labels.give(ask) }
        case (.submit, .present(let presentation)):
            for ask in presentation.asks { labels.give(ask) }
        case (.handled, .handler(let use)): labels.work(use)
        case (_, .call):
            guard let isAmong = replies(event, in: state) else { break }
            labels.receive(seeds.brought[state] ?? [], seeds.labelled[state] ?? [], isAmong)
        default: break
        }
    }

    /// Whether an event can stand for one of some replies; nothing for an event that is no reply, or an error, which brings nothing.
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

    /// Runs a block. Returns whether something comes behind it; nothing does where all ways leave.
    private mutating func run(
        _ block: Block, _ labels: inout LabelState, in state: StateID, on event: EventID?
    ) -> Bool {
        for instruction in block.instructions {
            switch instruction {
            case .jump(let target):
                enter(target, labels)
                return false
            case .jumpLast(let otherwise):
                enter(otherwise, labels)
                for step in flow.states.indices where flow.states[step].isPresent { enter(step, labels) }
                return false
            case .refuse: return false
            case .when(_, let inner):
                var taken = labels
                if run(inner, &taken, in: state, on: event) { _ = labels.formUnion(taken) }
            case .notify(let notification):
                note(notification.shows, labels, state, .notification(notification.name, on: event))
            case .forgetReply: labels = before
            default: labels.take(instruction)
            }
        }
        return true
    }

    // MARK: Noting

    private mutating func note(_ state: StateID) {
        guard let labels = entered[state] else { return }
        switch flow.states[state].kind {
        case .end(let ending): note(ending.shows, labels, state, .end)
        case .present(let presentation):
            note(presentation.shows, labels, state, .step)
            // The host also sees what it can choose of, and how long it may take.
            var slots = presentation.asks.compactMap(\.offered)
            if case .slot(let slot) = presentation.timeLimit { slots.append(slot) }
            for slot in slots { note(slot, nil, labels, state, .step) }
        case .call(let request): note(request.inputs.map(\.source), labels, state)
        case .handler(let use): note(use.inputs.map(\.source), labels, state)
        case .choice: break
        }
    }

    private mutating func note(_ shows: [Show], _ labels: LabelState, _ state: StateID, _ place: Exposure.Place) {
        guard isNoting else { return }
        for show in shows { for slot in show.source.slots { note(slot, show, labels, state, place) } }
    }

    private mutating func note(
        _ slot: SlotID, _ show: Show?, _ labels: LabelState, _ state: StateID, _ place: Exposure.Place
    ) {
        guard !labels[slot].isEmpty else { return }
        exposures[state, default: []].append(
            Exposure(state: state, place: place, slot: slot, show: show, labels: labels[slot]))
    }

    private mutating func note(_ inputs: [Source], _ labels: LabelState, _ state: StateID) {
        let secret = inputs.indices.filter { labels[inputs[$0]].contains(.secret) }
        if !secret.isEmpty { secretInputs[state] = secret }
    }
}

extension State {
    /// Whether a notification is told when it takes an event.
    fileprivate var notifies: Bool {
        var result = false
        for block in blocks { block.forEachInstruction { if case .notify = $0 { result = true } } }
        return result
    }
}
