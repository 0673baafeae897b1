import FlowDiagnostics
import FlowCore
import FlowIR
import FlowTable

/// An event with values that are still to be chosen.
enum PlannedEvent {
    /// The host starts or answers: names and values.
    case start([(ask: Ask, symbol: Symbol)])
    case submit([(ask: Ask, symbol: Symbol)])
    /// The host's other events, by name, with an error or without.
    case command(String, type: Symbol, message: Symbol)
    /// A deadline is over.
    case deadline(SlotID)
    /// The service answers: with a challenge or success, and values by path.
    case reply(challenge: String?, [(output: ReplyForm.Output, symbol: Symbol)])
    /// The service answers with this text.
    case nonsense(String)
    case error(type: Symbol, message: Symbol)
    case handled([(port: String, symbol: Symbol)])
    case failure(String)

    /// Lets it happen.
    func play(on run: inout MonitoredRun, _ values: [FlowValue?]) {
        switch self {
        case .start(let inputs): run.start(Self.answers(inputs, run.subject.flow, values))
        case .submit(let answers): run.submit(Self.answers(answers, run.subject.flow, values))
        case .command(let name, let type, let message):
            let text = type.value(values)?.text
            run.send(name, error: text.map { ($0, message.value(values)?.text ?? "") })
        case .deadline(let slot): run.timeOut(slot)
        case .reply(let challenge, let outputs): reply(challenge, outputs, on: &run, values)
        case .nonsense(let text): run.reply(text)
        case .error(let type, let message):
            run.fail(type.value(values)?.text ?? "", message.value(values)?.text ?? "")
        case .handled(let outputs): run.handled(Self.object(outputs.map { ($0.port, $0.symbol) }, values))
        case .failure(let name): run.handlerFailed(name)
        }
    }

    private static func answers(
        _ given: [(ask: Ask, symbol: Symbol)], _ flow: LoweredFlow, _ values: [FlowValue?]
    ) -> JSONValue {
        .object(
            given.compactMap { ask, symbol in
                guard let value = symbol.value(values) else { return nil }
                return JSONMember(
                    ask.name.text, flow.slots[ask.slot].type == .flag ? .bool(value.text == "true") : value.wire)
            })
    }

    private static func object(_ members: [(String, Symbol)], _ values: [FlowValue?]) -> JSONValue {
        .object(members.compactMap { name, symbol in symbol.value(values).map { JSONMember(name, $0.wire) } })
    }

    private func reply(
        _ challenge: String?, _ outputs: [(output: ReplyForm.Output, symbol: Symbol)], on run: inout MonitoredRun,
        _ values: [FlowValue?]
    ) {
        guard case .call(let request) = run.subject.flow.states[run.state].kind else { return }
        var body = JSONValue.object([])
        if challenge == nil, !request.reply.successPath.isEmpty {
            body.set(.object([]), at: request.reply.successPath.map(\.text))
        }
        for (output, symbol) in outputs where output.path != request.reply.challengePath {
            guard let value = symbol.value(values) else { continue }
            body.set(value.encoded(output), at: output.path.map(\.text))
        }
        if let challenge { body.set(.string(challenge), at: request.reply.challengePath.map(\.text)) }
        run.reply(body.jsonText)
    }
}

extension FlowValue {
    /// The value as the host says it.
    var wire: JSONValue {
        switch self {
        case .text(let text): .string(text)
        case .list(let items): .array(items.map { .string($0) })
        case .map(let entries): .object(entries.map { JSONMember($0.key, .string($0.value)) })
        }
    }

    /// The value as a reply brings it.
    func encoded(_ output: ReplyForm.Output) -> JSONValue {
        let prefixed: FlowValue
        switch self {
        case .text: prefixed = self
        case .list(let items): prefixed = .list(items.map { output.prefix.text + $0 })
        case .map(let entries):
            prefixed = .map(entries.map { FlowEntry(key: output.prefix.text + $0.key, value: $0.value) })
        }
        switch output.encoding {
        case .text, .list, .map: return prefixed.wire
        case .jsonListString, .jsonMapString: return .string(prefixed.wire.jsonText)
        case .csv:
            guard case .list(let items) = prefixed else { return prefixed.wire }
            return .string(items.joined(separator: ","))
        }
    }
}
