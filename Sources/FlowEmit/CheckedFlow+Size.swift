package import FlowModel
import FlowTable

extension CheckedFlow {
    /// Whether it is so small that nothing of it can outgrow the table: then it need not be written to find that out.
    package var fitsSurely: Bool {
        let blocks = states.reduce(0) { $0 + $1.transitions.count }
        guard states.count + blocks < 5_000, slots.count < 2_000, slots.count > 1, !states.isEmpty,
            counters.count <= TableFormat.maximumCounters,
            patterns.allSatisfy({ $0.accepts.count < 0xFF && $0.classCount < 0xFF })
        else { return false }
        return inputs.allSatisfy(Self.isSmall) && states.allSatisfy { Self.isSmall($0.kind) }
    }

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
