/// The counts and addresses of a table's sections, which the interpreter reads without reference counting.
package struct TableView {
    /// Number of states of each ``StateKind``, in the order of the kinds, and of all states.
    package var presents = 0
    package var calls = 0
    package var handlers = 0
    package var choices = 0
    package var ends = 0
    package var states = 0
    /// First state number of each kind after ``StateKind/present``.
    package var firstCall = 0
    package var firstHandler = 0
    package var firstChoice = 0
    package var firstEnd = 0
    /// Number of own events of each kind. Own events follow the built-in ones in this order.
    package var hostEvents = 0
    package var challenges = 0
    package var errors = 0
    package var failures = 0
    /// First event number of each kind after the host's events.
    package var firstChallenge = 0
    package var firstError = 0
    package var firstFailure = 0
    /// Number of all events, built-in and own.
    package var events = 0
    /// Number of slots, which include the two of the pending error.
    package var slots = 0
    package var counters = 0
    package var strings = 0
    /// Number of entries in the comb, including free ones.
    package var combEntries = 0
    /// Bytes of each half of a comb entry: 1, 2 or 4.
    package var entryWidth = 1
    package var fallbackRows = 0
    package var blocks = 0
    package var codeBytes = 0
    package var recordBytes = 0
    /// The record that lists the inputs; 0 if there are none.
    package var startRecord = 0
    /// The state before the first start.
    package var initialState = 0
    /// String numbers of the flow's name and version.
    package var name = 0
    package var version = 0
    /// Number of pairs in ``classPairs``.
    package var classes = 0
    package var patterns = 0
    /// Number of different sets of impossible replies.
    package var barredSetCount = 0
    /// Number of states that have a name: either all states or none.
    package var namedStates = 0
    /// Number of state names that equal no other string.
    package var ownNameCount = 0
    /// The length of the longest list in a record.
    package var longestList = 0

    /// UTF-8 of all strings, concatenated, and the start of each.
    package var stringBytes: UnsafeRawPointer
    var stringOffsets: UnsafePointer<UInt32>
    /// By state: the start of its row in the comb.
    package var rowBase: Column
    /// By state: 1 + the number of its fallback row, or 0 if it has none.
    package var fallback: Column
    /// By fallback row: its start in the comb.
    package var fallbackBase: Column
    /// Pairs of an event number and a value: the next state or, from ``states`` on, ``states`` + the number of a block.
    package var comb: UnsafeRawPointer
    /// By block: the start of its code.
    package var blockOffset: Column
    package var code: UnsafeRawPointer
    /// By presenting state: the string of the step's name, and the step's record, or 0 if it has none.
    package var presentName: Column
    package var presentRecord: Column
    /// By call, by handler state, by choice and by end: its record, or the block of a choice. For an end without a
    /// record, the element is 0.
    package var callRecord: Column
    package var handlerRecord: Column
    package var choiceBlock: Column
    package var endRecord: Column
    /// By call: 1 + the number of its set of impossible replies, or 0 if all replies are possible.
    package var callBarred: Column
    /// The sets of impossible replies, of ``TableFormat/barredSetBytes(challenges:)`` bytes each. The lowest bit stands
    /// for success, and the next bits for the challenges.
    package var barredSets: UnsafeRawPointer
    package var records: UnsafeRawPointer
    /// By own event: the string of its name.
    package var eventName: Column
    /// By own error event: the string of its class. The column is empty if the flow declares no class for them.
    package var errorClass: Column
    /// Pairs of strings: an error type that has no event, and its class.
    package var classPairs: Column
    /// By slot: a byte with its ``SlotType``.
    package var slotType: UnsafeRawPointer
    /// By slot: the string of its name.
    package var slotName: Column
    /// By pattern: the start of its automaton in ``patternBytes``.
    package var patternOffset: Column
    package var patternBytes: UnsafeRawPointer
    /// By state: the string of its name, if the table has names. A number beyond the strings refers to an own name.
    package var stateName: Column
    /// The lengths of the own names, which equal no other string, followed by their UTF-8.
    package var ownNames: UnsafeRawPointer

    /// Returns whether a slot has type `seconds`.
    func isSeconds(_ slot: Int) -> Bool {
        slotType.load(fromByteOffset: slot, as: UInt8.self) == SlotType.seconds.rawValue
    }

    /// Returns whether a slot has type `instant`, and so holds the end of a deadline.
    func isInstant(_ slot: Int) -> Bool {
        slotType.load(fromByteOffset: slot, as: UInt8.self) == SlotType.instant.rawValue
    }

    /// Returns whether string `index` is a valid value of type `seconds`.
    func isNumberOfSeconds(_ index: Int) -> Bool {
        let start = Int(stringOffsets[index])
        let end = Int(stringOffsets[index + 1])
        return SlotType.seconds(UnsafeRawBufferPointer(start: stringBytes + start, count: end - start)) != nil
    }

    /// Returns the kind of a state. The states of each kind have consecutive numbers.
    package func kind(ofState state: Int) -> StateKind {
        if state < firstCall { return .present }
        if state < firstHandler { return .call }
        if state < firstChoice { return .handler }
        return state < firstEnd ? .choice : .end
    }
}
