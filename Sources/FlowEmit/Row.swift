import FlowModel
import FlowTable

/// What one state does, by event: entries in the order of their events, each event in the upper half, the value below it.
typealias Row = [UInt64]

extension UInt64 {
    /// Creates a row's entry.
    init(event: Int, value: Int) {
        self = UInt64(UInt32(truncatingIfNeeded: event)) << 32 | UInt64(UInt32(truncatingIfNeeded: value))
    }

    /// The event of a row's entry.
    var event: Int { Int(self >> 32) }

    /// The value of a row's entry: a state, or the number of states plus a block.
    var value: Int { Int(self & 0xFFFF_FFFF) }
}

/// Reads rows as a step does.
struct RowReader {
    /// First own event numbers of challenges, errors and failures.
    let firstChallenge: Int
    let firstError: Int
    let firstFailure: Int

    /// Creates a reader for rows of a flow with these own events.
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

    /// The event whose entry stands for `event` where it has none of its own.
    func general(for event: Int) -> Int? {
        guard event >= firstChallenge else { return nil }
        if event < firstError { return BuiltinEvent.otherChallenge.rawValue }
        return event < firstFailure ? BuiltinEvent.otherError.rawValue : BuiltinEvent.otherFailure.rawValue
    }

    /// What a row and its fallback do on `event`.
    func transition(_ row: Row, _ fallback: Row, _ event: Int) -> Int? {
        if let own = value(row, event) ?? value(fallback, event) { return own }
        guard let general = general(for: event) else { return nil }
        return value(row, general) ?? value(fallback, general)
    }

    /// The entries that a state needs beside `fallback` so that it does what `full` says; nil if that cannot be, because
    /// the fallback takes an event that the state must refuse.
    func remainder(of full: Row, over fallback: Row) -> Row? {
        // Without a fallback, and without an entry that one for "all others" could stand for, all are needed.
        if fallback.isEmpty, full.last.map({ $0.event < firstChallenge }) ?? true { return full }
        let events = merged(full, fallback)
        var rest: Row = []
        // Built-in events come first, so the entries for "all others" are settled before those that they stand for.
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
