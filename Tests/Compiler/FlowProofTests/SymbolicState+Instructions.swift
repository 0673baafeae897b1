import FlowDiagnostics
import FlowCore
import FlowIR
import TestSupport

extension SymbolicState {
    /// Does what an instruction does to data.
    mutating func apply(_ instruction: Instruction, _ flow: LoweredFlow) {
        switch instruction {
        case .mark: break
        case .forgetReply: (slots, counters, last) = (before.slots, before.counters, before.last)
        case .keepError: for slot in ErrorSlot.all { slots[slot] = before.slots[slot] }
        case .restart(let kept):
            for slot in slots.indices where slot > 1 && !kept.contains(slot) { slots[slot] = .known(nil) }
            last = nil
        default: change(instruction, flow)
        }
    }

    private mutating func change(_ instruction: Instruction, _ flow: LoweredFlow) {
        switch instruction {
        case .merge(let slot, let added): slots[slot] = .merged(slots[slot], slots[added])
        case .clear(let cleared): for slot in cleared { slots[slot] = .known(nil) }
        case .count(let counter): counters[counter] = min(255, counters[counter] + 1)
        case .reset(let reset): for counter in reset { counters[counter] = 0 }
        case .remaining(let slot, let counter, let most):
            slots[slot] = .known(.text(String(max(0, most - counters[counter]))))
        case .begin(let slot, _): slots[slot] = .known(.text("0"))
        case .error(let type, let message):
            (slots[0], slots[1]) = (.known(.text(type.text)), .known(.text(message.text)))
        case .set(let slot, let source): set(slot, source, flow)
        default: break
        }
    }

    /// A value that another one stands in for is the first of the two that is there: it is asked for where it matters.
    private mutating func set(_ slot: SlotID, _ source: Source, _ flow: LoweredFlow) {
        switch source.origin {
        case .literal(let text): slots[slot] = .known(.literal(text.text, flow.slots[slot].type))
        case .slot(let origin):
            slots[slot] = source.otherwise.map { .either(slots[origin], slots[$0]) } ?? slots[origin]
        }
    }
}
