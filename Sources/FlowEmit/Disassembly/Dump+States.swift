import FlowTable

extension Dump {
    /// Adds the references of the states of each kind.
    mutating func addStates() {
        let (view, naming) = (view, self)
        addColumn("steps", view.presentName, count: view.presents) { index, name in
            naming.state(index) + " presents " + naming.string(name)
        }
        addColumn("records of the steps", view.presentRecord, count: view.presents) { index, record in
            naming.state(index) + ": " + naming.record(record)
        }
        addColumn("records of the calls", view.callRecord, count: view.calls) { index, record in
            naming.state(view.firstCall + index) + ": record " + String(record)
        }
        addColumn("records of the handlers", view.handlerRecord, count: view.handlers) { index, record in
            naming.state(view.firstHandler + index) + ": record " + String(record)
        }
        addColumn("blocks of the choices", view.choiceBlock, count: view.choices) { index, block in
            naming.state(view.firstChoice + index) + ": block " + String(block)
        }
        addColumn("records of the ends", view.endRecord, count: view.ends) { index, record in
            naming.state(view.firstEnd + index) + ": " + naming.record(record)
        }
        addColumn("replies that cannot follow on the calls", view.callBarred, count: view.calls) { index, set in
            naming.state(view.firstCall + index) + (set == 0 ? ": none" : ": set " + String(set - 1))
        }
        addBarredSets()
    }

    private mutating func addBarredSets() {
        if view.barredSetCount > 0 { heading("sets of replies that cannot follow") }
        let size = TableFormat.barredSetBytes(challenges: view.challenges)
        for set in 0..<view.barredSetCount {
            let bits = bytes[offset..<offset + size].map { $0 }
            let replies = [BuiltinEvent.success.rawValue] + (view.firstChallenge..<view.firstError)
            let barred = replies.indices.filter { bits[$0 / 8] >> UInt8($0 % 8) & 1 != 0 }
            add(size, "set " + String(set) + ": " + barred.map { event(replies[$0]) }.joined(separator: ", "))
        }
    }

    /// Adds events, error classes, parameters, patterns and the names of states.
    mutating func addNames() {
        let (view, naming) = (view, self)
        let own = view.events - TableFormat.firstOwnEvent
        addColumn("events", view.eventName, count: own) { index, name in
            let event = TableFormat.firstOwnEvent + index
            return String(event) + " " + naming.kind(ofEvent: event) + " " + naming.string(name)
        }
        addColumn("classes of the errors", view.errorClass, count: view.errors) { index, name in
            naming.event(view.firstError + index) + " is " + naming.string(name)
        }
        addColumn("classes of other errors", view.classPairs, count: view.classes * 2) { index, name in
            (index % 2 == 0 ? "error " : "is ") + naming.string(name)
        }
        addColumn("types of the parameters", Column(base: view.slotType, width: 1), count: view.slots) { slot, type in
            naming.slot(slot) + " is " + (SlotType(rawValue: UInt8(type)).map { String(describing: $0) } ?? "")
        }
        addColumn("names of the parameters", view.slotName, count: view.slots) { slot, name in
            String(slot) + " " + naming.string(name)
        }
        addPatterns()
        addColumn("names of the states", view.stateName, count: view.namedStates) { state, _ in naming.state(state) }
        addOwnNames()
        addUnused(to: bytes.count)
    }

    /// Adds the state names that equal no other string: first lengths, then bytes.
    private mutating func addOwnNames() {
        if view.ownNameCount == 0 { return }
        heading("names of states that are no other string")
        let lengths = (0..<view.ownNameCount).map { name in addNumber { "name " + String(name) + " has " + String($0) }
        }
        for length in lengths {
            let text = String(decoding: bytes[offset..<min(offset + length, bytes.count)], as: UTF8.self)
            add(length, text)
        }
    }

    private mutating func addPatterns() {
        addColumn("patterns", view.patternOffset, count: view.patterns) { pattern, offset in
            "pattern " + String(pattern) + " at " + String(offset)
        }
        let start = offset(of: view.patternBytes)
        for pattern in 0..<view.patterns {
            addUnused(to: start + view.patternOffset[pattern])
            heading("pattern " + String(pattern))
            let (states, classes) = (Int(bytes[offset]), Int(bytes[offset + 1]))
            add(1, String(states) + " states")
            add(1, String(classes) + " classes")
            add(256, "class of each byte")
            for state in 0..<states { add(classes, "from " + String(state) + " by class") }
            for state in 0..<states { add(1, String(state) + (bytes[offset] == 1 ? " accepts" : " refuses")) }
        }
        addUnused(to: offset(of: view.stateName.base))
    }
}

extension Dump {
    /// Adds the rows: their bases, and the comb that contains them.
    mutating func addRows() {
        let (view, naming) = (view, self)
        addColumn("rows of the states", view.rowBase, count: view.states) { state, base in
            naming.state(state) + ": row at " + String(base)
        }
        addColumn("fallback rows of the states", view.fallback, count: view.states) { state, row in
            naming.state(state) + (row == 0 ? ": no fallback" : ": fallback row " + String(row - 1))
        }
        addColumn("fallback rows", view.fallbackBase, count: view.fallbackRows) { row, base in
            "fallback row " + String(row) + ": at " + String(base)
        }
        addComb()
    }

    private mutating func addComb() {
        if view.combEntries == 0 { return }
        heading("entries, " + String(view.entryWidth) + " bytes each for event and target")
        let owners = owners()
        let halves = Column(base: view.comb, width: view.entryWidth)
        let empty = view.entryWidth == 4 ? 0xFFFF_FFFF : (1 << (8 * view.entryWidth)) - 1
        for index in 0..<view.combEntries {
            let event = halves[index * 2]
            guard event != empty else {
                add(2 * view.entryWidth, String(index) + " free")
                continue
            }
            let owner = owners[index - event] ?? "no state"
            let target = target(halves[index * 2 + 1])
            add(2 * view.entryWidth, String(index) + " " + owner + " on " + self.event(event) + " -> " + target)
        }
    }

    /// By base: the owner of the row.
    private func owners() -> [Int: String] {
        var names: [Int: [String]] = [:]
        for state in 0..<view.states { names[view.rowBase[state], default: []].append(self.state(state)) }
        for row in 0..<view.fallbackRows {
            names[view.fallbackBase[row], default: []].append("fallback row " + String(row))
        }
        return names.mapValues { names in
            names.prefix(4).joined(separator: ", ")
                + (names.count > 4 ? " and " + String(names.count - 4) + " more" : "")
        }
    }
}
