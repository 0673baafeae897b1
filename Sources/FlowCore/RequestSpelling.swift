import FlowTable

/// How a value is written in a request.
struct RequestSpelling {
    private let form: InputSpelling
    private let prefix: String

    /// Reads what stands behind the source of an input.
    init(_ reader: inout TrustedReader, _ flags: Int, _ table: TransitionTable) {
        let number = flags & SourceFlag.spelled != 0 ? reader.varint() : 0
        form = InputSpelling(rawValue: UInt8(number / 2)) ?? .text
        prefix = number & 1 != 0 ? table.string(reader.varint()) : ""
    }

    /// A value as JSON.
    func json(_ value: FlowValue) -> WireValue {
        switch form {
        case .text: WireValue(value)
        case .number: number(value)
        case .flag: flag(value)
        case .list: array(value)
        case .map: object(value)
        case .listInText: .string(array(value).jsonText)
        case .mapInText: .string(object(value).jsonText)
        case .commaList: .string(joined(items(value)))
        }
    }

    /// A text that is no number stays text: the service judges it.
    private func number(_ value: FlowValue) -> WireValue {
        guard let text = value.text, case .number(let digits)? = WireParser.parse(text), UTF8Text.same(text, digits)
        else { return WireValue(value) }
        return .number(digits)
    }

    private func flag(_ value: FlowValue) -> WireValue {
        guard let text = value.text else { return WireValue(value) }
        if UTF8Text.same(text, "true") { return .bool(true) }
        return UTF8Text.same(text, "false") ? .bool(false) : .string(text)
    }

    private func array(_ value: FlowValue) -> WireValue { .array(items(value).map { .string($0) }) }

    private func object(_ value: FlowValue) -> WireValue {
        guard case .map(let entries) = value else { return WireValue(value) }
        return .object(entries.map { WireMember(prefix + $0.key, .string($0.value)) })
    }

    /// The items of a list; a literal is its words.
    private func items(_ value: FlowValue) -> [String] {
        switch value {
        case .list(let items): items.map { prefix + $0 }
        case .text(let text): UTF8Text.words(text).map { prefix + $0 }
        case .map: []
        }
    }

    private func joined(_ items: [String]) -> String {
        var text = ""
        for index in items.indices { text += index == 0 ? items[index] : "," + items[index] }
        return text
    }
}
