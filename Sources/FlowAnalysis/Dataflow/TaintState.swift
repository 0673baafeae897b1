import FlowModel

/// The labels of all slots at one place of a flow, and everything that passes them on from one to another.
struct TaintState {
    /// By slot: the labels that its value was passed, beyond those of its type. Most slots have none.
    private var taint: [SlotID: Taint] = [:]
    /// The labels that any value of a slot has.
    private let byType: [Taint]

    /// No value has a label but by its type.
    init(_ sources: TaintSources) { byType = sources.byType }

    /// The labels that the value of a slot can have.
    subscript(_ slot: SlotID) -> Taint { byType[slot].union(taint[slot] ?? []) }

    /// The labels of a source: it, or what stands in for it.
    subscript(_ source: Source) -> Taint { source.slots.reduce(into: []) { $0.formUnion(self[$1]) } }

    /// A value can also have the labels that it has elsewhere. Returns whether that is more.
    mutating func formUnion(_ other: TaintState) -> Bool {
        if other.taint.isEmpty { return false }
        var isMore = false
        for (slot, added) in other.taint where !self[slot].isSuperset(of: added) {
            taint[slot, default: []].formUnion(added)
            isMore = true
        }
        return isMore
    }

    /// The value of a slot has these labels now.
    private mutating func set(_ slot: SlotID, _ given: Taint) {
        let own = given.subtracting(byType[slot])
        if !own.isEmpty {
            taint[slot] = own
        } else if !taint.isEmpty {
            taint[slot] = nil
        }
    }

    // MARK: Events

    /// The host gives a value: what it chooses of a list has the labels of the list, and what it means by it those of the value.
    mutating func give(_ ask: Ask) {
        let given = byType[ask.slot].union(ask.offered.map { self[$0] } ?? [])
        if taint.isEmpty, ask.meant == nil, given.isSubset(of: byType[ask.slot]) { return }
        give(ask.slot, given, isConstant: ask.isConstant)
        if let meant = ask.meant { give(meant, given, isConstant: ask.isConstant) }
    }

    private mutating func give(_ slot: SlotID, _ given: Taint, isConstant: Bool) {
        // What is constant may stay.
        set(slot, isConstant ? self[slot].union(given) : given)
    }

    /// A reply that is one of some brings values; of one slot there can be several readings.
    mutating func receive(_ brought: [SlotID], _ tainted: [TaintSources.ReplyValue], _ isAmong: (Replies) -> Bool) {
        if !taint.isEmpty { for slot in brought { taint[slot] = nil } }
        for value in tainted {
            let isSecret = value.secretIn.contains(where: isAmong)
            set(value.slot, self[value.slot].union(isSecret ? value.taint.union(.secret) : value.taint))
        }
    }

    /// A handler gives values: it can have made any of them from anything that it got. A handler that takes something as a secret
    /// says by its declaration what of that is one still; of what it does not take as a secret it knows nothing.
    mutating func work(_ use: HandlerUse) {
        let given = use.inputs.reduce(into: Taint()) {
            $0.formUnion($1.isSecret ? self[$1.source].subtracting(.secret) : self[$1.source])
        }
        for output in use.outputs { set(output.slot, output.isSecret ? given.union(.secret) : given) }
    }

    // MARK: Instructions

    /// An instruction that leads nowhere and takes nothing back.
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

    /// What is kept stays, and the pending error.
    private mutating func clear(besides kept: [SlotID]) {
        guard !taint.isEmpty else { return }
        let kept = Set(kept + [0, 1])
        taint = taint.filter { kept.contains($0.key) }
    }
}
