import FlowTable

/// The encoding of an input in a request.
struct RequestSpelling {
    private let form: InputSpelling
    private let prefix: String

    /// Creates the encoding of an input from a record. The reader is positioned after the flags and the source.
    init(_ reader: inout TrustedReader, _ flags: Int, _ table: TransitionTable) {
        // Twice the form, plus one if a prefix follows.
        let encoded = flags & SourceFlag.spelled != 0 ? reader.readVarint() : 0
        form = InputSpelling(rawValue: UInt8(encoded / 2)) ?? .text
        prefix = encoded & 1 != 0 ? table.string(reader.readVarint()) : ""
    }

    /// Returns a value in this encoding.
    func encoded(_ value: FlowValue) -> JSONValue {
        switch form {
        case .text: JSONValue(value)
        case .number: jsonNumber(value)
        case .flag: jsonBoolean(value)
        case .list: jsonArray(value)
        case .map: jsonObject(value)
        case .listInText: .string(jsonArray(value).jsonText)
        case .mapInText: .string(jsonObject(value).jsonText)
        case .commaList: .string(commaSeparated(prefixedItems(of: value)))
        }
    }

    /// Returns a value as a JSON number. A text that is not a number remains text, which the service will reject.
    private func jsonNumber(_ value: FlowValue) -> JSONValue {
        guard let text = value.text, case .number(let digits)? = JSONParser.parse(text), UTF8Text.isSame(text, digits)
        else { return JSONValue(value) }
        return .number(digits)
    }

    /// Returns a value as a JSON boolean. Any text but `true` and `false` remains text, which the service will reject.
    private func jsonBoolean(_ value: FlowValue) -> JSONValue {
        guard let text = value.text else { return JSONValue(value) }
        if UTF8Text.isSame(text, "true") { return .bool(true) }
        return UTF8Text.isSame(text, "false") ? .bool(false) : .string(text)
    }

    /// Returns the items of a value, each after the prefix, as a JSON array of strings.
    private func jsonArray(_ value: FlowValue) -> JSONValue {
        .array(prefixedItems(of: value).map { .string($0) })
    }

    /// Returns a map as a JSON object, with the prefix before each key. Any other value is encoded as it is.
    private func jsonObject(_ value: FlowValue) -> JSONValue {
        guard case .map(let entries) = value else { return JSONValue(value) }
        return .object(entries.map { JSONMember(prefix + $0.key, .string($0.value)) })
    }

    /// Returns the items of a list or the words of a text, each after the prefix; empty for a map.
    private func prefixedItems(of value: FlowValue) -> [String] {
        switch value {
        case .list(let items): items.map { prefix + $0 }
        case .text(let text): UTF8Text.words(text).map { prefix + $0 }
        case .map: []
        }
    }

    /// Returns the items as one text, separated by commas.
    private func commaSeparated(_ items: [String]) -> String {
        var text = ""
        for index in items.indices { text += index == 0 ? items[index] : "," + items[index] }
        return text
    }
}
