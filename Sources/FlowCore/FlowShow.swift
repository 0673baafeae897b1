import FlowTable

/// Reads sources and lists of shown values from records.
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
