/// How values are spelled in requests and read from replies.
enum Wire {
    // MARK: Spelling, section 10

    static func write(_ value: Value, _ key: Service.Field, into body: inout JSON) {
        guard key.isFamily, case .map(let entries) = value else {
            return body.set(spelled(value, key), at: key.path[...])
        }
        for entry in entries {
            let path = key.path.map { name in
                name.bytes.last == UInt8(ascii: "*") ? Text(bytes: name.bytes.dropLast()) + entry.key : name
            }
            if body.at(path) == nil { body.set(.string(entry.value), at: path[...]) }
        }
    }

    private static func spelled(_ value: Value, _ key: Service.Field) -> JSON {
        let json = spelled(prefixed(value, key.prefix), key.type)
        switch (key.encoding, json) {
        case ("json", .array), ("json", .object): return .string(json.text)
        case ("csv", .array(let items)):
            return .string(items.compactMap { if case .string(let text) = $0 { text } else { nil } }.joined(","))
        default: return json
        }
    }

    static func prefixed(_ value: Value, _ prefix: Text) -> Value {
        switch value {
        case .text: value
        case .list(let items): .list(items.map { prefix + $0 })
        case .map(let entries): .map(entries.map { Value.Entry(prefix + $0.key, $0.value) })
        }
    }

    static func spelled(_ value: Value, _ type: Text) -> JSON {
        switch value {
        case .list(let items): .array(items.map { .string($0) })
        case .map(let entries): .object(entries.map { JSON.Member($0.key, .string($0.value)) })
        case .text(let text):
            switch type {
            case "flag": text == "true" ? .bool(true) : text == "false" ? .bool(false) : .string(text)
            case "number": number(text) ?? .string(text)
            default: .string(text)
            }
        }
    }

    private static func number(_ text: Text) -> JSON? {
        if case .number(let spelling)? = JSON(bytes: text.bytes), spelling == text { .number(text) } else { nil }
    }

    // MARK: Reading, section 11

    /// The value of what a reply brings.
    /// - Returns: nothing if the JSON type is another one than described.
    static func read(_ json: JSON, _ field: Service.Field) -> Value? {
        var json = json
        if let encoding = field.encoding {
            guard case .string(let text) = json else { return nil }
            if encoding == "csv" {
                json = .array(text.isEmpty ? [] : text.split(UInt8(ascii: ",")).map { .string($0) })
            } else {
                guard let inner = JSON(bytes: text.bytes) else { return nil }
                json = inner
            }
        }
        return read(json, field.type).map { unprefixed($0, field.prefix) }
    }

    static func read(_ json: JSON, _ type: Text) -> Value? {
        switch (type, json) {
        case ("list", .array(let items)):
            let texts = items.compactMap { if case .string(let text) = $0 { text } else { nil } }
            return texts.count == items.count ? .list(texts) : nil
        case ("map", .object(let members)):
            return Value.map(
                merging: members.filter { $0.value != .null }.map { Value.Entry($0.name, spelling($0.value)) })
        case ("list", _), ("map", _): return nil
        case ("flag", .bool(let value)): return .text(value ? "true" : "false")
        case ("flag", .string(let text)) where text == "true" || text == "false": return .text(text)
        case ("flag", _): return nil
        case (_, .string(let text)): return .text(text)
        case (_, .number), (_, .bool): return .text(json.text)
        default: return nil
        }
    }

    private static func spelling(_ json: JSON) -> Text { if case .string(let text) = json { text } else { json.text } }

    private static func unprefixed(_ value: Value, _ prefix: Text) -> Value {
        func without(_ text: Text) -> Text {
            text.hasPrefix(prefix) ? Text(bytes: Array(text.bytes.dropFirst(prefix.bytes.count))) : text
        }
        return switch value {
        case .text: value
        case .list(let items): .list(items.map(without))
        case .map(let entries): .map(entries.map { Value.Entry(without($0.key), $0.value) })
        }
    }
}
