import FlowModel
import FlowTable

/// A state's transitions, sorted by event.
///
/// An entry has its event in the upper half and its value in the lower half.
typealias Row = [UInt64]

extension UInt64 {
    init(event: Int, value: Int) {
        self = UInt64(UInt32(truncatingIfNeeded: event)) << 32 | UInt64(UInt32(truncatingIfNeeded: value))
    }

    /// The event of an entry.
    var event: Int { Int(self >> 32) }

    /// The value of an entry: a state, or the number of states plus a block.
    var value: Int { Int(self & 0xFFFF_FFFF) }
}

/// Looks up rows as the interpreter does.
struct RowReader {
    /// The first own event numbers of challenges, errors and failures.
    let firstChallenge: Int
    let firstError: Int
    let firstFailure: Int

    /// Creates a reader for a flow with these own events.
    init(_ events: [Event]) {
        func count(_ kind: EventKind) -> Int { events.reduce(0) { $0 + ($1.kind == kind ? 1 : 0) } }
        firstChallenge = TableFormat.firstOwnEvent + count(.command) + count(.deadline)
        firstError = firstChallenge + count(.challenge)
        firstFailure = firstError + count(.error)
    }

    /// The value of `event` in a row.
    func value(_ row: Row, _ event: Int) -> Int? {
        var low = 0
        var high = row.count
        while low < high {
            let middle = (low + high) / 2
            if row[middle].event < event { low = middle + 1 } else { high = middle }
        }
        return low < row.count && row[low].event == event ? row[low].value : nil
    }

    /// The general event that applies if `event` has no entry of its own.
    func general(for event: Int) -> Int? {
        guard event >= firstChallenge else { return nil }
        if event < firstError { return BuiltinEvent.otherChallenge.rawValue }
        return event < firstFailure ? BuiltinEvent.otherError.rawValue : BuiltinEvent.otherFailure.rawValue
    }

    /// The transition of a row and its fallback on `event`.
    func transition(_ row: Row, _ fallback: Row, _ event: Int) -> Int? {
        if let own = value(row, event) ?? value(fallback, event) { return own }
        guard let general = general(for: event) else { return nil }
        return value(row, general) ?? value(fallback, general)
    }

    /// The entries that a state needs besides `fallback` to behave like `full`.
    ///
    /// It is nil if the fallback accepts an event that the state must reject.
    func remainder(of full: Row, over fallback: Row) -> Row? {
        // Without a fallback, and without an entry that a general one could replace, all entries are needed.
        if fallback.isEmpty, full.last.map({ $0.event < firstChallenge }) ?? true { return full }
        let events = merged(full, fallback)
        var rest: Row = []
        // Built-in events come first, so general entries are decided before those that they cover.
        for event in events {
            guard let wanted = transition(full, [], event) else { return nil }
            if transition(rest, fallback, event) != wanted { rest.append(UInt64(event: event, value: wanted)) }
        }
        for event in events where transition(rest, fallback, event) != transition(full, [], event) {
            return nil
        }
        return rest
    }

    /// The events of two rows, in order.
    private func merged(_ first: Row, _ second: Row) -> [Int] {
        if second.isEmpty { return first.map(\.event) }
        return Set(first.map(\.event)).union(second.map(\.event)).sorted()
    }
}
