import FlowTable

/// What limits the time of a presented step: its own seconds, and the deadlines that it is in.
package struct StepLimits {
    /// The seconds that the step itself may take; nil if only deadlines limit it.
    private var own: Int?
    /// The deadlines, the outermost first: when each is over, and the event by which it is.
    private var deadlines: [(end: Int64, event: Int)] = []

    /// Reads the beginning of a step's record.
    init(_ reader: inout TrustedReader, _ parameters: FlowParameters) {
        let kind = reader.varint()
        switch kind % TableFormat.deadlines {
        case 1: own = reader.varint()
        // The compiler proves that the value is there. Where that was overruled, the limit is the shortest, and not none.
        case 2: own = parameters[reader.varint()]?.text.flatMap { SlotType.seconds($0) } ?? 1
        default: break
        }
        guard kind >= TableFormat.deadlines else { return }
        for _ in 0..<reader.varint() {
            let end = parameters[reader.varint()]?.text.flatMap { UTF8Text.number($0) } ?? 0
            deadlines.append((end, TableFormat.firstOwnEvent + reader.varint()))
        }
    }

    /// When the first of them is over, in milliseconds since 1970; nil if nothing limits the time. No deadline is further away than the longest
    /// there is: the clock may have been set back.
    package func end(since presented: Int64) -> Int64? {
        var end = own.map { presented + Int64($0) &* 1000 }
        for deadline in deadlines {
            let latest = min(deadline.end, presented + Int64(SlotType.allSeconds.upperBound) &* 1000)
            end = min(end ?? latest, latest)
        }
        return end
    }

    /// The event at a time at which one of them is over.
    func event(at time: Int64) -> Int {
        for deadline in deadlines where deadline.end <= time { return deadline.event }
        return own == nil ? deadlines.last?.event ?? BuiltinEvent.timeout.rawValue : BuiltinEvent.timeout.rawValue
    }
}
