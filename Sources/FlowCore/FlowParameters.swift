public import FlowTable

/// The parameter values of one session: plain values, by slot of the table.
///
/// An event is taken as a whole or not at all. What it brings and what the flow's statements change is stored at once, together
/// with what was there before; a refused event takes all of it back, and the event is over when its changes are committed.
public struct FlowParameters: Sendable {
    /// By slot; nil where a parameter is absent.
    package private(set) var values: [FlowValue?]
    /// The changes of the event at hand, in order, each with the value before it.
    private var changes: [(slot: Int, before: FlowValue?)] = []
    /// The counters and the step presented last as they were before the event at hand.
    package var counters = SIMD16<UInt8>(repeating: 0)
    package var lastPresented = UInt32.max
    /// What is left of the fuel of the event at hand.
    package var fuel = Fuel()
    /// What is left of the fuel for values that a record of the table lists: each that is stored may be shown, asked or sent by every entry.
    package private(set) var listing = Fuel()
    /// The most entries of a record.
    private let entries: Int
    /// The time of the event at hand: milliseconds since 1970, as the host's clock says.
    package var time: Int64 = 0
    /// Transitions as written in the source that were taken, if they are to be recorded and the table has marks.
    package var marks: [Int] = []
    /// Whether ``marks`` are kept.
    package var recordsMarks = false

    /// No values yet, for runs of `table`.
    public init(_ table: TransitionTable) {
        self.init(slots: table.view.pointee.slots, longestList: table.view.pointee.longestList)
    }

    /// No values yet, for a flow with `slots` parameters, of which a record lists so many at most.
    package init(slots: Int, longestList: Int = 0) {
        entries = longestList
        values = [FlowValue?](repeating: nil, count: slots)
        changes.reserveCapacity(16)
    }

    /// The value of a slot, with what the event at hand has changed.
    package subscript(slot: Int) -> FlowValue? { values[slot] }

    /// Whether the event at hand has changed something.
    @inline(__always)
    package var hasChanges: Bool { !changes.isEmpty }

    /// How often a slot was changed since the event began.
    var changeCount: Int { changes.count }

    /// Whether a slot has a value. An empty list counts as none.
    package func isPresent(_ slot: Int) -> Bool { values[slot]?.isPresent ?? false }

    /// Changes a slot, so that it can be taken back.
    package mutating func set(_ slot: Int, _ value: FlowValue?) {
        changes.append((slot, values[slot]))
        values[slot] = value
        if let value { listing.spend(entries, times: value.weight) }
    }

    /// Makes the changes of the event at hand final.
    package mutating func commit() {
        listing = Fuel()
        changes.removeAll(keepingCapacity: true)
    }

    /// Takes back all changes of the event at hand.
    package mutating func discard() {
        listing = Fuel()
        for change in changes.reversed() { values[change.slot] = change.before }
        changes.removeAll(keepingCapacity: true)
    }

    /// The value that a slot had before the event at hand.
    package func original(_ slot: Int) -> FlowValue? {
        for change in changes where change.slot == slot { return change.before }
        return values[slot]
    }

    /// Gives a slot the value that it had before the event at hand.
    package mutating func restore(_ slot: Int) {
        set(slot, original(slot))
    }

    /// Clears every slot from `first` on but those for which `isKept` holds.
    package mutating func clear(from first: Int, except isKept: (Int) -> Bool) {
        for slot in first..<max(first, values.count) where values[slot] != nil && !isKept(slot) { set(slot, nil) }
    }
}

extension FlowValue {
    /// What it takes to show the value.
    var weight: Int {
        switch self {
        // Its bytes are shared, until they are written.
        case .text(let text): text.utf8.count / 8
        case .list(let items): Fuel.change * items.count
        case .map(let entries): 2 * Fuel.change * entries.count
        }
    }
}
