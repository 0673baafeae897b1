import FlowDiagnostics
import FlowCore
import FlowIR
import FlowTable
import TestSupport

/// What answers of the host come to, told apart from how the machine reads them.
enum Answers {
    /// An event that is accepted, and a reply that is no error, clear the pending error.
    static let noError: [ModelRun.Change] = [(0, nil), (1, nil)]

    /// The changes that accepted answers bring.
    static func changes(_ given: JSONValue, _ asks: [Ask], _ model: ModelRun) -> [ModelRun.Change] {
        var changes = noError
        for ask in asks {
            guard let wire = given[ask.name.text] else {
                if ask.isConstant, model.values[ask.slot] != nil { continue }
                changes.append((ask.slot, ask.fallback.map { .literal($0.text, model.flow.slots[ask.slot].type) }))
                if ask.fallback == nil, let meant = ask.meant { changes.append((meant, nil)) }
                continue
            }
            let value = FlowValue(wire, model.flow.slots[ask.slot].type)
            changes.append((ask.slot, value))
            if let meant = ask.meant, let text = value?.text {
                changes.append((meant, .text(ask.meaning(of: text))))
            }
        }
        return changes
    }
}

extension Ask {
    /// The word as it is written in the flow.
    func meaning(of text: String) -> String {
        let text = ByteString(text)
        return (words.first { ignoresCase ? $0.folded == text.folded : $0 == text } ?? text).text
    }
}

extension FlowValue {
    /// What a value of the wire is as a value of a type; nothing if it is none.
    init?(_ wire: JSONValue, _ type: SlotType) {
        switch (type, wire) {
        case (.list, .array(let items)): self = .list(items.compactMap(\.string))
        case (.map, .object(let members)):
            self = .map(members.map { FlowEntry(key: $0.name, value: $0.value.string ?? $0.value.jsonText) })
        case (.list, _), (.map, _): return nil
        case (_, .string(let text)), (_, .number(let text)): self = .text(text)
        case (_, .bool(let value)): self = .text(value ? "true" : "false")
        default: return nil
        }
    }
}
