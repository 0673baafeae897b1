import FlowModel

/// The taint of all slots at a program point, with the transfer functions.
struct TaintState {
    /// By slot: the taint beyond that of its type. Most slots have none.
    private var taint: [SlotID: Taint] = [:]
    /// By slot: the taint by its type.
    private let byType: [Taint]

    /// Makes the initial state.
    init(_ sources: TaintSources) { byType = sources.byType }

    /// The possible taint of a slot.
    subscript(_ slot: SlotID) -> Taint { byType[slot].union(taint[slot] ?? []) }

    /// The possible taint of an operand, or of what replaces it.
    subscript(_ source: Source) -> Taint { source.slots.reduce(into: []) { $0.formUnion(self[$1]) } }

    /// Joins another state into this one. Returns whether it changed.
    mutating func formUnion(_ other: TaintState) -> Bool {
        if other.taint.isEmpty { return false }
        var isMore = false
        for (slot, added) in other.taint where !self[slot].isSuperset(of: added) {
            taint[slot, default: []].formUnion(added)
            isMore = true
        }
        return isMore
    }

    /// Assigns taint to a slot.
    private mutating func set(_ slot: SlotID, _ given: Taint) {
        let own = given.subtracting(byType[slot])
        if !own.isEmpty {
            taint[slot] = own
        } else if !taint.isEmpty {
            taint[slot] = nil
        }
    }

    // MARK: Events

    /// The transfer function of an answer: its slot inherits the taint of the offered list, and so does the slot in `meant`.
    mutating func give(_ ask: Ask) {
        let given = byType[ask.slot].union(ask.offered.map { self[$0] } ?? [])
        if taint.isEmpty, ask.meant == nil, given.isSubset(of: byType[ask.slot]) { return }
        give(ask.slot, given, isConstant: ask.isConstant)
        if let meant = ask.meant { give(meant, given, isConstant: ask.isConstant) }
    }

    private mutating func give(_ slot: SlotID, _ given: Taint, isConstant: Bool) {
        // A constant may stay.
        set(slot, isConstant ? self[slot].union(given) : given)
    }

    /// Transfers a reply; a slot can have several readings.
    mutating func receive(_ brought: [SlotID], _ tainted: [TaintSources.ReplyValue], _ isAmong: (Replies) -> Bool) {
        if !taint.isEmpty { for slot in brought { taint[slot] = nil } }
        for value in tainted {
            let isSecret = value.secretIn.contains(where: isAmong)
            set(value.slot, self[value.slot].union(isSecret ? value.taint.union(.secret) : value.taint))
        }
    }

    /// Transfers a handler. Any output can derive from any input. The declaration of a handler decides which outputs
    /// of secret inputs are secret.
    mutating func work(_ use: HandlerUse) {
        let given = use.inputs.reduce(into: Taint()) {
            $0.formUnion($1.isSecret ? self[$1.source].subtracting(.secret) : self[$1.source])
        }
        for output in use.outputs { set(output.slot, output.isSecret ? given.union(.secret) : given) }
    }

    // MARK: Instructions

    /// Transfers an instruction that neither jumps nor discards.
    mutating func take(_ instruction: Instruction) {
        switch instruction {
        case .set(let slot, let source): set(slot, self[source])
        case .merge(let slot, let added): set(slot, self[slot].union(self[added]))
        case .clear(let slots): if !taint.isEmpty { for slot in slots { taint[slot] = nil } }
        case .remaining(let slot, _, _), .begin(let slot, _): taint[slot] = nil
        case .restart(let kept): clear(besides: kept)
        case .jump, .jumpLast, .refuse, .when, .forgetReply, .notify, .count, .reset, .error, .keepError, .require,
            .mark, .remove:
            break
        }
    }

    /// Keeps some slots and the pending error.
    private mutating func clear(besides kept: [SlotID]) {
        guard !taint.isEmpty else { return }
        let kept = Set(kept + [0, 1])
        taint = taint.filter { kept.contains($0.key) }
    }
}
