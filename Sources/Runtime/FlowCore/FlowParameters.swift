public import FlowTable

/// The parameter values of one session, by slot of the table.
///
/// An event is a transaction. Its data and the flow's statements change values immediately, and an undo log records the
/// previous values. If the flow accepts the event, the changes are committed. If the flow refuses the event, the
/// changes are rolled back.
public struct FlowParameters: Sendable, Redacted {
    /// By slot; nil where a parameter is absent.
    package private(set) var values: [FlowValue?]
    /// The undo log: the changes of the current event in order, each with the previous value.
    private var changes: [(slot: Int, before: FlowValue?)] = []
    /// The machine's counters before the current event.
    package var counters = SIMD16<UInt8>(repeating: 0)
    /// The machine's last presented step before the current event.
    package var lastPresented = UInt32.max
    /// The fuel that the current event has left.
    var fuel = Fuel()
    /// The fuel left for showing and sending the values of the current event.
    ///
    /// Each element of a record's list may use the same value. A change therefore costs the value's weight times the
    /// length of the longest list.
    private(set) var listing = Fuel()
    /// The length of the longest list in a record.
    private let longestList: Int
    /// The time of the current event: milliseconds since 1970, by the host's clock.
    package var time: Int64 = 0
    /// The numbers of the source transitions taken. Recorded only if ``recordsMarks`` is set and the table has marks.
    package var marks: [Int] = []
    /// Whether ``marks`` are recorded.
    package var recordsMarks = false

    /// Creates the parameters of a run of `table`, all of which are absent.
    public init(_ table: TransitionTable) {
        self.init(slots: table.view.pointee.slots, longestList: table.view.pointee.longestList)
    }

    /// Creates parameters that are all absent.
    /// - Parameters:
    ///   - slots: the number of slots.
    ///   - longestList: the length of the longest list in a record.
    package init(slots: Int, longestList: Int = 0) {
        self.longestList = longestList
        values = [FlowValue?](repeating: nil, count: slots)
        changes.reserveCapacity(16)
    }

    /// The value of a slot, including changes by the current event.
    package subscript(slot: Int) -> FlowValue? { values[slot] }

    @inline(__always)
    package var hasChanges: Bool { !changes.isEmpty }

    /// The number of changes since the event began.
    var changeCount: Int { changes.count }

    /// Returns whether a slot has a value other than an empty list.
    package func isPresent(_ slot: Int) -> Bool { values[slot]?.isPresent ?? false }

    /// Sets or clears the value of a slot, and records the previous value in the undo log. Nil clears the slot.
    package mutating func set(_ slot: Int, _ value: FlowValue?) {
        changes.append((slot, values[slot]))
        values[slot] = value
        if let value { listing.spend(longestList, times: value.weight) }
    }

    /// Makes the changes of the current event permanent, empties the undo log, and refills ``listing``.
    package mutating func commit() {
        listing = Fuel()
        changes.removeAll(keepingCapacity: true)
    }

    /// Undoes all changes of values by the current event, and refills ``listing``. The machine restores its counters.
    package mutating func discard() {
        listing = Fuel()
        for change in changes.reversed() { values[change.slot] = change.before }
        changes.removeAll(keepingCapacity: true)
    }

    /// Returns the value that a slot had before the current event, or nil if it had none.
    func originalValue(of slot: Int) -> FlowValue? {
        for change in changes where change.slot == slot { return change.before }
        return values[slot]
    }

    /// Sets a slot to its value before the current event, as a further change of this event.
    package mutating func restore(_ slot: Int) {
        set(slot, originalValue(of: slot))
    }

    /// Clears every slot from `first` on, except those for which `isKept` returns true.
    package mutating func clear(from first: Int, except isKept: (Int) -> Bool) {
        for slot in first..<max(first, values.count) where values[slot] != nil && !isKept(slot) { set(slot, nil) }
    }
}

extension FlowValue {
    /// The fuel that it costs to show or send the value.
    ///
    /// A byte costs half a unit, because only writing a request copies it.
    var weight: Int {
        switch self {
        case .text(let text): text.utf8.count / 2
        case .list(let items): items.reduce(0) { $0 + Fuel.change + $1.utf8.count / 2 }
        case .map(let entries):
            entries.reduce(0) { $0 + 2 * Fuel.change + ($1.key.utf8.count + $1.value.utf8.count) / 2 }
        }
    }
}

/// A reader of a host's answers, which validates them against the asks and stores them.
struct AnswerReader {
    let asks: [FlowAsk]

    /// Validates `answers`, which must be a JSON object, and stores its members in the slots of the asks.
    ///
    /// An ask without an answer stores its fallback, unless it is for a constant that has a value. Without a fallback,
    /// the slot of an optional ask is cleared.
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
    /// - Throws: a refusal if the ask is required and has no fallback, unless it is for a constant with a value.
    private func storeDefault(of ask: FlowAsk, in parameters: inout FlowParameters) throws(FlowRefusal) {
        if ask.flags[.constant], parameters[ask.slot] != nil { return }
        // Only an answer sets the slot for the selected word.
        if let fallback = ask.fallback {
            parameters.set(ask.slot, .literal(fallback, ask.slotType))
            return
        }
        if ask.isRequired { throw FlowRefusal(.missingParameter, ask.name) }
        parameters.set(ask.slot, nil)
        if let meant = ask.meantSlot { parameters.set(meant, nil) }
    }

    /// Returns an answer as a value of `type`, or nil if the answer's JSON does not fit.
    ///
    /// The result is also nil for a map with too many keys of the same hash.
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

    /// Checks a text against the ask's words and its offered list, where the ask has them, and stores the selection.
    ///
    /// The word, in its declared or offered spelling, goes to ``FlowAsk/meantSlot``, if any. Ignores lists and maps.
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
