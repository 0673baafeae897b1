import FlowModel

/// Decides whether the atoms of lists and maps are consistent.
///
/// The rules:
/// - A list that has all of another list contains every item of the other list.
/// - A list can lack items of another list only if no chain of such inclusions requires it to contain them.
/// - A list or map that has an item is present.
struct CollectionRules: Sendable {
    /// By slot: the number of the atom that tests its presence.
    private var presence: [SlotID: Int] = [:]
    /// By item and slot: the number of the atom that tests whether the slot contains the item.
    private var items: [TextLiteral: [SlotID: Int]] = [:]
    /// The atoms that test whether one list has all of another.
    private var inclusions: [(holder: SlotID, wanted: SlotID, atom: Int)] = []
    private let types: [ValueType]
    private let required: Set<SlotID>

    /// Creates rules without atoms. `types` has the type of each slot, and the slots in `required` are always present.
    init(types: [ValueType], required: Set<SlotID>) {
        self.types = types
        self.required = required
    }

    /// Adds an atom if it tests a list or map. `number` is its index in the assignment.
    mutating func add(_ atom: Atom, number: Int) {
        switch atom {
        case .present(let slot): presence[slot] = number
        case .contains(let slot, let item): items[item, default: [:]][slot] = number
        case .hasAll(let holder, let wanted): inclusions.append((holder, wanted, number))
        case .equals, .equalsFolded, .matches, .below: break
        }
    }

    /// Whether some lists and maps satisfy a partial assignment.
    func isConsistent(_ assignment: [Bool?]) -> Bool {
        let assumed = inclusions.filter { assignment[$0.atom] == true }
        for (slot, atom) in presence where assignment[atom] == false && required.contains(slot) { return false }
        for slots in items.values {
            let holding = slots.filter { assignment[$0.value] == true }.map(\.key)
            guard let holders = closure(of: holding, under: assumed, assignment) else { return false }
            if slots.contains(where: { holders.contains($0.key) && assignment[$0.value] == false }) { return false }
        }
        for inclusion in inclusions where assignment[inclusion.atom] == false {
            guard let holders = closure(of: [inclusion.wanted], under: assumed, assignment),
                !holders.contains(inclusion.holder)
            else { return false }
        }
        return true
    }

    /// Returns the slots that must have every item of some slots, or nil if one of them cannot have an item.
    private func closure(
        of slots: [SlotID], under assumed: [(holder: SlotID, wanted: SlotID, atom: Int)], _ assignment: [Bool?]
    ) -> Set<SlotID>? {
        var result: Set<SlotID> = []
        var waiting = slots
        while let slot = waiting.popLast() {
            guard result.insert(slot).inserted else { continue }
            guard types[slot].isCollection, presence[slot].flatMap({ assignment[$0] }) != false else { return nil }
            waiting += assumed.filter { $0.wanted == slot }.map(\.holder)
        }
        return result
    }
}
