import FlowAnalysis
package import FlowCore
import FlowDiagnostics
package import FlowIR
import FlowTable

/// The lines of the host and the service that a search for conversations tries in each state.
struct ConversationMoves {
    private let flow: LoweredFlow
    private let samples: SampleValues
    /// The slots that can decide a later branch before they are overwritten.
    private let liveness: Liveness

    /// Creates the moves of a flow, with sample values for the members of the lines.
    init(_ flow: LoweredFlow, _ samples: SampleValues, _ liveness: Liveness) {
        self.flow = flow
        self.liveness = liveness
        self.samples = samples
    }

    /// The start events to try: those with variations in at most one input, and those with variations in more.
    var starts: (plain: [Scenario.Line], others: [Scenario.Line]) {
        let inputs = variants(flow.inputs) { samples.matters[$0] }
        /// Returns a start event for each choice of inputs.
        func startLines(_ choices: [Variants.Choice]) -> [Scenario.Line] {
            choices.map { .start(json: Self.json($0, flow.inputs)) }
        }
        return (startLines(inputs.single), startLines(inputs.double + inputs.triple))
    }

    /// Returns whether the flow branches on an input.
    func matters(_ input: Ask) -> Bool { samples.matters[input.slot] }

    /// Returns the lines to try in a state; empty for a handler or a choice, at which the flow waits for no line.
    func lines(in state: StateID) -> [Scenario.Line] {
        let events = flow.states[state].transitions.events
        switch flow.states[state].kind {
        case .present(let presentation): return events.flatMap { hostLines($0, presentation, state) }
        case .call(let request): return events.flatMap { linesDuringCall($0, request, state) }
        case .end: return events.flatMap { hostLines($0, nil, state) }
        case .handler, .choice: return []
        }
    }

    /// The only restart to try: a start with just the required inputs.
    private var restart: [Scenario.Line] {
        let requiredInputs = answers(flow.inputs, matters: { _ in false }).prefix(1)
        return requiredInputs.map { .start(json: $0) }
    }

    // MARK: The host

    /// Returns the lines with which a host can cause an event in a state; empty if a host cannot cause it.
    ///
    /// `presentation` is the presentation of the state, or nil at an end.
    private func hostLines(_ event: EventID, _ presentation: Presentation?, _ state: StateID) -> [Scenario.Line] {
        switch event.builtin {
        case .start: return restart
        case .submit:
            return answers(presentation?.asks ?? [], matters: liveness(after: event, in: state)).map {
                .submit(json: $0)
            }
        case .cancel: return [.event("cancel")]
        case .back: return [.event("back")]
        case .timeout: return presentation?.timeLimit == nil ? [] : [.event("timeout")]
        case .handled, .success, .invalid, .otherChallenge, .otherError, .otherFailure: return []
        case nil: break
        }
        guard let own = flow.ownEvent(event) else { return [] }
        // A timeout causes the event of the limit that passes first.
        if own.kind == .deadline { return [.event("timeout")] }
        guard own.kind == .command else { return [] }
        // A command can also report an error of the app, here an arbitrary one.
        let error = #"{"error": {"type": "AppError", "message": "no"}}"#
        return [.event(own.name.text), .event(own.name.text, json: error)]
    }

    /// Returns answers to asks as JSON objects: the base combinations, and variations in one slot that matters.
    private func answers(_ asks: [Ask], matters: (SlotID) -> Bool) -> [String] {
        variants(asks, matters: matters).single.map { Self.json($0, asks) }
    }

    /// Returns the variants of answers to asks. Each member is named by the index of its ask.
    private func variants(_ asks: [Ask], matters: (SlotID) -> Bool) -> Variants {
        Variants(
            asks.enumerated().map { number, ask in
                Variants.Member(
                    name: number, values: samples.values(of: ask),
                    isNeeded: ask.isRequired && ask.fallback == nil,
                    matters: matters(ask.slot) || ask.meant.map(matters) == true)
            })
    }

    /// Returns the values of asks, by index of the ask, as a JSON object.
    private static func json(_ choice: Variants.Choice, _ asks: [Ask]) -> String {
        JSONValue.object(choice.sorted { $0.key < $1.key }.map { JSONMember(asks[$0.key].name.text, $0.value) })
            .jsonText
    }

    // MARK: The service

