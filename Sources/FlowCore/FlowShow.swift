import FlowTable

/// Reads sources and lists of shown values from records.
enum FlowShow {
    /// Evaluates a source: its current value, and whether that must stay secret.
    static func value(
        _ reader: inout TrustedReader, _ table: TransitionTable, _ parameters: FlowParameters
    ) -> (value: FlowValue?, flags: Int, isSecret: Bool, type: SlotType?) {
        let flags = reader.varint()
        let first = reader.varint()
        let other = flags & SourceFlag.otherwise != 0 ? reader.varint() : -1
        let isSecret = flags & SourceFlag.secret != 0
        if flags & SourceFlag.literal != 0 { return (.text(table.string(first)), flags, isSecret, nil) }
        let slot = other < 0 || parameters.isPresent(first) ? first : other
        let type = table.slotType(slot)
        return (parameters[slot], flags, isSecret || type.isSecret, type)
    }

    /// Reads a list of shows: names and values. It omits absent values and undisclosed secrets.
    ///
    /// `redacted` replaces disclosed values for traces.
    static func list(
        _ reader: inout TrustedReader, _ table: TransitionTable, _ parameters: FlowParameters,
        redacted: FlowRedaction = .nothing
    ) -> [JSONMember] {
        var members: [JSONMember] = []
        for _ in 0..<reader.varint() {
            let name = table.string(reader.varint())
            let source = value(&reader, table, parameters)
            let isDisclosed = source.flags & SourceFlag.disclosed != 0
            guard let value = source.value, !source.isSecret || isDisclosed else { continue }
            let label = redacted.label(source.type, isSecret: isDisclosed)
            members.append(JSONMember(name, label.map { .string($0) } ?? JSONValue(value)))
        }
        return members
    }

    /// Returns the slots that a list of shows currently reads.
    static func slots(_ reader: inout TrustedReader, _ parameters: FlowParameters) -> [Int] {
        var slots: [Int] = []
        for _ in 0..<reader.varint() {
            reader.skip(1)
            let flags = reader.varint()
            let first = reader.varint()
            let other = flags & SourceFlag.otherwise != 0 ? reader.varint() : first
            if flags & SourceFlag.literal == 0 { slots.append(parameters.isPresent(first) ? first : other) }
        }
        return slots
    }

    /// Skips a list of shows.
    static func skipList(_ reader: inout TrustedReader) {
        for _ in 0..<reader.varint() {
            reader.skip(1)
            let flags = reader.varint()
            reader.skip(flags & SourceFlag.otherwise != 0 ? 2 : 1)
        }
    }
}

extension JSONValue {
    /// Creates JSON from a value of a flow.
    package init(_ value: FlowValue) {
        switch value {
        case .text(let text): self = .string(text)
        case .list(let items): self = .array(items.map { .string($0) })
        case .map(let entries): self = .object(entries.map { JSONMember($0.key, .string($0.value)) })
        }
    }
}
