public import FlowTable

/// The parameter values of one session: plain values, by slot of the table.
///
/// What an event brings is staged first; guards see it, and it takes effect only when a transition is taken, so that a refused
/// event changes nothing.
public struct FlowParameters: Sendable {
    /// By slot; nothing where a parameter is absent.
    package private(set) var values: [FlowValue?]
    /// Changes that the event at hand brings, in order.
    private var staged: [(slot: Int, value: FlowValue?)] = []
    /// Transitions as written in the source that were taken, if they are to be recorded and the table has marks.
    package var marks: [Int] = []
    /// Whether ``marks`` are kept.
    package var recordsMarks = false

    /// No values yet, for runs of `table`.
    public init(_ table: TransitionTable) {
        self.init(slots: table.view.pointee.slots)
    }

    /// No values yet, for a flow with `slots` parameters.
    package init(slots: Int) {
        values = [FlowValue?](repeating: nil, count: slots)
        staged.reserveCapacity(16)
    }

    /// The value of a slot, staged ones first.
    package subscript(slot: Int) -> FlowValue? {
        if staged.isEmpty { return values[slot] }
        for change in staged.reversed() where change.slot == slot { return change.value }
        return values[slot]
    }

    /// Whether changes wait for a transition.
    @inline(__always)
    package var hasStaged: Bool { !staged.isEmpty }

    /// Stages a change.
    package mutating func stage(_ slot: Int, _ value: FlowValue?) {
        staged.append((slot, value))
    }

    /// Makes all staged changes.
    package mutating func commit() {
        for change in staged { values[change.slot] = change.value }
        staged.removeAll(keepingCapacity: true)
    }

    /// Forgets all staged changes.
    package mutating func discard() {
        staged.removeAll(keepingCapacity: true)
    }

    /// Forgets the staged changes of two slots.
    package mutating func unstage(_ first: Int, _ second: Int) {
        staged.removeAll { $0.slot == first || $0.slot == second }
    }

    /// Sets a slot at once.
    package mutating func set(_ slot: Int, _ value: FlowValue?) {
        values[slot] = value
    }

    /// Clears every slot from `first` on but those for which `isKept` holds.
    package mutating func clear(from first: Int, except isKept: (Int) -> Bool) {
        for slot in first..<max(first, values.count) where !isKept(slot) { values[slot] = nil }
    }
}
