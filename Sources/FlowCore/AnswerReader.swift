import FlowTable

/// Validates a host's answers against the asks, and stores them.
struct AnswerReader {
    let table: TransitionTable
    let asks: [FlowAsk]

    /// Stores the members of `given`. Asks without an answer are cleared.
    /// - Throws: a refusal with the first fault. The caller discards the changes.
    func store(_ given: JSONValue, in parameters: inout FlowParameters) throws(FlowRefusal) {
        guard case .object(let members) = given else { throw FlowRefusal(.wrongType, "") }
        for member in members where !asks.contains(where: { UTF8Text.same($0.name, member.name) }) {
            throw FlowRefusal(.unknownParameter, member.name)
        }
        for ask in asks {
            guard let wire = given[ask.name] else {
                try storeMissing(ask, in: &parameters)
                continue
            }
            guard let value = value(wire, of: ask.slotType) else { throw FlowRefusal(.wrongType, ask.name) }
            try check(value, ask, in: &parameters)
            parameters.set(ask.slot, value)
        }
    }

    private func storeMissing(_ ask: FlowAsk, in parameters: inout FlowParameters) throws(FlowRefusal) {
        if ask.flags & AskFlag.constant != 0, parameters[ask.slot] != nil { return }
        if let fallback = ask.fallback {
            parameters.set(ask.slot, .literal(fallback, ask.slotType))
            return
        }
        if ask.isRequired { throw FlowRefusal(.missingParameter, ask.name) }
        parameters.set(ask.slot, nil)
        if let meant = ask.meantSlot { parameters.set(meant, nil) }
    }

    private func value(_ wire: JSONValue, of type: SlotType) -> FlowValue? {
        switch (type, wire) {
        case (.list, .array(let items)):
            var texts: [String] = []
            for item in items {
                guard case .string(let text) = item else { return nil }
                texts.append(text)
            }
            return .list(texts)
        case (.map, .object(let members)):
            var entries: [FlowEntry] = []
            for member in members {
                guard case .string(let text) = member.value else { return nil }
                entries.append(FlowEntry(key: member.name, value: text))
            }
            return FlowEntry.unique(entries).map { .map($0) }
        case (.flag, .bool(let value)): return .text(value ? "true" : "false")
        case (.list, _), (.map, _), (.flag, _): return nil
        case (_, .string(let text)): return .text(text)
        case (_, .number(let digits)): return .text(digits)
        default: return nil
        }
    }

    private func check(_ value: FlowValue, _ ask: FlowAsk, in parameters: inout FlowParameters) throws(FlowRefusal) {
        if !value.isPresent, ask.flags & AskFlag.nonEmpty != 0 { throw FlowRefusal(.missingParameter, ask.name) }
        guard case .text(let text) = value else { return }
        if text.utf8.isEmpty, ask.flags & AskFlag.nonEmpty != 0 { throw FlowRefusal(.missingParameter, ask.name) }
        if case .digits = ask.slotType, !UTF8Text.isDigits(text) {
            throw FlowRefusal(.notDigits, ask.name)
        }
        if !value.fits(ask.slotType) { throw FlowRefusal(.notSeconds, ask.name) }
        if let length = ask.length, UTF8Text.scalarCount(text) != length { throw FlowRefusal(.wrongLength, ask.name) }
        if let pattern = ask.pattern, !PatternMatcher(table, pattern: pattern).matches(text) {
            throw FlowRefusal(.patternMismatch, ask.name)
        }
        guard var meant = ask.words.isEmpty ? text : word(text, among: ask.words, ask) else {
            throw FlowRefusal(.notAChoice, ask.name)
        }
        if let slot = ask.offeredSlot {
            // The offer is what the host saw before it answered.
            guard case .list(let items) = parameters.original(slot), let offered = word(meant, among: items, ask) else {
                throw FlowRefusal(.notOffered, ask.name)
            }
            if ask.words.isEmpty { meant = offered }
        }
        if let slot = ask.meantSlot { parameters.set(slot, .text(meant)) }
    }

    /// Returns the word that `text` selects.
    private func word(_ text: String, among words: [String], _ ask: FlowAsk) -> String? {
        for word in words
        where ask.ignoresCase ? UTF8Text.sameFolded(word, text) : UTF8Text.same(word, text) { return word }
        return nil
    }
}
