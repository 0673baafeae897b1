/// A value asked of the host.
package struct Ask: Sendable, Hashable {
    /// The name under which it is given.
    package var name: String
    /// Where it is kept.
    package var slot: SlotID
    /// Whether it must be given.
    package var isRequired = false
    /// Whether a required text must not be empty.
    package var isNonEmpty = false
    /// Whether words are compared without regard to ASCII case.
    package var ignoresCase = false
    /// Number of characters, if fixed.
    package var length: Int?
    /// Allowed words; empty if any.
    package var words: [String] = []
    /// List of what was offered.
    package var offered: SlotID?
    /// Where the word as meant is kept.
    package var meant: SlotID?
    /// The form that a text must have.
    package var pattern: PatternID?
    /// The value used when none is given.
    package var fallback: String?
    /// Whether it is configuration, which survives a restart.
    package var isConstant = false

    /// An ask for what `slot` keeps.
    package init(name: String, slot: SlotID) {
        self.name = name
        self.slot = slot
    }
}
