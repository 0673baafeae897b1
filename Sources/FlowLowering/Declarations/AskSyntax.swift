import FlowDiagnostics
import FlowModel
import FlowSyntax

/// An `ask`, an `input` or a `value`: something that a flow keeps, and what is asked of it.
final class AskSyntax: Sendable {
    /// The element.
    enum Kind: Sendable {
        case ask, input, value
    }

    let kind: Kind
    let name: Name
    /// The value that stores what is given.
    let stored: Name
    let type: (type: ValueType, range: SourceRange)?
    /// The words of a choice.
    let words: [Name]
    let ignoresCase: Bool
    /// Whether it must be given, if the author says so.
    let isRequired: Bool?
    /// Number of characters, if fixed.
    let length: Int?
    /// The form of a text.
    let pattern: EmbeddedText?
    /// The value of an input that the host leaves out.
    let fallback: WrittenText?
    /// Whether an input is configuration.
    let isConstant: Bool
    /// The list that a choice is made from.
    let offered: Name?
    /// Where the word as meant is kept.
    let meant: Name?

    /// Reads an element.
    /// - Returns: nil if it has no name.
    init?(_ element: AttributeDecoder, _ kind: Kind) {
        self.kind = kind
        type = element.type()
        words = element.names(.of)
        ignoresCase = element.flag(.ignoreCase) ?? false
        isRequired = element.flag(.required)
        length = element.number(.length)?.value
        pattern = element.embedded(.pattern)
        fallback = element.text(.default)
        isConstant = element.flag(.constant) ?? false
        offered = element.name(.offered)
        meant = element.name(.meant)
        let into = element.name(.into)
        guard let name = element.name(.name) else { return nil }
        self.name = name
        stored = into ?? name
    }
}
