/// A condition on a flow's data.
package indirect enum Condition: Sendable, Hashable {
    case constant(Bool)
    /// A slot has a value. A fact holds if its slot has one.
    case present(SlotID)
    /// A text is a literal.
    case equals(SlotID, String, ignoringCase: Bool)
    /// A list has an item, a map a key, or a text a part.
    case contains(SlotID, String)
    /// A text has a form.
    case matches(SlotID, PatternID)
    /// A list, or the keys of a map, hold all items of a list.
    case hasAll(SlotID, SlotID)
    /// A counter is below a number.
    case below(CounterID, Int)
    case not(Condition)
    case and(Condition, Condition)
    case or(Condition, Condition)
}
