import FlowTable

/// Validates a host's answers against the asks, and stores them.
struct AnswerReader {
    let asks: [FlowAsk]

    /// Validates `answers`, which must be a JSON object, and stores its members in the slots of the asks.
    ///
    /// An optional ask without an answer gets its fallback. Without a fallback, its slot is cleared.
    /// - Throws: a refusal that names the first fault. The caller then discards the changes.
    func store(_ answers: JSONValue, in parameters: inout FlowParameters) throws(FlowRefusal) {
        guard case .object(let members) = answers else { throw FlowRefusal(.wrongType, "") }
        for member in members where !asks.contains(where: { UTF8Text.isSame($0.name, member.name) }) {
            throw FlowRefusal(.unknownParameter, member.name)
        }
        for ask in asks {
            guard let json = answers[ask.name] else {
                try storeDefault(of: ask, in: &parameters)
                continue
            }
            guard let value = decode(json, as: ask.slotType) else { throw FlowRefusal(.wrongType, ask.name) }
            try ask.checkForm(of: value)
            try storeSelection(value, for: ask, in: &parameters)
            parameters.set(ask.slot, value)
        }
    }

    /// Sets the slot of an ask that has no answer: keeps a constant's value, stores the fallback, or clears the slot.
    /// - Throws: a refusal if the ask is required and has neither an earlier value nor a fallback.
    private func storeDefault(of ask: FlowAsk, in parameters: inout FlowParameters) throws(FlowRefusal) {
        if ask.flags & AskFlag.constant != 0, parameters[ask.slot] != nil { return }
        if let fallback = ask.fallback {
            parameters.set(ask.slot, .literal(fallback, ask.slotType))
            return
        }
        if ask.isRequired { throw FlowRefusal(.missingParameter, ask.name) }
        parameters.set(ask.slot, nil)
        if let meant = ask.meantSlot { parameters.set(meant, nil) }
    }

    /// Returns an answer as a value of `type`, or nil if the answer's JSON type does not fit.
    private func decode(_ json: JSONValue, as type: SlotType) -> FlowValue? {
        switch (type, json) {
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
            return FlowEntry.withoutDuplicateKeys(entries).map { .map($0) }
        case (.flag, .bool(let value)): return .text(value ? "true" : "false")
        case (.list, _), (.map, _), (.flag, _): return nil
        case (_, .string(let text)): return .text(text)
        case (_, .number(let digits)): return .text(digits)
        default: return nil
        }
    }

    /// Checks that a text is one of the ask's words and was offered, and stores the word in its declared spelling.
    ///
    /// The word goes to the slot that the ask has for the selected word, if any. Lists and maps are ignored.
    /// - Throws: a refusal if the ask does not have the word, or if the flow did not offer it.
    private func storeSelection(
        _ value: FlowValue, for ask: FlowAsk, in parameters: inout FlowParameters
    ) throws(FlowRefusal) {
        guard case .text(let text) = value else { return }
        guard var selected = ask.words.isEmpty ? text : ask.firstMatch(of: text, in: ask.words) else {
            throw FlowRefusal(.notAChoice, ask.name)
        }
        if let slot = ask.offeredSlot {
            // This event may have changed the list, but the host chose from the list that it was shown.
            guard case .list(let items) = parameters.originalValue(of: slot),
                let offered = ask.firstMatch(of: selected, in: items)
            else { throw FlowRefusal(.notOffered, ask.name) }
            if ask.words.isEmpty { selected = offered }
        }
        if let slot = ask.meantSlot { parameters.set(slot, .text(selected)) }
    }
}
