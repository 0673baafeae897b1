package import FlowDiagnostics
package import FlowModel

/// Something that the compiled file declares.
package struct Declared: Sendable {
    /// The kinds of things, each with its counterpart in the flow, if it got that far.
    package enum Kind: Sendable {
        case value(SlotID?)
        case counter(CounterID)
        case handler(isUsed: Bool)
        case command(isUsed: Bool)
        case flow(isUsed: Bool)
    }

    /// Its kind.
    package var kind: Kind
    /// The kind in words: `input`, `value`, `fact`, `answer`.
    package var what: String
    /// Its name.
    package var name: String
    /// Where it is declared.
    package var range: SourceRange

    /// A declaration.
    package init(kind: Kind, what: String, name: String, range: SourceRange) {
        self.kind = kind
        self.what = what
        self.name = name
        self.range = range
    }
}
