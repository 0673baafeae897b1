public import FlowTable

/// The parameter values of one session, by slot of the table.
///
/// An event is a transaction. Its data and the flow's statements change values immediately, and an undo log records the
/// previous values. If the flow accepts the event, the changes are committed; if it refuses the event, they are rolled
/// back.
public struct FlowParameters: Sendable, Redacted {
    /// By slot; nil where a parameter is absent.
    package private(set) var values: [FlowValue?]
    /// The undo log: the changes of the current event in order, each with the previous value.
    private var changes: [(slot: Int, before: FlowValue?)] = []
    /// The machine's counters before the current event.
    package var counters = SIMD16<UInt8>(repeating: 0)
    /// The machine's last presented step before the current event.
    package var lastPresented = UInt32.max
    /// The fuel that the current event has left.
    var fuel = Fuel()
    /// The fuel left for showing and sending the values of the current event.
    ///
    /// Each element of a record's list may use the same value. A change therefore costs the value's weight times the
    /// length of the longest list.
    private(set) var listing = Fuel()
    /// The length of the longest list in a record.
    private let longestList: Int
    /// The time of the current event: milliseconds since 1970, by the host's clock.
    package var time: Int64 = 0
    /// The numbers of the source transitions taken. Recorded only if ``recordsMarks`` is set and the table has marks.
    package var marks: [Int] = []
    /// Whether ``marks`` are recorded.
    package var recordsMarks = false

    /// Creates the parameters of a run of `table`, all of them absent.
    public init(_ table: TransitionTable) {
        self.init(slots: table.view.pointee.slots, longestList: table.view.pointee.longestList)
    }

    /// Creates parameters that are all absent.
    /// - Parameters:
    ///   - slots: the number of slots.
    ///   - longestList: the length of the longest list in a record.
    package init(slots: Int, longestList: Int = 0) {
        self.longestList = longestList
        values = [FlowValue?](repeating: nil, count: slots)
        changes.reserveCapacity(16)
    }

    /// The value of a slot, including changes by the current event.
    package subscript(slot: Int) -> FlowValue? { values[slot] }

    /// Whether the current event has changed a value.
    @inline(__always)
    package var hasChanges: Bool { !changes.isEmpty }

    /// The number of changes since the event began.
    var changeCount: Int { changes.count }

    /// Returns whether a slot has a value other than an empty list.
    package func isPresent(_ slot: Int) -> Bool { values[slot]?.isPresent ?? false }

    /// Sets or clears the value of a slot, and records the previous value in the undo log. Nil clears the slot.
    package mutating func set(_ slot: Int, _ value: FlowValue?) {
        changes.append((slot, values[slot]))
        values[slot] = value
        if let value { listing.spend(longestList, times: value.weight) }
    }

    /// Makes the changes of the current event permanent, and empties the undo log.
    package mutating func commit() {
        listing = Fuel()
        changes.removeAll(keepingCapacity: true)
    }

    /// Undoes all changes of values by the current event. The machine restores its own counters.
    package mutating func discard() {
        listing = Fuel()
        for change in changes.reversed() { values[change.slot] = change.before }
        changes.removeAll(keepingCapacity: true)
    }

    /// Returns the value that a slot had before the current event, or nil if it had none.
    func originalValue(of slot: Int) -> FlowValue? {
        for change in changes where change.slot == slot { return change.before }
        return values[slot]
    }

    /// Resets a slot to its value before the current event.
    package mutating func restore(_ slot: Int) {
        set(slot, originalValue(of: slot))
    }

    /// Clears every slot from `first` on, except those for which `isKept` returns true.
    package mutating func clear(from first: Int, except isKept: (Int) -> Bool) {
        for slot in first..<max(first, values.count) where values[slot] != nil && !isKept(slot) { set(slot, nil) }
    }
}

extension FlowValue {
    /// The fuel that it costs to show or send the value.
    ///
    /// A byte costs half a unit, since only writing a request copies it.
    var weight: Int {
        switch self {
        case .text(let text): text.utf8.count / 2
        case .list(let items): items.reduce(0) { $0 + Fuel.change + $1.utf8.count / 2 }
        case .map(let entries):
            entries.reduce(0) { $0 + 2 * Fuel.change + ($1.key.utf8.count + $1.value.utf8.count) / 2 }
        }
    }
}
