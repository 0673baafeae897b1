import FlowTable

extension Dump {
    /// A state by name, or by number where names were stripped.
    func state(_ state: Int) -> String {
        table.stateName(state).map { $0 + " (" + String(state) + ")" } ?? "state " + String(state)
    }

    /// An event by name.
    func event(_ event: Int) -> String {
        if let builtin = BuiltinEvent(rawValue: event) { return String(describing: builtin) }
        return kind(ofEvent: event) + " " + table.eventName(event)
    }

    /// The kind of an own event.
    func kind(ofEvent event: Int) -> String {
        if event < view.firstChallenge { return "command" }
        if event < view.firstError { return "challenge" }
        return event < view.firstFailure ? "error" : "failure"
    }

    /// A target of a row's entry.
    func target(_ value: Int) -> String {
        value < view.states ? state(value) : "block " + String(value - view.states)
    }

    /// A parameter by name.
    func slot(_ slot: Int) -> String { table.string(view.slotName[slot]) }

    /// A text in quotes.
    func string(_ index: Int) -> String { DumpText.quoted(table.string(index)) }

    /// A record's place, or that there is none.
    func record(_ offset: Int) -> String { offset == 0 ? "no record" : "record " + String(offset) }
}
