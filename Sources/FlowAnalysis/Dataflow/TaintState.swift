import FlowIR

/// The taint of all slots at a program point, with the transfer functions.
struct TaintState {
    /// By slot: the taint beyond that of its type. Most slots have none and are omitted.
    private var taint: [SlotID: Taint] = [:]
    /// By slot: the taint of its type.
    private let byType: [Taint]

    /// Creates the state before the start, in which slots have only the taint of their types.
    init(_ sources: TaintSources) { byType = sources.byType }

    /// The possible taint of a slot.
    subscript(_ slot: SlotID) -> Taint { byType[slot].union(taint[slot] ?? []) }

    /// The possible taint of an operand, including that of the slot that replaces it if it is absent.
    subscript(_ source: Source) -> Taint { source.slots.reduce(into: []) { $0.formUnion(self[$1]) } }

    /// Joins another state into this one. Returns whether this state changed.
    @discardableResult
    mutating func formUnion(_ other: TaintState) -> Bool {
        if other.taint.isEmpty { return false }
        var isChanged = false
        for (slot, added) in other.taint where !self[slot].isSuperset(of: added) {
            taint[slot, default: []].formUnion(added)
            isChanged = true
        }
        return isChanged
    }

    /// Replaces the taint of a slot. The slot keeps the taint of its type.
    private mutating func set(_ slot: SlotID, _ assigned: Taint) {
        let own = assigned.subtracting(byType[slot])
        if !own.isEmpty {
            taint[slot] = own
        } else if !taint.isEmpty {
            taint[slot] = nil
        }
    }

    // MARK: Events

    /// Applies the answer to an ask.
    ///
    /// The answer, and the declared spelling of the selected word, inherit the taint of the offered list.
    mutating func assign(_ ask: Ask) {
        let assigned = byType[ask.slot].union(ask.offered.map { self[$0] } ?? [])
        if taint.isEmpty, ask.meant == nil, assigned.isSubset(of: byType[ask.slot]) { return }
        assign(assigned, to: ask.slot, isConstant: ask.isConstant)
        if let meant = ask.meant { assign(assigned, to: meant, isConstant: ask.isConstant) }
    }

    /// Assigns taint to a slot. A constant can keep its value, and then keeps its taint.
    private mutating func assign(_ assigned: Taint, to slot: SlotID, isConstant: Bool) {
        set(slot, isConstant ? self[slot].union(assigned) : assigned)
    }

    /// Applies a reply, which assigns the slots in `assigned` and may contain the values in `tainted`.
    ///
    /// `isAmong` returns whether the event can be one of some replies.
    mutating func receive(
        _ assigned: [SlotID], _ tainted: [TaintSources.ReplyValue], _ isAmong: (Replies) -> Bool
    ) {
        if !taint.isEmpty { for slot in assigned { taint[slot] = nil } }
        for value in tainted {
            let isSecret = value.secretIn.contains(where: isAmong)
            // A slot can occur several times, so add the taint.
            set(value.slot, self[value.slot].union(isSecret ? value.taint.union(.secret) : value.taint))
        }
    }

    /// Applies the result of a handler, each of whose outputs can derive from any input.
    ///
    /// An input that the handler declares as secret makes no output secret. The handler declares its secret outputs.
    mutating func applyResult(of use: HandlerUse) {
        let inherited = use.inputs.reduce(into: Taint()) {
            $0.formUnion($1.isSecret ? self[$1.source].subtracting(.secret) : self[$1.source])
        }
        for output in use.outputs { set(output.slot, output.isSecret ? inherited.union(.secret) : inherited) }
    }

    // MARK: Instructions

    /// Applies an instruction that assigns or clears slots. Ignores other instructions.
    mutating func apply(_ instruction: Instruction) {
        switch instruction {
        case .set(let slot, let source): set(slot, self[source])
        case .merge(let slot, let added): set(slot, self[slot].union(self[added]))
        case .clear(let slots): if !taint.isEmpty { for slot in slots { taint[slot] = nil } }
        case .remaining(let slot, _, _), .begin(let slot, _): taint[slot] = nil
        case .restart(let kept): clearAll(except: kept)
        case .jump, .jumpLast, .refuse, .when, .forgetReply, .notify, .count, .reset, .error, .keepError, .require,
            .mark, .remove:
            break
        }
    }

    /// Removes the taint of all slots, except the kept ones and the pending error.
    private mutating func clearAll(except kept: [SlotID]) {
        guard !taint.isEmpty else { return }
        let remaining = Set(kept + ErrorSlot.all)
        taint = taint.filter { remaining.contains($0.key) }
    }
}
