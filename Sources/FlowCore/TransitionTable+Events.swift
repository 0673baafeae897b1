public import FlowTable

extension TransitionTable {
    /// Returns the number of the event with this name among the events `first..<end`, or nil if there is none.
    package func ownEvent(named name: String, from first: Int, to end: Int) -> Int? {
        for event in first..<max(first, end) {
            let string = view.pointee.eventName[event - TableFormat.firstOwnEvent]
            if UTF8Text.isSame(name, utf8(string)) { return event }
        }
        return nil
    }

    /// Returns the number of an event that hosts can send, or nil if there is no such event with this name.
    ///
    /// Hosts can send `start`, `submit`, `cancel`, `back`, `timeout`, and the commands of the flow.
    public func event(named name: String) -> Int? {
        for event in [BuiltinEvent.start, .submit, .cancel, .back, .timeout] where UTF8Text.isSame(name, event.name) {
            return event.rawValue
        }
        return ownEvent(named: name, from: TableFormat.firstOwnEvent, to: view.pointee.firstChallenge)
    }

    /// Returns the type of a slot. An unknown type counts as secret.
    package func slotType(_ slot: Int) -> SlotType {
        SlotType(rawValue: view.pointee.slotType.load(fromByteOffset: slot, as: UInt8.self)) ?? .secret
    }

    /// Returns the name of a slot.
    package func slotName(_ slot: Int) -> String { string(view.pointee.slotName[slot]) }

    /// Returns the class of an error type, or else the class of `*`; empty if the flow declares neither.
    package func errorClass(of type: String) -> String {
        let layout = view.pointee
        // A type that has an event has its class in a column by event. The pairs hold all other types.
        if layout.errorClass.width > 0,
            let event = ownEvent(named: type, from: layout.firstError, to: layout.firstFailure)
        {
            let name = string(layout.errorClass[event - layout.firstError])
            if !name.utf8.isEmpty { return name }
        }
        var wildcardClass = ""
        for pair in 0..<layout.classes {
            let key = layout.classPairs[pair * 2]
            if UTF8Text.isSame(type, utf8(key)) { return string(layout.classPairs[pair * 2 + 1]) }
            if UTF8Text.isSame("*", utf8(key)) { wildcardClass = string(layout.classPairs[pair * 2 + 1]) }
        }
        return wildcardClass
    }
}

extension BuiltinEvent {
    /// The name under which hosts send the event; empty if they cannot send it.
    var name: String {
        switch self {
        case .start: "start"
        case .submit: "submit"
        case .cancel: "cancel"
        case .back: "back"
        case .timeout: "timeout"
        default: ""
        }
    }
}
