public import FlowTable

extension TransitionTable {
    /// Returns the number of the event with this name among the events `first..<end`, or nil if there is none.
    package func ownEvent(named name: String, from first: Int, to end: Int) -> Int? {
        for event in first..<max(first, end) {
            let string = view.pointee.eventName[event - TableFormat.firstOwnEvent]
            if UTF8Text.same(name, utf8(string)) { return event }
        }
        return nil
    }

    /// Returns the number of an event that hosts can send, or nil if there is none with this name.
    ///
    /// These are `start`, `submit`, `cancel`, `back`, `timeout`, and the commands of the flow.
    public func event(named name: String) -> Int? {
        for event in [BuiltinEvent.start, .submit, .cancel, .back, .timeout] where UTF8Text.same(name, event.name) {
            return event.rawValue
        }
        return ownEvent(named: name, from: TableFormat.firstOwnEvent, to: view.pointee.firstChallenge)
    }

    /// Returns the type of a slot.
    package func slotType(_ slot: Int) -> SlotType {
        SlotType(rawValue: view.pointee.slotType.load(fromByteOffset: slot, as: UInt8.self)) ?? .secret
    }

    /// Returns the name of a slot.
    package func slotName(_ slot: Int) -> String { string(view.pointee.slotName[slot]) }

    /// Returns the class of an error type, or else the class of `*`; empty if the flow declares neither.
    ///
    /// The class of a type with an event is in the column of error classes. All other classes are in the pairs.
    package func errorClass(of type: String) -> String {
        let layout = view.pointee
        if layout.errorClass.width > 0,
            let event = ownEvent(named: type, from: layout.firstError, to: layout.firstFailure)
        {
            let name = string(layout.errorClass[event - layout.firstError])
            if !name.utf8.isEmpty { return name }
        }
        var wildcardClass = ""
        for pair in 0..<layout.classes {
            let key = layout.classPairs[pair * 2]
            if UTF8Text.same(type, utf8(key)) { return string(layout.classPairs[pair * 2 + 1]) }
            if UTF8Text.same("*", utf8(key)) { wildcardClass = string(layout.classPairs[pair * 2 + 1]) }
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
