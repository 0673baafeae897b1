package import FlowDiagnostics
package import FlowModel

/// Something that the compiled file declares.
package struct Declared: Sendable {
    /// What kind of thing, and what it is in the flow, if it got that far.
    package enum Kind: Sendable {
        case value(SlotID?)
        case counter(CounterID)
        case handler(isUsed: Bool)
        case command(isUsed: Bool)
        case flow(isUsed: Bool)
    }

    /// Its kind.
    package var kind: Kind
    /// What it is called, in words: `input`, `value`, `fact`, `answer`.
    package var what: String
    /// Its name.
    package var name: String
    /// Where it is declared.
    package var range: SourceRange
}
