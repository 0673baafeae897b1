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
    /// Facts that a slot holds the same session as one that is used up, each with the fact that it is used up with it.
    let spreading: [(sharing: FactID, use: FactID)]

    /// An arrival.
    init(event: EventID?, kind: Kind, code: ProofCode, effect: ArrivalEffect) {
        self.event = event
        self.kind = kind
        self.code = code
        change = effect.change
        staged = effect.staged
        spreading = effect.spreading
    }

    /// Whether the host starts.
    var isStart: Bool { event == BuiltinEvent.start.rawValue }
    /// Whether it is a reply that cannot be understood.
    var isInvalid: Bool { event == BuiltinEvent.invalid.rawValue }
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
    var spreading: [(sharing: FactID, use: FactID)] = []
}

/// The changes that an event makes before a block runs, whatever the block does.
struct ArrivalEffect {
    let change: FactChange
    let staged: [UInt64]
    let spreading: [(sharing: FactID, use: FactID)]
    /// Slots about which something is known, with those that they are copied from.
    let copies: [(slot: SlotID, first: SlotID)]

    /// The effect that a draft describes.
    init(_ draft: ArrivalDraft, _ table: FactTable) {
        change = FactChange(forget: draft.forgotten, claims: draft.claims)
        staged = table.mask(draft.staged)
        spreading = draft.spreading
        let ofSlot = table.ofSlot
        copies = draft.copies.filter { !ofSlot[$0.slot].isEmpty }
    }
}
