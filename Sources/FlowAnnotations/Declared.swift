package import FlowDiagnostics
package import FlowModel

/// A declaration in the compiled file.
package struct Declared: Sendable {
    /// The kinds of declarations.
    ///
    /// A value or a counter has its number in the flow; the slot of a value is nil if the flow has none for it. For the
    /// other kinds, `isUsed` says whether the flow uses the declaration.
    package enum Kind: Sendable {
        case value(SlotID?)
        case counter(CounterID)
        case handler(isUsed: Bool)
        case command(isUsed: Bool)
        case flow(isUsed: Bool)
    }

    /// The kind of the declaration.
    package var kind: Kind
    /// The name of the kind in messages: `input`, `value`, `fact` or `answer`.
    package var what: String
    /// The declared name.
    package var name: String
    /// The source range of the declaration.
    package var range: SourceRange

    /// Creates a declaration of a name in the compiled file.
    package init(kind: Kind, what: String, name: String, range: SourceRange) {
        self.kind = kind
        self.what = what
        self.name = name
        self.range = range
    }
}
