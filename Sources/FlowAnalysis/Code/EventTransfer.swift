import FlowModel
import FlowTable

/// The transfer function of an event in a state: its effect on the data, and the program that runs then.
final class EventTransfer: Sendable {
    /// The origin of the event.
    enum Kind: Sendable {
        /// The host; the flow may reject it.
        case host
        /// A reply that is no error.
        case reply
        /// An invalid reply, an error, a handler's result or failure, or no event: the flow must accept it.
        case automatic
    }

    /// The event, or nil if the state continues immediately.
    let event: EventID?
    let kind: Kind
    /// The program that the state runs.
    let code: PredicateProgram
    /// The update by the event itself.
    let change: PredicateUpdate
    /// The predicates over values that the event brings, one bit each; they can still be discarded.
    let staged: [UInt64]
    /// The sessions that are used up, depending on the data before.
    let conditionalUses: [ConditionalUse]
    /// Predicates over the data before to decide first, so that these conditions are known.
    let deciding: [PredicateID]

    init(event: EventID?, kind: Kind, code: PredicateProgram, effect: EventEffect) {
        self.event = event
        self.kind = kind
        self.code = code
        change = effect.change
        staged = effect.staged
        conditionalUses = effect.conditionalUses
        deciding = effect.deciding
    }

    /// Whether the host starts.
    var isStart: Bool { event == BuiltinEvent.start.rawValue }
    /// Whether it is an invalid reply.
    var isInvalid: Bool { event == BuiltinEvent.invalid.rawValue }
}

/// A session that is used up if literals about the data before can be true: it is the one sent, or a copy.
struct ConditionalUse: Sendable {
    /// The literals.
    let conditions: [Literal]
    /// The predicate that it is used up.
    let use: PredicateID

    /// Whether no known predicate contradicts the literals.
    func isPossible(in valuation: AbstractState) -> Bool {
        conditions.allSatisfy { valuation.holds($0.predicate) != !$0.holds }
    }
}

/// A draft of an event's effect.
struct EffectDraft {
    /// Predicates that become unknown.
    var forgotten: [PredicateID] = []
    /// The literals that become known.
    var literals: [Literal] = []
    /// Slots whose new values can still be discarded.
    var staged: [SlotID] = []
    /// Slots that copy another one.
    var copies: [(slot: SlotID, first: SlotID)] = []
    var conditionalUses: [ConditionalUse] = []
    var deciding: [PredicateID] = []

    /// Removes literals about some predicates, since their slot is assigned again.
    mutating func withdraw(_ predicates: [PredicateID]) {
        if !literals.isEmpty, !predicates.isEmpty { literals.removeAll { predicates.contains($0.predicate) } }
    }
}

/// The effect of an event before its program runs.
struct EventEffect {
    let change: PredicateUpdate
    let staged: [UInt64]
    let conditionalUses: [ConditionalUse]
    let deciding: [PredicateID]
    /// Slots with predicates, with those that they copy.
    let copies: [(slot: SlotID, first: SlotID)]

    /// Completes a draft.
    init(_ draft: EffectDraft, _ table: PredicateTable) {
        change = PredicateUpdate(forget: draft.forgotten, literals: draft.literals)
        staged = table.mask(draft.staged)
        conditionalUses = draft.conditionalUses
        deciding = draft.deciding
        let bySlot = table.bySlot
        copies = draft.copies.filter { !bySlot[$0.slot].isEmpty }
    }
}
