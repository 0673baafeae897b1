import FlowCore
import FlowRuntime
import FlowTable

extension TransitionTable {
    /// The operations that the flow calls.
    var operations: [String] {
        (0..<view.pointee.calls).map { call in
            var request = record(view.pointee.callRecord[call])
            return string(request.varint())
        }
    }
}

extension RunnerAdapter {
    /// The commands that the flow accepts now, including `back` and `cancel`.
    ///
    /// It executes none of them.
    func commands() async -> [String] {
        guard let state = await runner.state, let session = try? FlowSession(restoring: state, table) else { return [] }
        return ownCommands.filter { name in
            var copy = session
            if case .refused = copy.send(name) { return false }
            return true
        }
    }

    private var ownCommands: [String] {
        let first = TableFormat.firstOwnEvent
        return (first..<max(first, table.view.pointee.firstChallenge)).map { table.eventName($0) } + ["back", "cancel"]
    }
}
