import FlowModel

/// The labels of all slots at one place of a flow, and everything that passes them on from one to another.
struct LabelState {
    /// By slot: the labels that its value was passed, beyond those of its type. Most slots have none.
    private var labels: [SlotID: ValueLabels] = [:]
    /// The labels that any value of a slot has.
    private let ofTypes: [ValueLabels]

    /// No value has a label but by its type.
    init(_ seeds: LabelSeeds) { ofTypes = seeds.ofTypes }

    /// The labels that the value of a slot can have.
    subscript(_ slot: SlotID) -> ValueLabels { ofTypes[slot].union(labels[slot] ?? []) }

    /// The labels of a source: it, or what stands in for it.
    subscript(_ source: Source) -> ValueLabels { source.slots.reduce(into: []) { $0.formUnion(self[$1]) } }

    /// A value can also have the labels that it has elsewhere. Returns whether that is more.
    mutating func formUnion(_ other: LabelState) -> Bool {
        if other.labels.isEmpty { return false }
        var isMore = false
        for (slot, added) in other.labels where !self[slot].isSuperset(of: added) {
            labels[slot, default: []].formUnion(added)
            isMore = true
        }
        return isMore
    }

    /// The value of a slot has these labels now.
    private mutating func set(_ slot: SlotID, _ given: ValueLabels) {
        let own = given.subtracting(ofTypes[slot])
        if !own.isEmpty {
            labels[slot] = own
        } else if !labels.isEmpty {
            labels[slot] = nil
        }
    }

    // MARK: Events

    /// The host gives a value: what it chooses of a list has the labels of the list, and what it means by it those of the value.
    mutating func give(_ ask: Ask) {
        let given = ofTypes[ask.slot].union(ask.offered.map { self[$0] } ?? [])
        if labels.isEmpty, ask.meant == nil, given.isSubset(of: ofTypes[ask.slot]) { return }
        give(ask.slot, given, isConstant: ask.isConstant)
        if let meant = ask.meant { give(meant, given, isConstant: ask.isConstant) }
    }

    private mutating func give(_ slot: SlotID, _ given: ValueLabels, isConstant: Bool) {
        // What is constant may stay.
        set(slot, isConstant ? self[slot].union(given) : given)
    }

    /// A reply that is one of some brings values; of one slot there can be several readings.
    mutating func receive(_ brought: [SlotID], _ labelled: [LabelSeeds.Brought], _ isAmong: (Replies) -> Bool) {
        if !labels.isEmpty { for slot in brought { labels[slot] = nil } }
        for value in labelled {
            let isSecret = value.secretIn.contains(where: isAmong)
            set(value.slot, self[value.slot].union(isSecret ? value.labels.union(.secret) : value.labels))
        }
    }

    /// A handler gives values: it can have made any of them from anything that it got. A handler that takes something as a secret
    /// says by its declaration what of that is one still; of what it does not take as a secret it knows nothing.
    mutating func work(_ use: HandlerUse) {
        let given = use.inputs.reduce(into: ValueLabels()) {
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
        case .clear(let slots): if !labels.isEmpty { for slot in slots { labels[slot] = nil } }
        case .remaining(let slot, _, _), .begin(let slot, _): labels[slot] = nil
        case .restart(let kept): clear(besides: kept)
        case .jump, .jumpLast, .refuse, .when, .forgetReply, .notify, .count, .reset, .error, .keepError, .require,
            .mark, .remove:
            break
        }
    }

    /// What is kept stays, and the pending error.
    private mutating func clear(besides kept: [SlotID]) {
        guard !labels.isEmpty else { return }
        let kept = Set(kept + [0, 1])
        labels = labels.filter { kept.contains($0.key) }
    }
}
