import FlowDiagnostics
import FlowCore
import FlowIR
import FlowTable
import TestSupport

/// Reads a reply as the form of a request says.
enum ReplyDecoder {
    /// What a reply is.
    enum Meaning {
        case event(EventID, [ModelRun.Change])
        case invalid(String, String)
    }

    /// `bars`: whether a challenge, or success, cannot follow.
    static func read(
        _ body: JSONValue?, _ request: Request, in state: StateID, of flow: LoweredFlow, bars: (String?) -> Bool
    ) -> Meaning {
        guard let body, body.members != nil else {
            return .invalid("malformed-reply", "the reply is not a JSON object")
        }
        let event: EventID
        if let challenge = body.at(request.reply.challengePath.map(\.text)) {
            guard let name = challenge.string else {
                return .invalid("wrong-type", "the challenge's name is not text")
            }
            event = flow.number(.challenge, ByteString(name)) ?? 8
            guard flow.block(of: state, on: event) != nil else {
                return .invalid("unknown-challenge", name)
            }
        } else if request.reply.successPath.isEmpty || body.at(request.reply.successPath.map(\.text)) != nil {
            event = 6
        } else {
            return .invalid("unrecognised-reply", "the reply is neither a challenge nor a success")
        }
        let name = body.at(request.reply.challengePath.map(\.text))?.string
        if bars(name) { return .invalid("unexpected-reply", name ?? "success") }
        var changes: [ModelRun.Change] = []
        func isAmong(_ replies: Replies) -> Bool {
            name.map { replies.contains(challenge: ByteString($0)) } ?? replies.success
        }
        for output in request.reply.outputs {
            let isRequired = output.demand.map(isAmong) ?? false
            guard isAmong(output.reading) else {
                if !changes.contains(where: { $0.slot == output.slot }) { changes.append((output.slot, nil)) }
                continue
            }
            guard let wire = body.at(output.path.map(\.text)) else {
                if isRequired { return .invalid("missing-parameter", output.path.last?.text ?? "") }
                changes.append((output.slot, nil))
                continue
            }
            guard let value = value(wire, output), fits(value, flow.slots[output.slot].type) else {
                return .invalid("wrong-type", output.path.last?.text ?? "")
            }
            if isRequired, !value.isPresent { return .invalid("missing-parameter", output.path.last?.text ?? "") }
            changes.append((output.slot, value))
        }
        return .event(event, changes)
    }

    private static func value(_ wire: JSONValue, _ output: ReplyForm.Output) -> FlowValue? {
        switch output.encoding {
        case .text: return text(wire).map { .text($0) }
        case .list: return list(wire, output.prefix.text)
        case .map: return map(wire, output.prefix.text)
        case .jsonListString:
            return wire.string.flatMap { JSONValue(json: Array($0.utf8)) }.flatMap { list($0, output.prefix.text) }
        case .jsonMapString:
            return wire.string.flatMap { JSONValue(json: Array($0.utf8)) }.flatMap { map($0, output.prefix.text) }
        case .csv:
            return wire.string.map { text in
                .list(text.split(separator: ",").map { stripped(String($0), output.prefix.text) })
            }
        }
    }

    private static func fits(_ value: FlowValue, _ type: SlotType) -> Bool {
        type != .flag || value.text == "true" || value.text == "false"
    }

    private static func text(_ wire: JSONValue) -> String? {
        switch wire {
        case .string(let text), .number(let text): text
        case .bool(let value): value ? "true" : "false"
        default: nil
        }
    }

    private static func list(_ wire: JSONValue, _ prefix: String) -> FlowValue? {
        guard case .array(let items) = wire else { return nil }
        let texts = items.compactMap(\.string)
        return texts.count == items.count ? .list(texts.map { stripped($0, prefix) }) : nil
    }

    private static func map(_ wire: JSONValue, _ prefix: String) -> FlowValue? {
        wire.members.map { members in
            .map(
                members.filter { if case .null = $0.value { false } else { true } }.map {
                    FlowEntry(key: stripped($0.name, prefix), value: text($0.value) ?? $0.value.jsonText)
                })
        }
    }

    private static func stripped(_ text: String, _ prefix: String) -> String {
        !prefix.isEmpty && text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text
    }
}
