import FlowTable

/// Reads sources of data and shown values out of records.
enum FlowShow {
    /// Reads a source: what it stands for now, and whether it must stay secret.
    static func value(
        _ reader: inout TrustedReader, _ table: TransitionTable, _ parameters: FlowParameters
    ) -> (value: FlowValue?, flags: Int, isSecret: Bool) {
        let flags = reader.varint()
        let first = reader.varint()
        let other = flags & SourceFlag.otherwise != 0 ? reader.varint() : -1
        let isSecret = flags & SourceFlag.secret != 0
        if flags & SourceFlag.literal != 0 { return (.text(table.string(first)), flags, isSecret) }
        let slot = other < 0 || parameters.isPresent(first) ? first : other
        return (parameters[slot], flags, isSecret || table.slotType(slot).isSecret)
    }

    /// What stands for a secret in a trace.
    static var redaction: String { "<redacted>" }

    /// Reads a list of shows: names and values; what is absent is left out, and an undisclosed secret never shown;
    /// `redacted` replaces what is disclosed, whatever holds it, for traces.
    static func list(
        _ reader: inout TrustedReader, _ table: TransitionTable, _ parameters: FlowParameters, redacted: Bool = false
    ) -> [WireMember] {
        var members: [WireMember] = []
        for _ in 0..<reader.varint() {
            let name = table.string(reader.varint())
            let source = value(&reader, table, parameters)
            let isDisclosed = source.flags & SourceFlag.disclosed != 0
            guard let value = source.value, !source.isSecret || isDisclosed else { continue }
            members.append(WireMember(name, redacted && isDisclosed ? .string(redaction) : WireValue(value)))
        }
        return members
    }

    /// Reads past a list of shows.
    static func skipList(_ reader: inout TrustedReader) {
        for _ in 0..<reader.varint() {
            reader.skip(1)
            let flags = reader.varint()
            reader.skip(flags & SourceFlag.otherwise != 0 ? 2 : 1)
        }
    }
}

extension WireValue {
    /// A value of a flow as JSON.
    package init(_ value: FlowValue) {
        switch value {
        case .text(let text): self = .string(text)
        case .list(let items): self = .array(items.map { .string($0) })
        case .map(let entries): self = .object(entries.map { WireMember($0.key, .string($0.value)) })
        }
    }
}
