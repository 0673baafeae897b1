import FlowModel

/// Decides whether the atoms of lists and maps are consistent.
///
/// The rules:
/// - An item of a list is in every list that has all of that list.
/// - A list lacks some items of another list only if no chain of inclusions forces them into it.
/// - A list or map that has an item is present.
struct CollectionRules: Sendable {
    private var presence: [SlotID: Int] = [:]
    private var items: [TextLiteral: [SlotID: Int]] = [:]
    private var inclusions: [(holder: SlotID, wanted: SlotID, atom: Int)] = []
    private let types: [ValueType]
    private let required: Set<SlotID>

    /// Creates rules without atoms. The slots in `required` are always present.
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
            guard let all = closure(of: holding, under: assumed, assignment) else { return false }
            if slots.contains(where: { all.contains($0.key) && assignment[$0.value] == false }) { return false }
        }
        for inclusion in inclusions where assignment[inclusion.atom] == false {
            guard let all = closure(of: [inclusion.wanted], under: assumed, assignment), !all.contains(inclusion.holder)
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
