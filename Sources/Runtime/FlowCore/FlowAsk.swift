import FlowTable

/// A value that a step, or the start of the flow, asks the host for.
public struct FlowAsk: Sendable, Equatable, Redacted {
    /// The name of the member to submit.
    public let name: String
    /// The type: `text`, `secret`, `digits`, `choice`, `list`, `map`, `bytes`, `session`, `flag` or `seconds`.
    public let type: String
    /// Whether the host must supply a value.
    public let isRequired: Bool
    /// The required number of characters, or nil if the flow accepts any number.
    public let length: Int?
    /// The words to choose from. If the flow limits the choice to an offered list, these are only the offered words.
    public private(set) var words: [String]
    /// Whether the flow accepts only ``words``, even if there are none. If false, no words limit the answer.
    public private(set) var isClosed: Bool
    /// Whether the flow ignores the case of ASCII letters when it compares an answer with the words.
    public let ignoresCase: Bool

    let slot: Int
    let slotType: SlotType
    let flags: AskFlags
    /// The slot with the list of offered values, or nil if there is none.
    let offeredSlot: Int?
    /// The slot that receives the selected word in its declared spelling, or nil if there is none.
    let meantSlot: Int?
    let pattern: Int?
    /// The value that the flow uses if the host supplies none, or nil if there is no such value.
    public let fallback: String?
    private let declaredWords: [String]
    private let table: TransitionTable

    var isChoice: Bool { slotType == .choice }

    /// The slots that a constant fills; empty if the ask is not for a constant.
    ///
    /// Without ``meantSlot``, the slot occurs twice, and receives the same constant twice.
    var constantSlots: [Int] { flags[.constant] ? [slot, meantSlot ?? slot] : [] }

    /// Creates an ask from a record, and moves the reader to the end of the ask.
    init(_ reader: inout TrustedReader, _ table: TransitionTable) {
        name = table.string(reader.readVarint())
        slot = reader.readVarint()
        flags = AskFlags(bits: reader.readVarint())
        slotType = table.slotType(slot)
        type = slotType.name
        isRequired = flags[.required]
        ignoresCase = flags[.ignoresCase]
        length = flags[.length] ? reader.readVarint() : nil
        var words: [String] = []
        if flags[.words] {
            for _ in 0..<reader.readVarint() { words.append(table.string(reader.readVarint())) }
        }
        self.words = words
        declaredWords = words
        self.table = table
        isClosed = !words.isEmpty
        offeredSlot = flags[.offered] ? reader.readVarint() : nil
        meantSlot = flags[.meant] ? reader.readVarint() : nil
        pattern = flags[.pattern] ? reader.readVarint() : nil
        fallback = flags[.fallback] ? table.string(reader.readVarint()) : nil
    }

    /// Returns the ask with its words limited to the list that the flow currently offers.
    ///
    /// An ask without such a list is returned unchanged. If the list has no value, no words remain.
    func narrowed(toWordsOfferedIn parameters: FlowParameters) -> FlowAsk {
        guard let offeredSlot else { return self }
        var ask = self
        ask.isClosed = true
        if case .list(let offered) = parameters[offeredSlot] {
            ask.words = words.isEmpty ? offered : wordsIncluded(in: offered)
        } else {
            ask.words = []
        }
        return ask
    }

    /// Returns the words of the ask that `offered` contains.
    ///
    /// If the search costs more fuel than an event has, some words are missing.
    private func wordsIncluded(in offered: [String]) -> [String] {
        var fuel = Fuel()
        var places = TextPlaces(offered.count, isFolded: ignoresCase)
        for word in offered { places.add(word, &fuel) }
        return words.filter { places.find($0, among: { offered[$0] }, &fuel) != nil }
    }

    /// Checks a text that the user has typed, before the host submits it.
    ///
    /// The check is the same as at a submission: of the type, the length, the pattern and the words. A form can use it
    /// to report faults early.
    /// - Throws: the refusal that a submission of the text would cause.
    public func check(_ text: String) throws(FlowRefusal) {
        switch slotType {
        // The answer to such an ask is not a text.
        case .list, .map, .flag: throw FlowRefusal(.wrongType, name)
        default: break
        }
        try checkForm(of: .text(text))
        // An undeclared word and a word that the flow does not offer now have different refusals.
        if !declaredWords.isEmpty, firstMatch(of: text, in: declaredWords) == nil {
            throw FlowRefusal(.notAChoice, name)
        }
        if isClosed, firstMatch(of: text, in: words) == nil { throw FlowRefusal(.notOffered, name) }
    }

