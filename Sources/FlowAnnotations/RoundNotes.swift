package import FlowDiagnostics

/// Where the rounds of a flow stand, and what the service takes them for.
package struct RoundNotes: Sendable {
    /// The place of the element that holds them.
    package var range: SourceRange
    /// By round: the place of its name.
    package var names: [SourceRange]
    /// Tries of a round that is sent, not asked for.
    package var idleTries: [SourceRange]
    /// Whether passing one of them proves who the user is.
    package var prove: Bool

    /// Notes of rounds.
    package init(
        range: SourceRange, names: [SourceRange] = [], idleTries: [SourceRange] = [], prove: Bool = false
    ) {
        self.range = range
        self.names = names
        self.idleTries = idleTries
        self.prove = prove
    }
}
