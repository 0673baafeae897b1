package import FlowModel
import FlowTable

extension CheckedFlow {
    /// Whether an estimate shows that the flow fits into a table.
    ///
    /// If it is false, only ``TableWriter`` can tell.
    package var isCertainToFit: Bool {
        guard maxBytes < ByteWriter.greatestNumber / 2, slots.count > 1, !states.isEmpty,
            counters.count <= TableFormat.maximumCounters,
            patterns.allSatisfy({ $0.accepts.count < 0xFF && $0.classCount < 0xFF })
        else { return false }
        return inputs.allSatisfy(Self.isSmall) && states.allSatisfy { Self.isSmall($0.kind) }
    }

    /// An upper bound for the table's size in bytes.
    ///
    /// It assumes that no rows or names are shared, and that each instruction and state refers to every slot.
    private var maxBytes: Int {
        var instructions = 0
        var names = 0
        for state in states {
            names += state.name.utf8.count
            if case .choice(let block) = state.kind { instructions += block.size }
            for block in state.transitions.values { instructions += block.size }
        }
        let rows = states.count * (Self.firstOwnEvent + events.count)
        return 8 * (rows + (instructions + states.count) * (slots.count + 16)) + names
    }

    /// Returns whether no number and no path of a state exceeds the table format.
    private static func isSmall(_ kind: State.Kind) -> Bool {
        switch kind {
        case .present(let presentation):
            if case .seconds(let seconds) = presentation.timeLimit, seconds >= ByteWriter.greatestNumber {
                return false
            }
            return presentation.asks.allSatisfy(isSmall)
        case .call(let request):
            let reply = request.reply
            let paths =
                request.inputs.map(\.path) + reply.outputs.map(\.path) + [reply.challengePath, reply.successPath]
            return paths.allSatisfy { $0.count <= TableFormat.maximumPathLength }
        case .choice, .handler, .end: return true
        }
    }

    private static func isSmall(_ ask: Ask) -> Bool { (ask.length ?? 0) < ByteWriter.greatestNumber }
}
