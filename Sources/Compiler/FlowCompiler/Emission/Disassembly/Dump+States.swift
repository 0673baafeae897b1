import FlowTable

extension Dump {
    /// Adds the columns of the states, by kind: their names, records, blocks and impossible replies.
    mutating func addStates() {
        addColumn("steps", view.presentName, count: view.presents) { dump, index, name in
            dump.stateLabel(index) + " presents " + dump.quotedString(name)
        }
        addColumn("records of the steps", view.presentRecord, count: view.presents) { dump, index, record in
            dump.stateLabel(index) + ": " + dump.recordLabel(record)
        }
        addColumn("records of the calls", view.callRecord, count: view.calls) { dump, index, record in
            dump.stateLabel(dump.view.firstCall + index) + ": record " + String(record)
        }
        addColumn("records of the handlers", view.handlerRecord, count: view.handlers) { dump, index, record in
            dump.stateLabel(dump.view.firstHandler + index) + ": record " + String(record)
        }
        addColumn("blocks of the choices", view.choiceBlock, count: view.choices) { dump, index, block in
            dump.stateLabel(dump.view.firstChoice + index) + ": block " + String(block)
        }
        addColumn("records of the ends", view.endRecord, count: view.ends) { dump, index, record in
            dump.stateLabel(dump.view.firstEnd + index) + ": " + dump.recordLabel(record)
        }
        addColumn("impossible replies to the calls", view.callBarred, count: view.calls) { dump, index, set in
            let meaning = set == 0 ? "all are possible" : "set " + String(set - 1)
            return dump.stateLabel(dump.view.firstCall + index) + ": " + meaning
        }
        addBarredSets()
    }

    /// Adds a line for each set of impossible replies.
    private mutating func addBarredSets() {
        if view.barredSetCount > 0 { addHeading("sets of impossible replies") }
        let size = TableFormat.barredSetBytes(challenges: view.challenges)
        for set in 0..<view.barredSetCount {
            // Bit 0 is success. A bit for each challenge follows.
            let bits = Array(bytes[offset..<offset + size])
            let replies = [BuiltinEvent.success.rawValue] + (view.firstChallenge..<view.firstError)
            let barred = replies.indices.filter { bits[$0 / 8] >> UInt8($0 % 8) & 1 != 0 }
            let names = barred.map { eventLabel(replies[$0]) }.joined(separator: ", ")
            addBytes(size, "set " + String(set) + ": " + names)
        }
    }

    /// Adds the lines of the events, error classes, parameters, patterns and state names, which end the table.
    mutating func addRemainingSections() {
        let ownEvents = view.events - TableFormat.firstOwnEvent
        addColumn("events", view.eventName, count: ownEvents) { dump, index, name in
            let event = TableFormat.firstOwnEvent + index
            return String(event) + " " + dump.kindLabel(ofEvent: event) + " " + dump.quotedString(name)
        }
        addErrorClasses()
        addParameters()
        addPatterns()
        addColumn("names of the states", view.stateName, count: view.namedStates) { dump, state, _ in
            dump.stateLabel(state)
        }
        addOwnNames()
        addUnused(to: bytes.count)
    }

    /// Adds the columns with the classes of the flow's errors, and with pairs of another error and its class.
    private mutating func addErrorClasses() {
        addColumn("classes of the errors", view.errorClass, count: view.errors) { dump, index, name in
            dump.eventLabel(dump.view.firstError + index) + " is " + dump.quotedString(name)
        }
        addColumn("classes of other errors", view.classPairs, count: view.classes * 2) { dump, index, name in
            (index % 2 == 0 ? "error " : "is ") + dump.quotedString(name)
        }
    }

    /// Adds the columns with the types and the names of the parameters.
    private mutating func addParameters() {
        let slotTypes = Column(base: view.slotType, width: 1)
        addColumn("types of the parameters", slotTypes, count: view.slots) { dump, slot, type in
            dump.slotName(slot) + " is " + (SlotType(rawValue: UInt8(type)).map { String(describing: $0) } ?? "")
        }
        addColumn("names of the parameters", view.slotName, count: view.slots) { dump, slot, name in
            String(slot) + " " + dump.quotedString(name)
        }
    }

