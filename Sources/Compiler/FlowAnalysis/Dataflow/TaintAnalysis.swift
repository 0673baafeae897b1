package import FlowDiagnostics
package import FlowIR

/// Taint analysis: finds the places at which the host sees tainted values.
///
/// ``TaintPropagation`` has the transfer functions.
package struct TaintAnalysis {
    /// A tainted value that the host sees.
    package struct Exposure: Sendable {
        /// The place at which the host sees the value.
        package enum Place: Hashable, Sendable {
            /// The outcome of the flow.
            case end
            case step
            /// A notification with a name, sent when a state accepts an event.
            case notification(ByteString, on: EventID?)
        }

        /// The state that shows the value, or that accepts the event.
        package let state: StateID
        package let place: Place
        package let slot: SlotID
        /// The `show` that names the value. It is nil if the host sees the value as an offered list or a time limit.
        package let show: Show?
        package let taint: Taint
    }

    /// By state: its exposures, in order.
    package private(set) var exposures: [StateID: [Exposure]] = [:]
    /// By state with a request or a handler: the positions of inputs that can be secret.
    package private(set) var secretInputs: [StateID: [Int]] = [:]
    private let fixpoint: Dataflow<TaintPropagation>

    /// Analyzes a flow with the given sources of taint, and records its exposures and secret inputs.
    package init(_ controlFlow: ControlFlow, _ sources: TaintSources) {
        let flow = controlFlow.flow
        fixpoint = Dataflow(TaintPropagation(flow, sources), controlFlow)
        for state in flow.states.indices {
            guard let taint = fixpoint[state] else { continue }
            record(flow.states[state], taint, state)
            fixpoint.forEachNotification(in: state) { notification, event, taint in
                recordShows(notification.shows, taint, state, .notification(notification.name, on: event))
            }
        }
    }

    // MARK: Recording

    /// Records the exposures of a step or an end, or the secret inputs of a request or a handler.
    private mutating func record(_ state: State, _ taint: TaintState, _ id: StateID) {
        switch state.kind {
        case .end(let ending): recordShows(ending.shows, taint, id, .end)
        case .present(let presentation):
            recordShows(presentation.shows, taint, id, .step)
            // The host also sees offered values and time limits.
            for slot in state.branchingSlots { recordExposure(of: slot, by: nil, taint, id, .step) }
        case .call(let request): recordSecretInputs(request.inputs.map(\.source), taint, id)
        case .handler(let use): recordSecretInputs(use.inputs.map(\.source), taint, id)
        case .choice: break
        }
    }

    private mutating func recordShows(
        _ shows: [Show], _ taint: TaintState, _ state: StateID, _ place: Exposure.Place
    ) {
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
