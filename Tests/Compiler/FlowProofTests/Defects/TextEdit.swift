/// A change of a text; the new part may mark with ⟦ and ⟧ what a finding must point at.
struct TextEdit: Sendable {
    /// What stands in the text, exactly once.
    let old: String
    /// What takes its place.
    let new: String

    init(_ old: String, _ new: String) {
        self.old = old
        self.new = new
    }
}
