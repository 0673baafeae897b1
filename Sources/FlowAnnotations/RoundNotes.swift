package import FlowDiagnostics

/// The source ranges of a flow's rounds, and what the service description states about them.
package struct RoundNotes: Sendable {
    /// The source range of the element that contains the rounds.
    package var range: SourceRange
    /// By round: the source range of its name.
    package var names: [SourceRange]
    /// The source ranges of `tries` attributes that have no effect, since their round is not a challenge.
    package var idleTries: [SourceRange]
    /// Whether passing at least one of the rounds proves who the user is.
    package var prove: Bool

    /// Creates notes about the rounds in an element, by default about rounds that prove nothing.
    package init(
        range: SourceRange, names: [SourceRange] = [], idleTries: [SourceRange] = [], prove: Bool = false
    ) {
        self.range = range
        self.names = names
        self.idleTries = idleTries
        self.prove = prove
    }
}
