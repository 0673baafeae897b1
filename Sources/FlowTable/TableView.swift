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
    /// Sets of replies that cannot follow on a request.
    package var barredSetCount = 0
    /// States that have a name: all or none.
    package var namedStates = 0
    /// Names of states that are no other string.
    package var ownNameCount = 0
    /// The most entries of a list in a record.
    package var longestList = 0

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
    /// By call: 1 + number of the set of replies that cannot follow on it, or 0 if all can.
    package var callBarred: Column
    /// These sets, each of ``TableFormat/barredSetBytes(challenges:)``: the lowest bit is success, the next ones are the challenges.
    package var barredSets: UnsafeRawPointer
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
    /// By state: string of its name, if the names are there. Behind ``strings`` the numbers go on with the names that are no other string.
    package var stateName: Column
    /// Lengths of these names, and then their UTF-8.
    package var ownNames: UnsafeRawPointer

    /// Whether a slot holds a number of seconds.
    func isSeconds(_ slot: Int) -> Bool {
        slotType.load(fromByteOffset: slot, as: UInt8.self) == SlotType.seconds.rawValue
    }

    /// Whether a slot holds the end of a deadline.
    func isInstant(_ slot: Int) -> Bool {
        slotType.load(fromByteOffset: slot, as: UInt8.self) == SlotType.instant.rawValue
    }

    /// Whether string `index` is a number of seconds.
    func isNumberOfSeconds(_ index: Int) -> Bool {
        let (start, end) = (Int(stringOffsets[index]), Int(stringOffsets[index + 1]))
        return SlotType.seconds(UnsafeRawBufferPointer(start: stringBytes + start, count: end - start)) != nil
    }

    /// The kind of `state`.
    package func kind(ofState state: Int) -> StateKind {
        if state < firstCall { return .present }
        if state < firstHandler { return .call }
        if state < firstChoice { return .handler }
        return state < firstEnd ? .choice : .end
    }
}
