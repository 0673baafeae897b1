import FlowTable

/// Reads the outputs of a reply and stores them. Outputs that this reply lacks are cleared.
struct ReplyReader {
    let table: TransitionTable
    /// The challenge that the reply names; nil for a success.
    let challenge: String?

    /// Stores all outputs of a reply's record. The reader is positioned after the two paths.
    /// - Returns: the first fault, if there is one. The caller discards the changes.
    func store(
        _ body: JSONValue, _ reader: inout TrustedReader, in parameters: inout FlowParameters
    ) -> (kind: ReservedError, parameter: String)? {
        var filled = -1
        for _ in 0..<reader.varint() {
            let slot = reader.varint()
            var path: [String] = []
            for _ in 0..<reader.varint() { path.append(table.string(reader.varint())) }
            let encoding = OutputEncoding(rawValue: UInt8(reader.varint())) ?? .text
            let flags = reader.varint()
            let prefix = flags & OutputFlag.prefix != 0 ? table.string(reader.varint()) : ""
            let isDemanded = flags & OutputFlag.demand != 0 ? isAmong(&reader) : flags & OutputFlag.required != 0
            let isRead = flags & OutputFlag.reading != 0 ? isAmong(&reader) : true
            guard isRead else {
                // Another encoding of the same value may have set it.
                if slot != filled { parameters.set(slot, nil) }
                continue
            }
            filled = slot
            guard let wire = body.at(path) else {
                if isDemanded { return (.missingParameter, path.last ?? "") }
                parameters.set(slot, nil)
                continue
            }
            guard let value = decode(wire, encoding, prefix), fits(value, slot) else {
                return (.wrongType, path.last ?? "")
            }
            if isDemanded, !value.isPresent { return (.missingParameter, path.last ?? "") }
            parameters.set(slot, value)
        }
        return nil
    }

    /// Returns whether the reply belongs to a set of replies.
    private func isAmong(_ reader: inout TrustedReader) -> Bool {
        let flags = reader.varint()
        var isNamed = false
        if flags & ReplyFlag.named != 0 {
            for _ in 0..<reader.varint() {
                let name = table.string(reader.varint())
                if let challenge, UTF8Text.same(name, challenge) { isNamed = true }
            }
        }
        return challenge == nil ? flags & ReplyFlag.success != 0 : isNamed || flags & ReplyFlag.challenges != 0
    }

    private func decode(_ wire: JSONValue, _ encoding: OutputEncoding, _ prefix: String) -> FlowValue? {
        switch encoding {
        case .text: return text(wire)
        case .list: return list(wire, prefix)
        case .map: return map(wire, prefix)
        case .listInText:
            guard case .string(let text) = wire, let inner = JSONParser.parse(text) else { return nil }
            return list(inner, prefix)
        case .mapInText:
            guard case .string(let text) = wire, let inner = JSONParser.parse(text) else { return nil }
            return map(inner, prefix)
        case .commaList:
            guard case .string(let text) = wire else { return nil }
            return .list(UTF8Text.split(text, at: UInt8(ascii: ",")).map { stripped($0, prefix) })
        }
    }

    /// Returns whether a value fits its slot. A flag is a boolean, or its name.
    private func fits(_ value: FlowValue, _ slot: Int) -> Bool {
        let type = table.slotType(slot)
        if type == .seconds { return value.fits(type) }
        guard type == .flag, case .text(let text) = value else { return true }
        return UTF8Text.same(text, "true") || UTF8Text.same(text, "false")
    }

    private func text(_ wire: JSONValue) -> FlowValue? {
        switch wire {
        case .string(let text): .text(text)
        case .number(let digits): .text(digits)
        case .bool(let value): .text(value ? "true" : "false")
        default: nil
        }
    }

    private func list(_ wire: JSONValue, _ prefix: String) -> FlowValue? {
        guard case .array(let items) = wire else { return nil }
        var texts: [String] = []
        for item in items {
            guard case .string(let text) = item else { return nil }
            texts.append(stripped(text, prefix))
        }
        return .list(texts)
    }

    private func map(_ wire: JSONValue, _ prefix: String) -> FlowValue? {
        guard case .object(let members) = wire else { return nil }
        var entries: [FlowEntry] = []
        for member in members {
            if case .null = member.value { continue }
            let value = text(member.value)?.text ?? member.value.jsonText
            entries.append(FlowEntry(key: stripped(member.name, prefix), value: value))
        }
        return FlowEntry.unique(entries).map { .map($0) }
    }

    private func stripped(_ text: String, _ prefix: String) -> String {
        guard !prefix.utf8.isEmpty, UTF8Text.hasPrefix(text, prefix) else { return text }
        return UTF8Text.dropping(prefix.utf8.count, of: text)
    }
}
