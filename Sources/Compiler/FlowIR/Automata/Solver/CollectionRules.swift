import FlowDiagnostics
import FlowTable

/// Decides whether the atoms of lists and maps are consistent.
///
/// The rules:
/// - If a `hasAll` atom is true, its holder contains every item that the wanted list contains.
/// - A `hasAll` atom can be false only if the wanted list can have an item, and no chain of true `hasAll` atoms
///   requires the holder to contain this item.
/// - A slot that contains an item is present, and is a list or a map.
/// - A required slot is present.
struct CollectionRules: Sendable {
    /// By slot: the number of the atom that tests its presence.
    private var presence: [SlotID: Int] = [:]
    /// By item and slot: the number of the atom that tests whether the slot contains the item.
    private var items: [ByteString: [SlotID: Int]] = [:]
    /// The atoms that test whether one list has all of another.
    private var inclusions: [Inclusion] = []
    private let types: Table<Slot, SlotType>
    private let required: Set<SlotID>

    /// An atom with the slots of its lists: `holder` has all items of `wanted` if the atom is true.
    private typealias Inclusion = (holder: SlotID, wanted: SlotID, atom: Int)

    /// Creates rules without atoms. The slots in `required` are always present.
    init(types: Table<Slot, SlotType>, required: Set<SlotID>) {
        self.types = types
        self.required = required
    }

    /// Adds an atom. Ignores it if it cannot test a list or map. `number` is its index in the assignment.
    mutating func add(_ atom: Atom, number: Int) {
        switch atom {
        case .present(let slot): presence[slot] = number
        case .contains(let slot, let item): items[item, default: [:]][slot] = number
        case .hasAll(let holder, let wanted): inclusions.append((holder, wanted, number))
        case .equals, .equalsFolded, .matches, .below: break
        }
    }

    /// Returns whether some lists and maps satisfy a partial assignment.
    func isConsistent(_ assignment: [Bool?]) -> Bool {
        for (slot, atom) in presence where assignment[atom] == false && required.contains(slot) { return false }
        let trueInclusions = inclusions.filter { assignment[$0.atom] == true }
        return items.values.allSatisfy { isConsistent(atomsByHolder: $0, trueInclusions, assignment) }
            && inclusions.allSatisfy { assignment[$0.atom] != false || canFail($0, trueInclusions, assignment) }
    }

    /// Returns whether the atoms that test for one item are consistent.
    ///
    /// `atomsByHolder` has the number of the atom of each tested slot. The atoms are inconsistent if a slot must have
    /// the item although its atom is false, or although the slot is absent or is neither a list nor a map.
    private func isConsistent(
        atomsByHolder: [SlotID: Int], _ trueInclusions: [Inclusion], _ assignment: [Bool?]
    ) -> Bool {
        let trueHolders = atomsByHolder.filter { assignment[$0.value] == true }.map(\.key)
        guard let holders = slotsWithItems(of: trueHolders, under: trueInclusions, assignment) else { return false }
        return !atomsByHolder.contains { holders.contains($0.key) && assignment[$0.value] == false }
    }

    /// Returns whether the holder of an inclusion can lack an item of the wanted list.
    ///
    /// It cannot if a chain of true inclusions requires it to have them all, or if the wanted list can have no items.
    private func canFail(
        _ inclusion: Inclusion, _ trueInclusions: [Inclusion], _ assignment: [Bool?]
    ) -> Bool {
        guard let holders = slotsWithItems(of: [inclusion.wanted], under: trueInclusions, assignment) else {
            return false
        }
        return !holders.contains(inclusion.holder)
    }

    /// Returns the given slots and all slots that must have every item of one of them.
    ///
    /// Returns nil if one of these slots cannot have an item: it is absent, or not a list or map.
    private func slotsWithItems(
        of slots: [SlotID], under trueInclusions: [Inclusion], _ assignment: [Bool?]
    ) -> Set<SlotID>? {
        var result: Set<SlotID> = []
        var waiting = slots
        while let slot = waiting.popLast() {
            guard result.insert(slot).inserted else { continue }
            guard types[slot].isCollection, presence[slot].flatMap({ assignment[$0] }) != false else { return nil }
            waiting += trueInclusions.filter { $0.wanted == slot }.map(\.holder)
        }
        return result
    }
}
