import FlowModel

/// The rules for what the atoms of lists and maps can be together.
///
/// An item that lies in a list lies in everything that has all of that list; a list lacks some of another only if an item of
/// the other, perhaps one that no atom names, is forced into nothing that must not have it; whoever has an item is present.
struct CollectionRules: Sendable {
    private var presence: [SlotID: Int] = [:]
    private var items: [TextLiteral: [SlotID: Int]] = [:]
    private var inclusions: [(holder: SlotID, wanted: SlotID, atom: Int)] = []
    private let types: [ValueType]
    private let required: Set<SlotID>

    /// Rules for slots of some types, some of which are always present.
    init(types: [ValueType], required: Set<SlotID>) {
        self.types = types
        self.required = required
    }

    /// Takes an atom into account if it tests a list or map.
    mutating func add(_ atom: Atom, number: Int) {
        switch atom {
        case .present(let slot): presence[slot] = number
        case .contains(let slot, let item): items[item, default: [:]][slot] = number
        case .hasAll(let holder, let wanted): inclusions.append((holder, wanted, number))
        case .equals, .equalsFolded, .matches, .below: break
        }
    }

    /// Whether lists exist that agree with what is known of the atoms.
    func isConsistent(_ assignment: [Bool?]) -> Bool {
        let holders = inclusions.filter { assignment[$0.atom] == true }
        for (slot, atom) in presence where assignment[atom] == false && required.contains(slot) { return false }
        for slots in items.values {
            let holding = slots.filter { assignment[$0.value] == true }.map(\.key)
            guard let all = closure(holding, holders, assignment) else { return false }
            if slots.contains(where: { all.contains($0.key) && assignment[$0.value] == false }) { return false }
        }
        for inclusion in inclusions where assignment[inclusion.atom] == false {
            guard let all = closure([inclusion.wanted], holders, assignment), !all.contains(inclusion.holder) else {
                return false
            }
        }
        return true
    }

    /// All slots that must have an item which some slots have; nil if one of them cannot have any.
    private func closure(
        _ slots: [SlotID], _ holders: [(holder: SlotID, wanted: SlotID, atom: Int)], _ assignment: [Bool?]
    ) -> Set<SlotID>? {
        var result: Set<SlotID> = []
        var waiting = slots
        while let slot = waiting.popLast() {
            guard result.insert(slot).inserted else { continue }
            guard types[slot].isCollection, presence[slot].flatMap({ assignment[$0] }) != false else { return nil }
            waiting += holders.filter { $0.wanted == slot }.map(\.holder)
        }
        return result
    }
}
