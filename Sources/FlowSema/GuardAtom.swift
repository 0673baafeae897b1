/// A word of a guard.
struct GuardWord {
    var text: String
    var range: Range<Int>
}

/// One condition of a guard.
enum GuardAtom {
    /// A fact holds.
    case fact(GuardWord)
    /// A value is there.
    case present(GuardWord)
    /// The last request carried a key.
    case sent(GuardWord)
    /// A value is a literal, or is not.
    case equals(GuardWord, GuardWord)
    /// A list, map or text holds a literal.
    case contains(GuardWord, GuardWord)
    /// A text has a form.
    case matches(GuardWord, GuardWord)
    /// A list or map holds all items of a list.
    case hasAll(GuardWord, GuardWord)
    /// A counter is below a number.
    case below(GuardWord, Int)
}
