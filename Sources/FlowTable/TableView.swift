/// Where everything lies in a verified table: plain numbers and pointers, so that a step reads it without reference counting.
package struct TableView {
    /// States of each ``StateKind``, in the order of the kinds.
    package var presents = 0
    package var calls = 0
    package var handlers = 0
    package var choices = 0
    package var ends = 0
    /// All states.
    package var states = 0
    /// First state number of each kind after ``StateKind/present``.
    package var firstCall = 0
    package var firstHandler = 0
    package var firstChoice = 0
    package var firstEnd = 0
    /// Own events of each kind; their numbers follow the built-in ones in this order.
    package var hostEvents = 0
    package var challenges = 0
    package var errors = 0
    package var failures = 0
    /// First event number of each kind, and one past the last.
    package var firstChallenge = 0
    package var firstError = 0
    package var firstFailure = 0
    package var events = 0
    package var slots = 0
    package var counters = 0
    package var strings = 0
    package var combEntries = 0
    /// Bytes of each half of a comb entry: 1, 2 or 4.
    package var entryWidth = 1
    package var fallbackRows = 0
    package var blocks = 0
    package var codeBytes = 0
    package var recordBytes = 0
    /// Record that lists the inputs; 0 if there are none.
    package var startRecord = 0
    /// The state before the first start.
    package var initialState = 0
    /// Strings: the flow's name and version.
    package var name = 0
    package var version = 0
    package var classes = 0
    package var patterns = 0
    package var namedStates = 0

    /// UTF-8 of all strings, one after the other, and where each starts.
    package var stringBytes: UnsafeRawPointer
    package var stringOffsets: UnsafePointer<UInt32>
    /// By state: where its row starts in the comb.
    package var rowBase: Column
    /// By state: 1 + number of its fallback row, or 0.
    package var fallback: Column
    /// By fallback row: where it starts in the comb.
    package var fallbackBase: Column
    /// Pairs of event number and value; a value below ``states`` is the next state, above it a block.
    package var comb: UnsafeRawPointer
    /// By block: where its code starts.
    package var blockOffset: Column
    package var code: UnsafeRawPointer
    /// By presenting state: string of the step name, record of what is shown and asked.
    package var presentName: Column
    package var presentRecord: Column
    package var callRecord: Column
    package var handlerRecord: Column
    package var choiceBlock: Column
    package var endRecord: Column
    package var records: UnsafeRawPointer
    /// By own event: string of its name.
    package var eventName: Column
    /// By own error event: string of its class.
    package var errorClass: Column
    /// Pairs of strings: an error type without an event, and its class.
    package var classPairs: Column
    package var slotType: UnsafeRawPointer
    package var slotName: Column
    package var patternOffset: Column
    package var patternBytes: UnsafeRawPointer
    /// By state: string of its name, if the names are there.
    package var stateName: Column

    /// The kind of `state`.
    @inline(__always)
    package func kind(ofState state: Int) -> StateKind {
        if state < firstCall { return .present }
        if state < firstHandler { return .call }
        if state < firstChoice { return .handler }
        return state < firstEnd ? .choice : .end
    }

    /// The value at `event` in the row that starts at `base`, or -1.
    @inline(__always)
    package func value(inRowAt base: Int, event: Int) -> Int {
        let index = base &+ event
        guard index < combEntries else { return -1 }
        switch entryWidth {
        case 1:
            let entry = UInt16(littleEndian: comb.loadUnaligned(fromByteOffset: index &* 2, as: UInt16.self))
            return Int(entry & 0xFF) == event ? Int(entry >> 8) : -1
        case 2:
            let entry = UInt32(littleEndian: comb.loadUnaligned(fromByteOffset: index &* 4, as: UInt32.self))
            return Int(entry & 0xFFFF) == event ? Int(entry >> 16) : -1
        default:
            let entry = UInt64(littleEndian: comb.loadUnaligned(fromByteOffset: index &* 8, as: UInt64.self))
            return Int(entry & 0xFFFF_FFFF) == event ? Int(entry >> 32) : -1
        }
    }

    /// What `state` does on `event`: next state, ``states`` + block, or -1 for nothing.
    @inline(__always)
    package func transition(from state: Int, on event: Int) -> Int {
        let value = value(inRowAt: rowBase[state], event: event)
        return value >= 0 ? value : rareTransition(from: state, on: event)
    }

    /// The fallback row, then the row entries for all challenges, errors or failures without one of their own.
    @inline(never)
    private func rareTransition(from state: Int, on event: Int) -> Int {
        let row = fallback[state]
        if row > 0 {
            let value = value(inRowAt: fallbackBase[row &- 1], event: event)
            if value >= 0 { return value }
        }
        guard let general = general(for: event), general != event else { return -1 }
        return transition(from: state, on: general)
    }

    private func general(for event: Int) -> Int? {
        guard event >= firstChallenge else { return nil }
        if event < firstError { return BuiltinEvent.otherChallenge.rawValue }
        if event < firstFailure { return BuiltinEvent.otherError.rawValue }
        return BuiltinEvent.otherFailure.rawValue
    }
}
