import FlowTable

extension Dump {
    /// Adds what the states of each kind name.
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
        addColumn("names of the states", view.stateName, count: view.namedStates) { state, name in
            String(state) + " " + naming.string(name)
        }
        addUnused(to: bytes.count)
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
