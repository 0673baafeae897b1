import FlowAnalysis
import FlowModel

/// The slots that guards, patterns or choices read the text of.
///
/// A flow sees only a handle in place of a `FlowSecret`, so a secret that it inspects must be a text.
struct InspectedSlots {
    private var slots: Set<SlotID> = []

    init(of flow: CheckedFlow) {
        var copies: [SlotID: Set<SlotID>] = [:]
        for ask in flow.inputs where ask.isInspected { slots.insert(ask.slot) }
        for state in flow.states {
            for ask in state.asks where ask.isInspected { slots.insert(ask.slot) }
            for block in state.blocks {
                block.forEachInstruction { instruction in
                    switch instruction {
                    case .when(let condition, _): condition.forEachLeaf { slots.formUnion($0.inspectedSlots) }
                    case .set(let slot, let source): copies[slot, default: []].formUnion(source.slots)
                    case .merge(let slot, let added): copies[slot, default: []].insert(added)
                    default: break
                    }
                }
            }
        }
        addSources(of: copies)
    }

    /// Returns whether the flow inspects a slot.
    func contains(_ slot: SlotID) -> Bool { slots.contains(slot) }

    /// Adds the slots whose values reach an inspected slot.
    private mutating func addSources(of copies: [SlotID: Set<SlotID>]) {
        var waiting = Array(slots)
        while let slot = waiting.popLast() {
            for source in copies[slot] ?? [] where slots.insert(source).inserted { waiting.append(source) }
        }
    }
}

extension ValueTest {
    /// The slots whose texts the test reads, and not only whether there is one.
    fileprivate var inspectedSlots: [SlotID] {
        if case .present = self { return [] }
        return slots
    }
}

extension State {
    /// What the state asks the user.
    fileprivate var asks: [Ask] { if case .present(let presentation) = kind { presentation.asks } else { [] } }
}

extension Ask {
    /// Whether the flow accepts only some texts.
    fileprivate var isInspected: Bool { length != nil || pattern != nil || !words.isEmpty }
}