    /// Adds the lines of the state names that equal no other string: first their lengths, and then their bytes.
    private mutating func addOwnNames() {
        if view.ownNameCount == 0 { return }
        addHeading("names of states that equal no other string")
        var lengths: [Int] = []
        for name in 0..<view.ownNameCount {
            lengths.append(addNumber { "name " + String(name) + " has " + String($1) })
        }
        for length in lengths {
            let text = String(decoding: bytes[offset..<min(offset + length, bytes.count)], as: UTF8.self)
            addBytes(length, text)
        }
    }

    /// Adds the lines of the patterns: first their offsets, and then their automata.
    private mutating func addPatterns() {
        addColumn("patterns", view.patternOffset, count: view.patterns) { _, pattern, offset in
            "pattern " + String(pattern) + " at " + String(offset)
        }
        let start = offset(of: view.patternBytes)
        for pattern in 0..<view.patterns {
            addUnused(to: start + view.patternOffset[pattern])
            addHeading("pattern " + String(pattern))
            addAutomaton()
        }
        addUnused(to: offset(of: view.stateName.base))
    }

    /// Adds the lines of the automaton at the current offset: sizes, byte classes, transitions and accepting states.
    private mutating func addAutomaton() {
        let states = Int(bytes[offset])
        let classes = Int(bytes[offset + 1])
        addBytes(1, String(states) + " states")
        addBytes(1, String(classes) + " classes")
        addBytes(256, "class of each byte")
        for state in 0..<states { addBytes(classes, "from " + String(state) + " by class") }
        for state in 0..<states {
            let answer = bytes[offset] == 1 ? " accepts" : " refuses"
            addBytes(1, String(state) + answer)
        }
    }
}

extension Dump {
    /// The maximum number of owners that the description of a row names.
    private static var maxShownOwners: Int { 4 }

    /// Adds the lines of the rows: their bases, and the comb that contains them.
    mutating func addRows() {
        addColumn("rows of the states", view.rowBase, count: view.states) { dump, state, base in
            dump.stateLabel(state) + ": row at " + String(base)
        }
        addColumn("fallback rows of the states", view.fallback, count: view.states) { dump, state, row in
            dump.stateLabel(state) + (row == 0 ? ": no fallback" : ": fallback row " + String(row - 1))
        }
        addColumn("fallback rows", view.fallbackBase, count: view.fallbackRows) { _, row, base in
            "fallback row " + String(row) + ": at " + String(base)
        }
        addComb()
    }

    /// Adds a line for each entry of the comb, with the row that it belongs to.
    private mutating func addComb() {
        if view.combEntries == 0 { return }
        addHeading("entries: an event and a target, " + String(view.entryWidth) + " bytes each")
        let owners = rowOwners()
        let halves = Column(base: view.comb, width: view.entryWidth)
        // A free entry has all bits of its event set.
        let empty = view.entryWidth == 4 ? 0xFFFF_FFFF : (1 << (8 * view.entryWidth)) - 1
        for index in 0..<view.combEntries {
            let event = halves[index * 2]
            guard event != empty else {
                addBytes(2 * view.entryWidth, String(index) + " free")
                continue
            }
            // A row with base b stores its entry for event e at index b + e. Only a table that this compiler did not
            // write can have a row without a state.
            let owner = owners[index - event] ?? "no state"
            let transition = eventLabel(event) + " -> " + targetLabel(halves[index * 2 + 1])
            addBytes(2 * view.entryWidth, String(index) + " " + owner + " on " + transition)
        }
    }

    /// Returns, by the base of each row, a text that names the states and the fallback rows that share the row.
    ///
    /// The text names at most ``maxShownOwners`` of them, followed by the number of the others.
    private func rowOwners() -> [Int: String] {
        var names: [Int: [String]] = [:]
        for state in 0..<view.states { names[view.rowBase[state], default: []].append(stateLabel(state)) }
        for row in 0..<view.fallbackRows {
            names[view.fallbackBase[row], default: []].append("fallback row " + String(row))
        }
        return names.mapValues { owners in
            let shown = owners.prefix(Self.maxShownOwners)
            let hidden = owners.count - shown.count
            return shown.joined(separator: ", ") + (hidden > 0 ? " and " + String(hidden) + " more" : "")
        }
    }
}
