/// A value that a step, or the start of the flow, asks the host for.
package struct Ask: Sendable, Hashable {
    /// The name of the member to submit.
    package var name: String
    /// The slot that stores the answer.
    package var slot: SlotID
    /// Whether the host must answer.
    package var isRequired = false
    /// Whether the text must not be empty.
    package var isNonEmpty = false
    /// Whether words are compared case-insensitively (ASCII).
    package var ignoresCase = false
    /// The required number of characters, or nil if any number will do.
    package var length: Int?
    /// The allowed words; empty if any text is allowed.
    package var words: [String] = []
    /// The slot with the list of offered words, or nil if the words are not limited to such a list.
    package var offered: SlotID?
    /// The slot that stores the selected word in its declared spelling, or nil if the flow does not need it.
    package var meant: SlotID?
    /// The pattern that the text must match, or nil if there is none.
    package var pattern: PatternID?
    /// The value if the host does not answer, or nil if there is none.
    package var fallback: String?
    /// Whether the value is a constant, which keeps its value when the flow starts again.
    package var isConstant = false

    /// Creates an ask that accepts any text, or none.
    package init(name: String, slot: SlotID) {
        self.name = name
        self.slot = slot
    }
}
