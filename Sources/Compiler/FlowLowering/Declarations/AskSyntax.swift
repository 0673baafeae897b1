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
    /// The flags of the attributes that are `true`, except `required`.
    private let flags: AskFlags
    /// Whether the host must give the value; nil if the attribute is missing.
    let isRequired: Bool?
    /// The number of characters; nil if any number is allowed.
    let length: Int?
    /// The regular expression that the whole text must match; nil if there is none.
    let pattern: EmbeddedText?
    /// The default of an input; nil if it has none.
    let fallback: WrittenText?
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
        var flags = AskFlags()
        flags[.ignoresCase] = element.flag(.ignoreCase) ?? false
        flags[.constant] = element.flag(.constant) ?? false
        self.flags = flags
        isRequired = element.flag(.required)
        length = element.number(.length)?.value
        pattern = element.embedded(.pattern)
        fallback = element.text(.default)
        offered = element.name(.offered)
        meant = element.name(.meant)
        let into = element.name(.into)
        guard let name = element.name(.name) else { return nil }
        self.name = name
        stored = into ?? name
    }
}

extension AskSyntax {
    /// Whether words are compared case-insensitively (ASCII).
    var ignoresCase: Bool { flags[.ignoresCase] }
    /// Whether an input is configuration, which survives a restart.
    var isConstant: Bool { flags[.constant] }

    /// Returns the parameter that an `ask` or `input` requests from the host, or nil if its value does not exist.
    ///
    /// Adds the slots and the pattern that the declaration mentions to the tables.
    func lowered(in instance: Instance, _ tables: inout LoweringTables, _ symbols: SymbolTable) -> Ask? {
        guard let slot = tables.slots.intern(stored.symbol, of: instance) else { return nil }
        let type = tables.slots[slot].type
        var ask = Ask(name: symbols.name(name.symbol), slot: slot)
        ask.flags = flags
        // By default, the host must answer an ask, but need not pass an input.
        ask.flags[.required] = isRequired ?? (kind != .input)
        // A required map can be empty. A required text or list cannot.
        ask.flags[.nonEmpty] = ask.isRequired && type != .map
        ask.length = length
        ask.words = symbols.names(words.map(\.symbol))
        ask.fallback = fallback.map { ByteString($0.text) }
        ask.offered = offered.flatMap { tables.slots.intern($0.symbol, of: instance) }
        ask.meant = meant.flatMap { tables.slots.intern($0.symbol, of: instance) }
        ask.pattern = pattern.flatMap { tables.patterns.intern($0.text) }
        return ask
    }
}
