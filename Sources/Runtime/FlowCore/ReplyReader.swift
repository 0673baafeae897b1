import FlowTable

/// A reader of a reply's outputs, which stores them. It clears optional outputs that the reply does not contain.
struct ReplyReader {
    let table: TransitionTable
    /// The challenge that the reply names; nil for a success.
    let challenge: String?

    /// An output of the reply's record.
    private struct Output {
        let slot: Int
        let path: [String]
        let encoding: OutputEncoding
        let prefix: String
        /// Whether this reply must contain the output.
        let isRequired: Bool
        /// Whether the output is read from this reply.
        let isRead: Bool
    }

    /// Reads all outputs from the body of a reply, and stores them.
    ///
    /// The reader must be positioned after the two paths of the reply's record.
    /// - Returns: the first fault, with the name of its parameter; nil if there is none. After a fault, the caller
    ///   must discard the changes.
    func store(
        _ body: JSONValue, _ reader: inout TrustedReader, in parameters: inout FlowParameters
    ) -> (kind: ReservedError, parameter: String)? {
        var lastRead = -1
        for _ in 0..<reader.readVarint() {
            let output = readOutput(&reader)
            guard output.isRead else {
                // Keep the value if the last output that was read has the same slot, in another encoding.
                if output.slot != lastRead { parameters.set(output.slot, nil) }
                continue
            }
            lastRead = output.slot
            if let fault = store(body.at(output.path), of: output, in: &parameters) {
                return (fault, output.path.last ?? "")
            }
        }
        return nil
    }

    /// Stores the value of an output, or clears the slot if the body lacks an optional output.
    /// - Returns: `missingParameter` or `wrongType` if the body is not valid, otherwise nil.
    private func store(
        _ json: JSONValue?, of output: Output, in parameters: inout FlowParameters
    ) -> ReservedError? {
        guard let json else {
            if output.isRequired { return .missingParameter }
            parameters.set(output.slot, nil)
            return nil
        }
        guard let value = decode(json, output.encoding, output.prefix), fits(value, output.slot) else {
            return .wrongType
        }
        if output.isRequired, !value.isPresent { return .missingParameter }
        parameters.set(output.slot, value)
        return nil
    }

    /// Returns the next output of the reply's record, and moves the reader to its end.
    private func readOutput(_ reader: inout TrustedReader) -> Output {
        let slot = reader.readVarint()
        let path = table.readPath(&reader)
        let encoding = OutputEncoding(rawValue: UInt8(reader.readVarint())) ?? .text
        let flags = reader.readVarint()
        let prefix = flags & OutputFlag.prefix != 0 ? table.string(reader.readVarint()) : ""
        let isRequired = flags & OutputFlag.demand != 0 ? isInNextSet(&reader) : flags & OutputFlag.required != 0
        let isRead = flags & OutputFlag.reading != 0 ? isInNextSet(&reader) : true
        return Output(
            slot: slot, path: path, encoding: encoding, prefix: prefix, isRequired: isRequired, isRead: isRead)
    }

    /// Reads a set of replies, and returns whether it contains this reply.
    private func isInNextSet(_ reader: inout TrustedReader) -> Bool {
        let flags = reader.readVarint()
        var isNamed = false
        if flags & ReplyFlag.named != 0 {
            for _ in 0..<reader.readVarint() {
                let name = table.string(reader.readVarint())
                if let challenge, UTF8Text.isSame(name, challenge) { isNamed = true }
            }
        }
        return challenge == nil ? flags & ReplyFlag.success != 0 : isNamed || flags & ReplyFlag.challenges != 0
    }

    /// Returns JSON in this encoding as a value, with `prefix` stripped from each item or key.
    ///
    /// The result is nil if the JSON does not fit the encoding, or for a map with too many keys of the same hash.
    private func decode(_ json: JSONValue, _ encoding: OutputEncoding, _ prefix: String) -> FlowValue? {
        switch encoding {
        case .text: return Self.textValue(json)
        case .list: return Self.listValue(json, prefix)
        case .map: return Self.mapValue(json, prefix)
        case .jsonListString:
            guard case .string(let text) = json, let inner = JSONParser.parse(text) else { return nil }
            return Self.listValue(inner, prefix)
        case .jsonMapString:
            guard case .string(let text) = json, let inner = JSONParser.parse(text) else { return nil }
            return Self.mapValue(inner, prefix)
        case .csv:
            guard case .string(let text) = json else { return nil }
            return .list(UTF8Text.split(text, at: UInt8(ascii: ",")).map { Self.stripped($0, prefix) })
        }
    }

    /// Returns whether a value is valid for the type of a slot.
    ///
    /// Seconds must be in range, and the text of a flag must be `true` or `false`. Everything else is valid.
    private func fits(_ value: FlowValue, _ slot: Int) -> Bool {
        let type = table.slotType(slot)
        if type == .seconds { return value.fits(type) }
        guard type == .flag, case .text(let text) = value else { return true }
        return UTF8Text.isSame(text, "true") || UTF8Text.isSame(text, "false")
    }

    /// Returns a string, a number or a boolean as text; nil for any other value.
    static func textValue(_ json: JSONValue) -> FlowValue? {
        switch json {
        case .string(let text): .text(text)
        case .number(let digits): .text(digits)
        case .bool(let value): .text(value ? "true" : "false")
        default: nil
        }
    }

    /// Returns an array of strings as a list, with `prefix` stripped from each item; nil for any other value.
    static func listValue(_ json: JSONValue, _ prefix: String) -> FlowValue? {
        guard case .array(let items) = json else { return nil }
        var texts: [String] = []
        for item in items {
            guard case .string(let text) = item else { return nil }
            texts.append(stripped(text, prefix))
        }
        return .list(texts)
    }

    /// Returns an object as a map, with `prefix` stripped from each key; nil for any other value.
    ///
    /// Null members are omitted. Arrays and objects become JSON text. The result is also nil if too many keys have the
    /// same hash.
    static func mapValue(_ json: JSONValue, _ prefix: String) -> FlowValue? {
        guard case .object(let members) = json else { return nil }
        var entries: [FlowEntry] = []
        for member in members {
            if case .null = member.value { continue }
            let value = textValue(member.value)?.text ?? member.value.jsonText
            entries.append(FlowEntry(key: stripped(member.name, prefix), value: value))
        }
        return FlowEntry.withoutDuplicateKeys(entries).map { .map($0) }
    }

    /// Returns a text without `prefix` at its start, or unchanged if it starts differently.
    private static func stripped(_ text: String, _ prefix: String) -> String {
        guard !prefix.utf8.isEmpty, UTF8Text.hasPrefix(text, prefix) else { return text }
        return UTF8Text.dropping(prefix.utf8.count, of: text)
    }
}
