import FlowCore
import FlowIR
import FlowTable

extension SampleValues {
    /// Returns values with which a host can answer an ask.
    ///
    /// If the ask takes a text without fixed words, no test mentions the first value.
    func values(of ask: Ask, _ flow: LoweredFlow) -> [JSONValue] {
        let type = flow.slots[ask.slot].type
        if type == .flag { return [.bool(false), .bool(true)] }
        guard type != .list, type != .map else { return values(of: ask.slot, type) }
        var words = ask.words.isEmpty ? [neutralText(for: ask, type, flow)] + texts[ask.slot] : ask.words
        if let offered = ask.offered, ask.words.isEmpty { words += texts[offered] }
        return words.map { .string($0) }
    }

    /// Returns values of `type` that a reply or a handler can store in a slot.
    func values(of slot: SlotID, _ type: SlotType) -> [JSONValue] {
        let mentioned = texts[slot]
        switch type {
        case .flag: return [.bool(true), .bool(false)]
        case .list:
            let all = JSONValue.array((mentioned.isEmpty ? ["x"] : mentioned).map { .string($0) })
            return [all] + mentioned.map { .array([.string($0)]) } + [.array([])]
        case .map:
            let all = JSONValue.object((mentioned.isEmpty ? ["x"] : mentioned).map { JSONMember($0, .string("x")) })
            return [all] + mentioned.map { .object([JSONMember($0, .string("x"))]) } + [.object([])]
        case .digits: return (["1"] + mentioned).map { .string($0) }
        case .seconds: return (["60"] + mentioned.filter { SlotType.seconds($0) != nil }).map { .string($0) }
        case .text, .secret, .choice, .bytes, .session, .instant: return (["x"] + mentioned).map { .string($0) }
        }
    }

    /// Returns a text that an ask accepts, and that differs from the texts in the flow's tests.
    private func neutralText(for ask: Ask, _ type: SlotType, _ flow: LoweredFlow) -> String {
        if let pattern = ask.pattern, let text = flow.patterns[pattern].shortestText { return text }
        if type == .seconds, ask.length == nil { return "60" }
        return String(repeating: type == .digits || type == .seconds ? "1" : "x", count: ask.length ?? 1)
    }
}
