import FlowTable

/// The time limits of a presented step, which are its own limit and the deadlines that have started.
package struct StepLimits {
    /// The step's own limit in seconds, or nil if only deadlines limit it.
    private var own: Int?
    /// The deadlines, outermost first. Each has an end, in milliseconds since 1970, and raises an event.
    private var deadlines: [(end: Int64, event: Int)] = []

    /// Creates the limits from the start of a step's record, and moves the reader past them.
    init(_ reader: inout TrustedReader, _ parameters: FlowParameters) {
        let kind = reader.readVarint()
        switch kind % TableFormat.deadlines {
        case TableFormat.limitInSeconds: own = reader.readVarint()
        // If the slot is empty, which the compiler reports, the limit is one second.
        case TableFormat.limitInSlot:
            let text = parameters[reader.readVarint()]?.text
            own = text.flatMap { SlotType.seconds($0) } ?? 1
        default: break
        }
        guard kind >= TableFormat.deadlines else { return }
        for _ in 0..<reader.readVarint() {
            // If the slot is empty, the deadline has already passed.
            let text = parameters[reader.readVarint()]?.text
            let end = text.flatMap { UTF8Text.number($0) } ?? 0
            deadlines.append((end, TableFormat.firstOwnEvent + reader.readVarint()))
        }
    }

    /// Returns when the first limit passes, in milliseconds since 1970; nil if there is no limit.
    ///
    /// `presented` is when the step was presented. Each deadline ends at most a day later, even if the clock was set back
    /// in between.
    package func end(since presented: Int64) -> Int64? {
        var end = own.map { presented + Int64($0) &* 1000 }
        for deadline in deadlines {
            let latest = min(deadline.end, presented + Int64(SlotType.allSeconds.upperBound) &* 1000)
            end = min(end ?? latest, latest)
        }
        return end
    }

    /// Returns the event of the outermost deadline that has passed by `time`.
    ///
    /// If none has passed, it returns the event of the step's own limit or, without such a limit, of the innermost
    /// deadline.
    func event(at time: Int64) -> Int {
        for deadline in deadlines where deadline.end <= time { return deadline.event }
        if own == nil, let innermost = deadlines.last { return innermost.event }
        return BuiltinEvent.timeout.rawValue
    }
}
