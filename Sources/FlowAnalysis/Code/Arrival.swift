import FlowModel
import FlowTable

/// An event that can come in a state, and what it changes before the state's block runs.
final class Arrival: Sendable {
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
    let code: ProofCode
    /// The facts that become known, and those that are forgotten.
    let change: FactChange
    /// The facts about values that the event brings, one bit each: they can still be discarded.
    let staged: [UInt64]
    /// The sessions that are used up under conditions on the data before.
    let spreading: [Spreading]
    /// Facts about the data before that are decided first, so that these conditions are.
    let deciding: [FactID]

    /// An arrival.
    init(event: EventID?, kind: Kind, code: ProofCode, effect: ArrivalEffect) {
        self.event = event
        self.kind = kind
        self.code = code
        change = effect.change
        staged = effect.staged
        spreading = effect.spreading
        deciding = effect.deciding
    }

    /// Whether the host starts.
    var isStart: Bool { event == BuiltinEvent.start.rawValue }
    /// Whether it is a reply that cannot be understood.
    var isInvalid: Bool { event == BuiltinEvent.invalid.rawValue }
}

/// A session that is used up if some claims about the data before can be true: that it is the one that was sent, or a copy.
struct Spreading: Sendable {
    /// The claims.
    let conditions: [Claim]
    /// The fact that it is used up.
    let use: FactID

    /// Whether nothing that is known is contrary to the claims.
    func isPossible(in situation: Situation) -> Bool {
        conditions.allSatisfy { situation.holds($0.fact) != !$0.holds }
    }
}

/// An arrival while it is put together.
struct ArrivalDraft {
    /// Facts of which nothing is known any more.
    var forgotten: [FactID] = []
    /// The facts that are known.
    var claims: [Claim] = []
    /// Slots whose new values can still be discarded.
    var staged: [SlotID] = []
    /// Slots that get the value of another one.
    var copies: [(slot: SlotID, first: SlotID)] = []
    var spreading: [Spreading] = []
    var deciding: [FactID] = []

    /// What was said of some facts is not so any more: a slot gets another value after all.
    mutating func withdraw(_ facts: [FactID]) {
        if !claims.isEmpty, !facts.isEmpty { claims.removeAll { facts.contains($0.fact) } }
    }
}

/// The changes that an event makes before a block runs, whatever the block does.
struct ArrivalEffect {
    let change: FactChange
    let staged: [UInt64]
    let spreading: [Spreading]
    let deciding: [FactID]
    /// Slots about which something is known, with those that they are copied from.
    let copies: [(slot: SlotID, first: SlotID)]

    /// The effect that a draft describes.
    init(_ draft: ArrivalDraft, _ table: FactTable) {
        change = FactChange(forget: draft.forgotten, claims: draft.claims)
        staged = table.mask(draft.staged)
        spreading = draft.spreading
        deciding = draft.deciding
        let ofSlot = table.ofSlot
        copies = draft.copies.filter { !ofSlot[$0.slot].isEmpty }
    }
}
