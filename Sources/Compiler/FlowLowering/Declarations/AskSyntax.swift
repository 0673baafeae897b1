import FlowDiagnostics
import FlowIR
import FlowSyntax
import FlowTable

/// The declaration of a value by an `ask`, `input` or `value`, with the form that the value must have.
final class AskSyntax: Sendable {
    /// The kind of element.
    enum Kind: Sendable {
        case ask, input, value
    }

    let kind: Kind
    let name: Name
    /// The value that stores the answer or input: `into`, or else `name`.
    let stored: Name
    let type: (type: SlotType, range: SourceRange)?
    let words: [Name]
    let ignoresCase: Bool
    /// Whether the host must give the value; nil if the element does not say so.
    let isRequired: Bool?
    /// The number of characters; nil if any number is allowed.
    let length: Int?
    /// The regular expression that the whole text must match; nil if there is none.
    let pattern: EmbeddedText?
    /// The default of an input; nil if it has none.
    let fallback: WrittenText?
    /// Whether an input is configuration, which survives a restart.
    let isConstant: Bool
    /// The list whose items are the only accepted answers; nil if there is none.
    let offered: Name?
    /// The value that stores the chosen word in the spelling of the declaration; nil if there is none.
    let meant: Name?

    /// Reads an element, or returns nil if it has no name.
    init?(_ element: AttributeDecoder, _ kind: Kind) {
        // All attributes are read even if the name is missing, because an audit counts how often each one is read.
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
