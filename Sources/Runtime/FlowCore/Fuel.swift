import FlowTable

/// The work that an event may still do, in bytes compared and moved.
///
/// Fuel stops a table that was crafted to keep a machine busy. The term comes from WebAssembly engines.
struct Fuel: Sendable {
    /// The remaining fuel. It is negative if more was spent than there was.
    private var left: Int

    /// The base cost of an instruction, and of each text that is read.
    static let instruction = 8
    /// The cost of reading an element of an instruction's list.
    static let operand = 2
    /// The cost of changing a slot, of showing a value, and of a list's item or a map's entry.
    static let change = 64
    /// The fuel of an event, which bounds the time that a crafted table can take.
    static let event = 1 << 23

    /// Creates fuel of this amount. The default is the fuel of an event.
    init(_ amount: Int = Fuel.event) { left = amount }

    @inline(__always)
    var isSpent: Bool { left < 0 }

    /// Spends fuel on `bytes` bytes. Loops must check ``isSpent`` and stop.
    @inline(__always)
    mutating func spend(_ bytes: Int) {
        left = bytes <= left ? left - bytes : -1
    }

    /// Spends fuel on `bytes` bytes, `count` times. A product that overflows spends all fuel.
    mutating func spend(_ bytes: Int, times count: Int) {
        let (product, isTooLarge) = bytes.multipliedReportingOverflow(by: count)
        spend(isTooLarge ? .max : product)
    }

    /// Adds fuel for comparing and moving `bytes` bytes.
    mutating func add(_ bytes: Int) { left += bytes }

    /// Spends fuel on comparing a text of `count` bytes with a text of `other` bytes.
    ///
    /// If the lengths differ, no bytes are compared, so only the base cost is spent.
    @inline(__always)
    mutating func spend(comparing count: Int, with other: Int) {
        spend(count == other ? Self.instruction + count : Self.instruction)
    }
}

/// The time limits of a presented step, which are its own limit and the deadlines that have started.
struct StepLimits {
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
    /// `presented` is when the step was presented. A deadline counts as at most a day after that time, even if the
    /// clock was set back after the deadline began.
    func end(since presented: Int64) -> Int64? {
        var end = own.map { presented + Int64($0) &* 1000 }
        for deadline in deadlines {
            let deadlineEnd = min(deadline.end, presented + Int64(SlotType.allSeconds.upperBound) &* 1000)
            end = min(end ?? deadlineEnd, deadlineEnd)
        }
        return end
    }

    /// Returns the event of the outermost deadline that has passed by `time`.
    ///
    /// If none has passed, returns the event of the step's own limit or, without such a limit, of the innermost
    /// deadline.
    func event(at time: Int64) -> Int {
        for deadline in deadlines where deadline.end <= time { return deadline.event }
        if own == nil, let innermost = deadlines.last { return innermost.event }
        return BuiltinEvent.timeout.rawValue
    }
}
