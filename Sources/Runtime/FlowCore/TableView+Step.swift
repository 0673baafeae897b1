public import FlowTable

/// Lookups in a table while the machine applies an event.
///
/// They extend a pointer, because copying a view would cost many words. They are in this module, because the compiler
/// does not inline package functions across modules and a call costs more than a lookup.
extension UnsafePointer<TableView> {
    /// Returns the transition of `state` on `event`: the next state, ``TableView/states`` + block, or -1 if none.
    @inline(__always)
    func transition(from state: Int, on event: Int) -> Int {
        let own = ownTransition(from: state, on: event)
        return own >= 0 ? own : fallbackTransition(from: state, on: event)
    }

    /// Returns the transition in the row of `state` itself, encoded as in ``transition(from:on:)``.
    @inline(__always)
    func ownTransition(from state: Int, on event: Int) -> Int {
        value(inRowAt: Self.element(pointee.rowBase, state), event: event)
    }

    /// Returns whether a fallback outside the row of `state` may handle `event`.
    @inline(__always)
    func mayFallBack(from state: Int, on event: Int) -> Bool {
        event >= pointee.firstChallenge || Self.element(pointee.fallback, state) > 0
    }

    /// Returns whether `next`, which may be a block or -1, is a state that presents a step.
    @inline(__always)
    func isPresentState(_ next: Int) -> Bool { UInt(bitPattern: next) < UInt(bitPattern: pointee.presents) }

    /// Returns the value at `event` in the row that starts at `base`, or -1. Any number is allowed for the event.
    @inline(__always)
    private func value(inRowAt base: Int, event: Int) -> Int {
        let index = base &+ event
        guard UInt(bitPattern: index) < UInt(bitPattern: pointee.combEntries) else { return -1 }
        let comb = pointee.comb
        switch pointee.entryWidth {
        case 1:
            let entry = UInt16(littleEndian: comb.loadUnaligned(fromByteOffset: index &* 2, as: UInt16.self))
            return Int(entry & 0xFF) == event ? Int(entry >> 8) : -1
        case 2:
            let entry = UInt32(littleEndian: comb.loadUnaligned(fromByteOffset: index &* 4, as: UInt32.self))
            return Int(entry & 0xFFFF) == event ? Int(entry >> 16) : -1
        default:
            let entry = UInt64(littleEndian: comb.loadUnaligned(fromByteOffset: index &* 8, as: UInt64.self))
            return Int(truncatingIfNeeded: entry & 0xFFFF_FFFF) == event ? Int(truncatingIfNeeded: entry >> 32) : -1
        }
    }

    /// Returns the element of a column at `index`. Unlike the column's subscript, this function is inlined.
    @inline(__always)
    private static func element(_ column: Column, _ index: Int) -> Int {
        switch column.width {
        case 1: Int(column.base.load(fromByteOffset: index, as: UInt8.self))
        case 2: Int(UInt16(littleEndian: column.base.loadUnaligned(fromByteOffset: index &* 2, as: UInt16.self)))
        case 0: 0
        default:
            Int(truncatingIfNeeded: column.base.loadUnaligned(fromByteOffset: index &* 4, as: UInt32.self).littleEndian)
        }
    }

    /// Returns the transition of a state whose own row has none on `event`, or -1 if there is no such transition.
    ///
    /// Tries the fallback row. For a challenge, an error or a failure, then tries both rows with the general event of
    /// that kind.
    @inline(never)  // Keeps the lookup in the row of the state itself small.
    private func fallbackTransition(from state: Int, on event: Int) -> Int {
        let specific = valueInFallbackRow(of: state, event: event)
        if specific >= 0 { return specific }
        guard event >= pointee.firstChallenge, event < pointee.events else { return -1 }
        let general = otherEvent(ofKind: event)
        let own = value(inRowAt: Self.element(pointee.rowBase, state), event: general)
        return own >= 0 ? own : valueInFallbackRow(of: state, event: general)
    }

    /// Returns the value at `event` in the fallback row of `state`, or -1.
    @inline(__always)
    private func valueInFallbackRow(of state: Int, event: Int) -> Int {
        let row = Self.element(pointee.fallback, state)
        return row > 0 ? value(inRowAt: Self.element(pointee.fallbackBase, row &- 1), event: event) : -1
    }

    /// Returns the built-in event for all other events of the kind of `event`: a challenge, an error or a failure.
    private func otherEvent(ofKind event: Int) -> Int {
        if event < pointee.firstError { return BuiltinEvent.otherChallenge.rawValue }
        if event < pointee.firstFailure { return BuiltinEvent.otherError.rawValue }
        return BuiltinEvent.otherFailure.rawValue
    }

    /// Returns whether the service description rules out `event` as the reply to the request of `state`.
    ///
    /// It can only rule out success and challenges.
    func bars(_ event: Int, at state: Int) -> Bool {
        let set = pointee.callBarred[state - pointee.firstCall]
        guard set > 0 else { return false }
        // In a set, bit 0 stands for success, and the challenges follow.
        let bit = event == BuiltinEvent.success.rawValue ? 0 : event - pointee.firstChallenge + 1
        guard bit >= 0, bit <= pointee.challenges else { return false }
        let start = (set - 1) * TableFormat.barredSetBytes(challenges: pointee.challenges)
        return pointee.barredSets.load(fromByteOffset: start + bit / 8, as: UInt8.self) >> UInt8(bit % 8) & 1 != 0
    }

    /// Returns the kind of a state. The states of each kind have consecutive numbers.
    @inline(__always)
    func kind(ofState state: Int) -> StateKind {
        if state < pointee.firstCall { return .present }
        if state < pointee.firstHandler { return .call }
        if state < pointee.firstChoice { return .handler }
        return state < pointee.firstEnd ? .choice : .end
    }
}

extension TransitionTable {
    /// Returns the transition of `state` on `event`: the next state, the number of states + block, or -1 if none.
    package func transition(from state: Int, on event: Int) -> Int {
        UnsafePointer(view).transition(from: state, on: event)
    }
}

extension FlowMachine {
    /// Returns the transition of the current state on `event`: a state, the number of states + block, or -1 if none.
    func transition(on event: Int) -> Int { table.transition(from: Int(state), on: event) }
}

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
        if isDeadlineEvent(name) { return nil }
        for event in [BuiltinEvent.start, .submit, .cancel, .back, .timeout] where UTF8Text.isSame(name, event.name) {
            return event.rawValue
        }
        return ownEvent(named: name, from: TableFormat.firstOwnEvent, to: view.pointee.firstChallenge)
    }

    /// Returns whether a name is that of a deadline's event, which only a `timeout` raises.
    ///
    /// The table counts these events among the commands. Their names contain a `#`, which no name in a flow contains.
    package func isDeadlineEvent(_ name: String) -> Bool { name.utf8.contains(UInt8(ascii: "#")) }

    /// Returns the type of a slot. An unknown type counts as secret.
    package func slotType(_ slot: Int) -> SlotType {
        SlotType(rawValue: view.pointee.slotType.load(fromByteOffset: slot, as: UInt8.self)) ?? .secret
    }

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
