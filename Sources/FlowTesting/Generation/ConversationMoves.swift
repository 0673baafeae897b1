import FlowCore
import FlowModel
import FlowTable

/// The inputs worth trying, by the state that waits for them.
struct ConversationMoves {
    private let flow: CheckedFlow
    private let samples: SampleValues
    private let tested: BranchRelevantSlots

    /// Collects the moves of a flow.
    init(_ flow: CheckedFlow, _ samples: SampleValues, _ tested: BranchRelevantSlots) {
        self.flow = flow
        self.tested = tested
        self.samples = samples
    }

    /// The start events to try: plain ones, and variations.
    var starts: (plain: [Scenario.Line], others: [Scenario.Line]) {
        let variants = variants(flow.inputs) { samples.matters[$0] }
        func lines(_ choices: [Variants.Choice]) -> [Scenario.Line] {
            choices.map { .start(json: Self.json($0, flow.inputs)) }
        }
        return (lines(variants.single), lines(variants.double + variants.triple))
    }

    /// Returns whether the flow depends on an input.
    func matters(_ input: Ask) -> Bool { samples.matters[input.slot] }

    /// Returns the inputs to try in a state.
    func lines(in state: StateID) -> [Scenario.Line] {
        let events = flow.states[state].transitions.keys.sorted()
        switch flow.states[state].kind {
        case .present(let presentation): return events.flatMap { hostLines($0, presentation, state) }
        case .call(let request): return events.flatMap { serviceLines($0, request, state) }
        case .end: return events.flatMap { hostLines($0, nil, state) }
        case .handler, .choice: return []
        }
    }

    private var restart: [Scenario.Line] { answers(flow.inputs) { _ in false }.prefix(1).map { .start(json: $0) } }

    private func own(_ event: EventID) -> Event? {
        event < CheckedFlow.firstOwnEvent ? nil : flow.events[event - CheckedFlow.firstOwnEvent]
    }

    // MARK: The host

    private func hostLines(_ event: EventID, _ presentation: Presentation?, _ state: StateID) -> [Scenario.Line] {
        switch BuiltinEvent(rawValue: event) {
        case .start: return restart
        case .submit:
            let live = tested.live(behind: event, in: state)
            return answers(presentation?.asks ?? []) { live.contains($0) }.map { .submit(json: $0) }
        case .cancel: return [.event("cancel")]
        case .back: return [.event("back")]
        case .timeout: return presentation?.timeLimit == nil ? [] : [.event("timeout")]
        default: break
        }
        guard let own = own(event) else { return [] }
        // Of several limits, the nearest one passes.
        if own.kind == .deadline { return [.event("timeout")] }
        guard own.kind == .command else { return [] }
        let error = #"{"error": {"type": "AppError", "message": "no"}}"#
        return [.event(own.name), .event(own.name, json: error)]
    }

    private func answers(_ asks: [Ask], mattering: (SlotID) -> Bool) -> [String] {
        variants(asks, mattering: mattering).single.map { Self.json($0, asks) }
    }

    private func variants(_ asks: [Ask], mattering: (SlotID) -> Bool) -> Variants {
        Variants(
            asks.enumerated().map { number, ask in
                Variants.Member(
                    name: number, values: samples.values(of: ask, flow),
                    isNeeded: ask.isRequired && ask.fallback == nil,
                    matters: mattering(ask.slot) || ask.meant.map(mattering) == true)
            })
    }

    private static func json(_ choice: Variants.Choice, _ asks: [Ask]) -> String {
        JSONValue.object(choice.sorted { $0.key < $1.key }.map { JSONMember(asks[$0.key].name, $0.value) }).jsonText
    }

    // MARK: The service

    private func serviceLines(_ event: EventID, _ request: Request, _ state: StateID) -> [Scenario.Line] {
        let live = tested.live(behind: event, in: state)
        switch BuiltinEvent(rawValue: event) {
        case .success: return request.barred.success ? [] : replies(nil, request, live)
        case .otherChallenge: return unnamed(state, request).flatMap { replies($0, request, live) }
        case .invalid: return [.reply(json: "[]")] + (barred(request).map { [$0] } ?? [])
        case .otherError: return (["SomeOtherError"] + samples.texts[0]).flatMap(errors)
        case .cancel: return [.event("cancel")]
        case .start: return restart
        default: break
        }
        switch own(event)?.kind {
        case .challenge:
            return request.barred.contains(challenge: own(event)?.name) ? [] : replies(own(event)?.name, request, live)
        case .error: return errors(own(event)?.name ?? "")
        default: return []
        }
    }

    private func errors(_ type: String) -> [Scenario.Line] {
        (["no"] + samples.texts[1]).map { .error(type: type, message: $0) }
    }

    /// Returns a reply that cannot follow a request: success, or else a challenge. Nil if every reply can.
    private func barred(_ request: Request) -> Scenario.Line? {
        if request.barred.success { return replies(nil, request, []).first }
        return request.barred.challenges?.first.flatMap { replies($0, request, []).first }
    }

    /// Returns challenges that have no event of their own in a state.
    private func unnamed(_ state: StateID, _ request: Request) -> [String] {
        let names = flow.events.enumerated().filter { number, event in
            event.kind == .challenge && flow.states[state].transitions[number + CheckedFlow.firstOwnEvent] == nil
                && !request.barred.contains(challenge: event.name)
        }
        return names.prefix(1).map { $0.element.name } + ["SOME_OTHER_CHALLENGE"]
    }

    private func replies(_ challenge: String?, _ request: Request, _ live: Set<SlotID>) -> [Scenario.Line] {
        let form = request.reply
        let outputs = form.outputs.filter { output in
            guard output.path != form.challengePath, !output.path.isEmpty else { return false }
            return challenge == nil ? output.reading.success : output.reading.contains(challenge: challenge)
        }
        let members = outputs.enumerated().map { number, output in
            let isDemanded = output.demand.map { challenge == nil ? $0.success : $0.contains(challenge: challenge) }
            return Variants.Member(
                name: number, values: samples.values(of: output.slot, flow.slots[output.slot].type),
                isNeeded: isDemanded ?? false, matters: live.contains(output.slot))
        }
        return Variants(members).single.map { choice in
            var body = JSONValue.object([])
            if let challenge, !form.challengePath.isEmpty {
                body.set(.string(challenge), at: form.challengePath)
            } else if !form.successPath.isEmpty {
                body.set(.object([]), at: form.successPath)
            }
            for (number, value) in choice.sorted(by: { $0.key < $1.key }) {
                let output = outputs[number]
                body.set(output.spelled(value), at: output.path)
            }
            return .reply(json: body.jsonText)
        }
    }
}

extension ReplyForm.Output {
    /// Returns a value in the encoding of a reply.
    func spelled(_ value: JSONValue) -> JSONValue {
        switch (value, encoding) {
        case (.array(let items), .commaList):
            return .string(items.compactMap(\.string).map { prefix + $0 }.joined(separator: ","))
        case (.array(let items), _):
            let list = JSONValue.array(items.compactMap(\.string).map { .string(prefix + $0) })
            return encoding == .listInText ? .string(list.jsonText) : list
        case (.object(let members), _):
            let map = JSONValue.object(members.map { JSONMember(prefix + $0.name, $0.value) })
            return encoding == .mapInText ? .string(map.jsonText) : map
        default: return value
        }
    }
}
