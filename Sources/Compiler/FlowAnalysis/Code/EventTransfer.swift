import FlowIR
import FlowTable

/// The transfer function of an event in a state. It combines the effect of the event and the program of its block.
final class EventTransfer: Sendable {
    /// The event, or nil for a choice, which runs its block without an event.
    let event: EventID?
    /// Who causes the event.
    let origin: EventEffect.Origin
    /// The program of the block that handles the event.
    let code: PredicateProgram
    /// The changes that the event makes before the program runs.
    let change: PredicateUpdate
    /// A mask of the predicates over values that the event provides. The program can still discard these values.
    let staged: [UInt64]
    /// The sessions that the event can use up.
    let conditionalUses: [ConditionalUse]
    /// The predicates to decide before the event, so that the conditions of `conditionalUses` are known.
    let deciding: [PredicateID]

    /// Creates the transfer function of an event. The event is nil for a choice.
    init(event: EventID?, _ origin: EventEffect.Origin, code: PredicateProgram, effect: PredicateEffect) {
        self.event = event
        self.origin = origin
        self.code = code
        change = effect.change
        staged = effect.staged
        conditionalUses = effect.conditionalUses
        deciding = effect.deciding
    }

    var isStart: Bool { event == .start }
    var isInvalid: Bool { event == .invalid }
}

/// A session that an event uses up if the request sent it or an equal session.
struct ConditionalUse: Sendable {
    /// The literals that must hold before the event.
    let conditions: [Literal]
    /// The predicate that the session is used up.
    let use: PredicateID

    /// Returns whether each condition is true or unknown in an abstract state.
    func isPossible(in valuation: AbstractState) -> Bool {
        conditions.allSatisfy { valuation.isCompatible(with: $0) }
    }
}

/// The effect of an event while it is being collected, in terms of slots and predicates.
struct EffectDraft {
    /// The predicates that the event makes unknown.
    var forgotten: [PredicateID] = []
    /// The literals that hold after the event.
    var literals: [Literal] = []
    /// The slots whose new values the program can still discard.
    var staged: [SlotID] = []
    /// The slots that receive the same value as an earlier slot, each with that earlier slot.
    var copies: [(slot: SlotID, first: SlotID)] = []
    /// The sessions that the event can use up.
    var conditionalUses: [ConditionalUse] = []
    /// The predicates to decide before the event.
    var deciding: [PredicateID] = []

    /// Removes the literals of predicates over a slot that the event assigns again.
    mutating func removeLiterals(of predicates: [PredicateID]) {
        if !literals.isEmpty, !predicates.isEmpty { literals.removeAll { predicates.contains($0.predicate) } }
    }
}

/// The effect of an event before its program runs.
struct PredicateEffect {
    let change: PredicateUpdate
    /// A mask of the predicates over values that the program can still discard.
    let staged: [UInt64]
    /// The sessions that the event can use up.
    let conditionalUses: [ConditionalUse]
    /// The predicates to decide before the event.
    let deciding: [PredicateID]
    /// The slots that get the same value as an earlier slot, with that slot. Slots without predicates are omitted.
    let copies: [(slot: SlotID, first: SlotID)]

    /// Creates the effect from a draft, without the copies into slots that no predicate tests.
    init(_ draft: EffectDraft, _ table: PredicateTable) {
        change = PredicateUpdate(forget: draft.forgotten, literals: draft.literals)
        staged = table.mask(draft.staged)
        conditionalUses = draft.conditionalUses
        deciding = draft.deciding
        let bySlot = table.bySlot
        copies = draft.copies.filter { !bySlot[$0.slot].isEmpty }
    }
}

/// A simultaneous assignment to predicates.
struct PredicateUpdate: Sendable {
    /// The part of an update that concerns one word of an abstract state.
    struct Item: Sendable {
        let word: Int
        var mask: UInt64
        /// The predicates of the mask that are known after the update.
        var known: UInt64
        /// The predicates of the mask that are true after the update.
        var holding: UInt64
    }

    /// The parts of the update, one for each word that it changes.
    private(set) var items: [Item] = []

    /// Whether the update assigns no predicate.
    var isEmpty: Bool { items.isEmpty }

    /// Creates the update that makes some predicates unknown, and then makes the literals true.
    init(forget: some Sequence<PredicateID> = [], literals: some Sequence<Literal> = []) {
        for predicate in forget { add(predicate, nil) }
        for literal in literals { add(literal.predicate, literal.holds) }
    }

    /// Adds the assignment of a value to a predicate. The value nil means unknown.
    private mutating func add(_ predicate: PredicateID, _ holds: Bool?) {
        let (word, bit) = (predicate.word, predicate.bit)
        let index = items.firstIndex { $0.word == word } ?? items.count
        if index == items.count { items.append(Item(word: word, mask: 0, known: 0, holding: 0)) }
        items[index].mask |= bit
        // An unknown predicate needs only its bit in the mask, because forgetting comes before the literals.
        guard let holds else { return }
        items[index].known |= bit
        items[index].holding = holds ? items[index].holding | bit : items[index].holding & ~bit
    }
}
