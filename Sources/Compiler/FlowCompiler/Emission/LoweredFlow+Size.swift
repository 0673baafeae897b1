package import FlowIR
import FlowTable

extension LoweredFlow {
    /// Whether a quick estimate shows that the flow fits into a table.
    ///
    /// If the property is false, the flow may still fit. Call ``TableWriter/write(_:options:)`` to find out.
    package var isCertainToFit: Bool {
        // Half of the greatest size leaves a margin for what the estimate omits, such as strings and patterns.
        let isSmall = estimatedBytes < ByteWriter.greatestNumber / 2
        let hasErrorSlots = slots.count > TableFormat.errorMessageSlot
        guard isSmall, hasErrorSlots, !states.isEmpty, counters.count <= TableFormat.maximumCounters,
            patterns.allSatisfy({ $0.accepts.count < UInt8.max && $0.classCount < UInt8.max })
        else { return false }
        return inputs.allSatisfy(Self.isWithinLimits) && states.allSatisfy { Self.isWithinLimits($0.kind) }
    }

    /// A generous estimate of the table's size in bytes.
    ///
    /// It assumes that no rows or names are shared, and that each instruction and state refers to every slot and to a
    /// few other elements.
    private var estimatedBytes: Int {
        var instructions = 0
        var names = 0
        for state in states {
            names += state.name.utf8.count
            for block in state.blocks { instructions += block.size }
        }
        let rows = states.count * (TableFormat.firstOwnEvent + events.count)
        let bytesPerElement = 8
        let otherElements = 16
        let elements = rows + (instructions + states.count) * (slots.count + otherElements)
        return bytesPerElement * elements + names
    }

    /// Returns whether all numbers and paths of a state are within the limits of the table format.
    private static func isWithinLimits(_ kind: State.Kind) -> Bool {
        switch kind {
        case .present(let presentation):
            if case .seconds(let seconds) = presentation.timeLimit, seconds >= ByteWriter.greatestNumber {
                return false
            }
            return presentation.asks.allSatisfy(isWithinLimits)
        case .call(let request):
            let reply = request.reply
            let paths =
                request.inputs.map(\.path) + reply.outputs.map(\.path) + [reply.challengePath, reply.successPath]
            return paths.allSatisfy { $0.count <= TableFormat.maximumPathLength }
        case .choice, .handler, .end: return true
        }
    }

    /// Returns whether the required length of an ask, if any, is within the limits of the table format.
    private static func isWithinLimits(_ ask: Ask) -> Bool { (ask.length ?? 0) < ByteWriter.greatestNumber }
}
