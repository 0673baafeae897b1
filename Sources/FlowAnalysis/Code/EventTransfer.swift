import FlowModel
import FlowTable

/// An event that can come in a state, and what it changes before the state's block runs.
final class EventTransfer: Sendable {
    /// The origin of the event.
    enum Kind: Sendable {
        /// The host, which may be refused.
        case host
        /// A reply that is no error.
        case reply
        /// An invalid reply, an error, a handler's result or failure, or nothing at all: it must be taken.
        case automatic
    }

    /// The event; nothing for a state that goes on at once.
    let event: EventID?
    let kind: Kind
    /// The code that the state runs.
    let code: PredicateProgram
    /// The facts that become known, and those that are forgotten.
    let change: PredicateUpdate
    /// The facts about values that the event brings, one bit each: they can still be discarded.
    let staged: [UInt64]
    /// The sessions that are used up under conditions on the data before.
    let conditionalUses: [ConditionalUse]
    /// Facts about the data before that are decided first, so that these conditions are.
    let deciding: [PredicateID]

    /// An arrival.
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
    /// Whether it is a reply that cannot be understood.
    var isInvalid: Bool { event == BuiltinEvent.invalid.rawValue }
}

/// A session that is used up if some claims about the data before can be true: that it is the one that was sent, or a copy.
struct ConditionalUse: Sendable {
    /// The claims.
    let conditions: [Literal]
    /// The fact that it is used up.
    let use: PredicateID

    /// Whether nothing that is known is contrary to the claims.
    func isPossible(in valuation: AbstractState) -> Bool {
        conditions.allSatisfy { valuation.holds($0.predicate) != !$0.holds }
    }
}

/// An arrival while it is put together.
struct EffectDraft {
    /// Facts of which nothing is known any more.
    var forgotten: [PredicateID] = []
    /// The facts that are known.
    var literals: [Literal] = []
    /// Slots whose new values can still be discarded.
    var staged: [SlotID] = []
    /// Slots that get the value of another one.
    var copies: [(slot: SlotID, first: SlotID)] = []
    var conditionalUses: [ConditionalUse] = []
    var deciding: [PredicateID] = []

    /// What was said of some facts is not so any more: a slot gets another value after all.
    mutating func withdraw(_ predicates: [PredicateID]) {
        if !literals.isEmpty, !predicates.isEmpty { literals.removeAll { predicates.contains($0.predicate) } }
    }
}

/// The changes that an event makes before a block runs, whatever the block does.
struct EventEffect {
    let change: PredicateUpdate
    let staged: [UInt64]
    let conditionalUses: [ConditionalUse]
    let deciding: [PredicateID]
    /// Slots about which something is known, with those that they are copied from.
    let copies: [(slot: SlotID, first: SlotID)]

    /// The effect that a draft describes.
    init(_ draft: EffectDraft, _ table: PredicateTable) {
        change = PredicateUpdate(forget: draft.forgotten, literals: draft.literals)
        staged = table.mask(draft.staged)
        conditionalUses = draft.conditionalUses
        deciding = draft.deciding
        let bySlot = table.bySlot
        copies = draft.copies.filter { !bySlot[$0.slot].isEmpty }
    }
}