    /// Returns the replies, errors and host lines that cause an event while a request is in flight.
    private func linesDuringCall(_ event: EventID, _ request: Request, _ state: StateID) -> [Scenario.Line] {
        let isLive = liveness(after: event, in: state)
        switch event.builtin {
        case .success: return request.barred.success ? [] : replies(naming: nil, to: request, isLive)
        case .otherChallenge:
            return otherChallenges(in: state, request).flatMap { replies(naming: $0, to: request, isLive) }
        case .invalid:
            let malformedReply = Scenario.Line.reply(json: "[]")
            return [malformedReply, impossibleReply(to: request)].compactMap { $0 }
        case .otherError:
            // The first type stands for all that no flow names.
            return (["SomeOtherError"] + samples.texts[ErrorSlot.type]).flatMap(errorReplies(ofType:))
        case .cancel: return [.event("cancel")]
        case .start: return restart
        case .submit, .back, .timeout, .handled, .otherFailure: return []
        case nil: break
        }
        guard let own = flow.ownEvent(event) else { return [] }
        switch own.kind {
        case .challenge:
            return request.barred.contains(challenge: own.name) ? [] : replies(naming: own.name, to: request, isLive)
        case .error: return errorReplies(ofType: own.name.text)
        case .command, .deadline, .failure: return []
        }
    }

    /// Returns errors of a type, with each message that the flow's guards distinguish.
    private func errorReplies(ofType type: String) -> [Scenario.Line] {
        (["no"] + samples.texts[ErrorSlot.message]).map { .error(type: type, message: $0) }
    }

    /// Returns a reply that the service description rules out; nil if that is neither a success nor a named challenge.
    private func impossibleReply(to request: Request) -> Scenario.Line? {
        if request.barred.success { return replies(naming: nil, to: request, { _ in false }).first }
        guard let challenge = request.barred.challenges?.first else { return nil }
        return replies(naming: challenge, to: request, { _ in false }).first
    }

    /// Returns names of challenges that have no transition of their own in a state.
    ///
    /// These are one challenge of the flow, if there is such a challenge, and one that the flow does not declare.
    private func otherChallenges(in state: StateID, _ request: Request) -> [ByteString] {
        let candidates = flow.events.enumerated().filter { number, event in
            event.kind == .challenge && flow.states[state].transitions[EventID(own: number)] == nil
                && !request.barred.contains(challenge: event.name)
        }
        return candidates.prefix(1).map { $0.element.name } + ["SOME_OTHER_CHALLENGE"]
    }

    /// Returns a predicate for the slots that an event of a state assigns: whether the value can decide a later branch.
    private func liveness(after event: EventID, in state: StateID) -> (SlotID) -> Bool {
        guard let block = flow.states[state].transitions[event] else { return { _ in false } }
        return liveness.slots(before: block).contains
    }

    /// Returns replies that name a challenge, or successes if the challenge is nil.
    ///
    /// The replies vary in the values of the slots that are live.
    private func replies(
        naming challenge: ByteString?, to request: Request, _ isLive: (SlotID) -> Bool
    ) -> [Scenario.Line] {
        let form = request.reply
        // The challenge's name is not a member to vary: `body` sets it.
        let outputs = form.outputs.filter { output in
            output.path != form.challengePath && !output.path.isEmpty
                && output.reading.containsReply(naming: challenge)
        }
        let members = outputs.enumerated().map { number, output in
            let isRequired = output.demand.map { $0.containsReply(naming: challenge) }
            return Variants.Member(
                name: number, values: samples.values(of: output.slot, flow.slots[output.slot].type),
                isNeeded: isRequired ?? false, matters: isLive(output.slot))
        }
        return Variants(members).single.map { choice in
            let values = choice.sorted { $0.key < $1.key }.map { (output: outputs[$0.key], value: $0.value) }
            return .reply(json: Self.body(of: form, naming: challenge, values).jsonText)
        }
    }

    /// Returns the body of a reply with these values. It names the challenge, or is a success if `challenge` is nil.
    private static func body(
        of form: ReplyForm, naming challenge: ByteString?, _ values: [(output: ReplyForm.Output, value: JSONValue)]
    ) -> JSONValue {
        var body = JSONValue.object([])
        if let challenge, !form.challengePath.isEmpty {
            body.set(.string(challenge.text), at: form.challengePath.map(\.text))
        } else if !form.successPath.isEmpty {
            body.set(.object([]), at: form.successPath.map(\.text))
        }
        for (output, value) in values { body.set(output.encoded(value), at: output.path.map(\.text)) }
        return body
    }
}

extension ReplyForm.Output {
    /// Returns a value with the prefix and the encoding that the output declares.
    package func encoded(_ value: JSONValue) -> JSONValue {
        switch (value, encoding) {
        case (.array(let items), .csv):
            return .string(items.compactMap(\.string).map { prefix.text + $0 }.joined(separator: ","))
        case (.array(let items), _):
            let list = JSONValue.array(items.compactMap(\.string).map { .string(prefix.text + $0) })
            return encoding == .jsonListString ? .string(list.jsonText) : list
        case (.object(let members), _):
            let map = JSONValue.object(members.map { JSONMember(prefix.text + $0.name, $0.value) })
            return encoding == .jsonMapString ? .string(map.jsonText) : map
        default: return value
        }
    }
}
