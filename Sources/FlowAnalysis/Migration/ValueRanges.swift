import FlowModel
import FlowTable

/// By slot: all values that it can have, as far as the flow bounds them: words and the forms that asks demand. Nothing is decided by
/// guards, and values go along wherever slots are copied.
struct ValueRanges {
    private enum Value: Hashable {
        case any
        case word([UInt8], ignoringCase: Bool)
        case form(pattern: [UInt8]?, length: Int?)
    }

    private var values: [Set<Value>]
    private var copies: [(from: SlotID, to: SlotID)] = []

    init(_ flow: CheckedFlow) {
        values = Array(repeating: [], count: flow.slots.count)
        values[TableFormat.errorTypeSlot] = [.any]
        values[TableFormat.errorMessageSlot] = [.any]
        for ask in flow.inputs { add(ask, flow) }
        for state in flow.states {
            switch state.kind {
            case .present(let presentation): for ask in presentation.asks { add(ask, flow) }
            case .call(let request): for output in request.reply.outputs { values[output.slot].insert(.any) }
            case .handler(let use): for output in use.outputs { values[output.slot].insert(.any) }
            case .choice, .end: break
            }
            for block in state.blocks { block.forEachInstruction { add($0) } }
        }
        propagate()
    }

    /// Whether `slot` of another version can have no value that `own` of this one cannot.
    func covers(_ slot: SlotID, of other: ValueRanges, by own: SlotID) -> Bool {
        values[own].contains(.any) || other.values[slot].isSubset(of: values[own])
    }

    private mutating func add(_ ask: Ask, _ flow: CheckedFlow) {
        for slot in [ask.slot] + (ask.meant.map { [$0] } ?? []) {
            for word in ask.words + (ask.fallback.map { [$0] } ?? []) {
                values[slot].insert(.word(Array(word.utf8), ignoringCase: ask.ignoresCase))
            }
            guard ask.words.isEmpty else { continue }
            let pattern = ask.pattern.map { Array(flow.patterns[$0].source.utf8) }
            let isOpen = pattern == nil && ask.length == nil
            values[slot].insert(isOpen ? .any : .form(pattern: pattern, length: ask.length))
        }
    }

    private mutating func add(_ instruction: Instruction) {
        switch instruction {
        case .set(let slot, let source):
            switch source.origin {
            case .literal(let text): values[slot].insert(.word(Array(text.utf8), ignoringCase: false))
            case .slot(let other): copies.append((other, slot))
            }
            if let otherwise = source.otherwise { copies.append((otherwise, slot)) }
        case .merge(let slot, let added): copies.append((added, slot))
        case .remaining(let slot, _, _): values[slot].insert(.any)
        case .jump, .jumpLast, .refuse, .when, .clear, .remove, .restart, .count, .reset, .error, .forgetReply,
            .keepError, .notify, .require, .mark:
            break
        }
    }

    private mutating func propagate() {
        var changed = true
        while changed {
            changed = false
            for copy in copies where !values[copy.from].isSubset(of: values[copy.to]) {
                values[copy.to].formUnion(values[copy.from])
                changed = true
            }
        }
    }
}
