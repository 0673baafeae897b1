import FlowIR
import FlowTable

/// A state's transitions, sorted by event.
typealias Row = [RowEntry]

/// A state's transition on one event.
struct RowEntry: Hashable, Comparable {
    /// The event in the upper 32 bits and the value in the lower 32 bits, so that entries are ordered by event.
    private let bits: UInt64

    /// Creates the transition on `event` that leads to `value`. Both numbers must fit into 32 bits.
    init(event: Int, value: Int) {
        bits = UInt64(UInt32(truncatingIfNeeded: event)) << 32 | UInt64(UInt32(truncatingIfNeeded: value))
    }

    var event: Int { Int(bits >> 32) }

    /// A state, or the number of states plus a block.
    var value: Int { Int(bits & 0xFFFF_FFFF) }

    /// Returns whether `left` comes before `right` in a row.
    static func < (left: RowEntry, right: RowEntry) -> Bool { left.bits < right.bits }
}

/// Looks up transitions in rows as the interpreter does.
struct RowReader {
    /// The number of the first challenge that the flow defines.
    let firstChallenge: Int
    /// The number of the first error that the flow defines.
    let firstError: Int
    /// The number of the first failure that the flow defines.
    let firstFailure: Int

    /// Computes the numbers from the events that a flow defines.
    init(_ events: [Event]) {
        func count(_ kind: EventKind) -> Int { events.reduce(0) { $0 + ($1.kind == kind ? 1 : 0) } }
        firstChallenge = TableFormat.firstOwnEvent + count(.command) + count(.deadline)
        firstError = firstChallenge + count(.challenge)
        firstFailure = firstError + count(.error)
    }

    /// Returns the value of a row's entry for `event`, or nil if the row has no such entry.
    func value(in row: Row, on event: Int) -> Int? {
        var low = 0
        var high = row.count
        while low < high {
            let middle = (low + high) / 2
            if row[middle].event < event { low = middle + 1 } else { high = middle }
        }
        return low < row.count && row[low].event == event ? row[low].value : nil
    }

    /// Returns the built-in event whose entry applies if `event` has none, such as `otherError`; nil if there is none.
    func generalEvent(for event: Int) -> Int? {
        guard event >= firstChallenge else { return nil }
        if event < firstError { return BuiltinEvent.otherChallenge.rawValue }
        return event < firstFailure ? BuiltinEvent.otherError.rawValue : BuiltinEvent.otherFailure.rawValue
    }

    /// Returns the value that the interpreter finds for `event` in a row with a fallback row.
    ///
    /// The result is nil if both rows reject the event.
    func transition(of row: Row, fallback: Row, on event: Int) -> Int? {
        if let own = value(in: row, on: event) ?? value(in: fallback, on: event) { return own }
        guard let general = generalEvent(for: event) else { return nil }
        return value(in: row, on: general) ?? value(in: fallback, on: general)
    }

    /// Returns the entries that a row needs besides `fallback` to have the transitions of `full`.
    ///
    /// The result is nil if the fallback row accepts an event that `full` rejects.
    func remainder(of full: Row, over fallback: Row) -> Row? {
        // Without a fallback and without an event that has a general one, every entry is needed.
        if fallback.isEmpty, full.last.map({ $0.event < firstChallenge }) ?? true { return full }
        let events = sortedEvents(of: full, fallback)
        var needed: Row = []
        // General events are built in and come first, so their entries are added before those that they make redundant.
        for event in events {
            guard let wanted = transition(of: full, fallback: [], on: event) else { return nil }
            if transition(of: needed, fallback: fallback, on: event) != wanted {
                needed.append(RowEntry(event: event, value: wanted))
            }
        }
        // Verifies the result without relying on this order.
        for event in events {
            let wanted = transition(of: full, fallback: [], on: event)
            if transition(of: needed, fallback: fallback, on: event) != wanted { return nil }
        }
        return needed
    }

    /// Returns the events of two rows, sorted and without duplicates.
    private func sortedEvents(of first: Row, _ second: Row) -> [Int] {
        if second.isEmpty { return first.map(\.event) }
        return Set(first.map(\.event)).union(second.map(\.event)).sorted()
    }
}