    /// Checks an answer's form: nonempty if the ask demands it and, for a text, its characters, length and pattern.
    /// - Throws: a refusal for the first check that fails.
    func checkForm(of value: FlowValue) throws(FlowRefusal) {
        if !value.isPresent, flags[.nonEmpty] { throw FlowRefusal(.missingParameter, name) }
        guard case .text(let text) = value else { return }
        if text.utf8.isEmpty, flags[.nonEmpty] { throw FlowRefusal(.missingParameter, name) }
        if case .digits = slotType, !UTF8Text.isDigits(text) { throw FlowRefusal(.notDigits, name) }
        // Of the types that an ask can have, only `seconds` and `digits` limit the text, and digits are checked above.
        if !value.fits(slotType) { throw FlowRefusal(.notSeconds, name) }
        if let length, UTF8Text.scalarCount(text) != length { throw FlowRefusal(.wrongLength, name) }
        if let pattern, !PatternMatcher(table, pattern: pattern).matches(text) {
            throw FlowRefusal(.patternMismatch, name)
        }
    }

    /// Returns the first word that equals `text`, or nil if there is none. Ignores ASCII case if the ask does.
    func firstMatch(of text: String, in words: [String]) -> String? {
        for word in words
        where ignoresCase ? UTF8Text.isSameIgnoringCase(word, text) : UTF8Text.isSame(word, text) { return word }
        return nil
    }

    /// Returns the next list of asks in a record, and moves the reader to its end.
    static func readList(_ reader: inout TrustedReader, _ table: TransitionTable) -> [FlowAsk] {
        var asks: [FlowAsk] = []
        for _ in 0..<reader.readVarint() { asks.append(FlowAsk(&reader, table)) }
        return asks
    }

    /// Returns whether two asks have the same public properties, apart from ``fallback``.
    public static func == (left: FlowAsk, right: FlowAsk) -> Bool {
        UTF8Text.isSame(left.name, right.name) && UTF8Text.isSame(left.type, right.type)
            && left.isRequired == right.isRequired && left.length == right.length
            && FlowValue.list(left.words) == FlowValue.list(right.words) && left.isClosed == right.isClosed
            && left.ignoresCase == right.ignoresCase
    }

    /// The ask's name, without values.
    public var description: String { "ask \(name)" }
}

/// Functions that read sources and lists of shown values from records.
enum FlowShow {
    /// Reads a source from a record, and moves the reader to its end.
    /// - Returns: the source's current value and flags, whether the value is secret, and the type of the slot that has
    ///   the value. The value is nil if the slot is empty, and the type is nil for a literal.
    static func readSource(
        _ reader: inout TrustedReader, _ table: TransitionTable, _ parameters: FlowParameters
    ) -> (value: FlowValue?, flags: Int, isSecret: Bool, type: SlotType?) {
        let flags = reader.readVarint()
        let first = reader.readVarint()
        let other = flags & SourceFlag.otherwise != 0 ? reader.readVarint() : -1
        let isSecret = flags & SourceFlag.secret != 0
        if flags & SourceFlag.literal != 0 { return (.text(table.string(first)), flags, isSecret, nil) }
        let slot = other < 0 || parameters.isPresent(first) ? first : other
        let type = table.slotType(slot)
        return (parameters[slot], flags, isSecret || type.isSecret, type)
    }

    /// Reads a list of shown values, and returns each value under its name.
    ///
    /// The result omits absent values, and secrets that the flow does not disclose. For traces, `redacted` selects the
    /// values to replace.
    static func readShows(
        _ reader: inout TrustedReader, _ table: TransitionTable, _ parameters: FlowParameters,
        redacted: FlowRedaction = .nothing
    ) -> [JSONMember] {
        var members: [JSONMember] = []
        for _ in 0..<reader.readVarint() {
            let name = table.string(reader.readVarint())
            let source = readSource(&reader, table, parameters)
            let isDisclosed = source.flags & SourceFlag.disclosed != 0
            guard let value = source.value, !source.isSecret || isDisclosed else { continue }
            // Only secrets are disclosed, so a value that remains here is secret if it is disclosed.
            let placeholder = redacted.placeholder(for: source.type, isSecret: isDisclosed)
            members.append(JSONMember(name, placeholder.map { .string($0) } ?? JSONValue(value)))
        }
        return members
    }

    /// Reads a list of shown values, and returns the slots from which the values currently come.
    static func readSlots(_ reader: inout TrustedReader, _ parameters: FlowParameters) -> [Int] {
        var slots: [Int] = []
        for _ in 0..<reader.readVarint() {
            reader.skip(1)
            let flags = reader.readVarint()
            let first = reader.readVarint()
            let other = flags & SourceFlag.otherwise != 0 ? reader.readVarint() : first
            if flags & SourceFlag.literal == 0 { slots.append(parameters.isPresent(first) ? first : other) }
        }
        return slots
    }

    /// Skips a list of shown values.
    static func skipShows(_ reader: inout TrustedReader) {
        for _ in 0..<reader.readVarint() {
            reader.skip(1)
            let flags = reader.readVarint()
            reader.skip(flags & SourceFlag.otherwise != 0 ? 2 : 1)
        }
    }
}

extension JSONValue {
    /// Creates the JSON form of a flow's value: a string, an array of strings, or an object of strings.
    package init(_ value: FlowValue) {
        switch value {
        case .text(let text): self = .string(text)
        case .list(let items): self = .array(items.map { .string($0) })
        case .map(let entries): self = .object(entries.map { JSONMember($0.key, .string($0.value)) })
        }
    }
}
