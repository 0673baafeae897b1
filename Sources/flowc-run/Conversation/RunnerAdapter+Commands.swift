import FlowCore
import FlowRuntime
import FlowTable
import FlowTool

extension TransitionTable {
    /// The names of the operations that the flow calls.
    var operations: [String] {
        (0..<view.pointee.calls).map { call in
            var request = record(view.pointee.callRecord[call])
            // The record of a call starts with the operation's name.
            return string(request.readVarint())
        }
    }
}

extension RunnerAdapter {
    /// Returns the commands that the flow accepts now, including `back` and `cancel`.
    ///
    /// It tries each command on a copy of the session. If there is no session, the result is empty.
    func acceptedCommands() async -> [String] {
        guard let state = await runner.state, let session = try? FlowSession(restoring: state, table) else { return [] }
        return possibleCommands.filter { name in
            var copy = session
            if case .refused = copy.send(name) { return false }
            return true
        }
    }

    /// The events that the flow itself defines, and `back` and `cancel`.
    private var possibleCommands: [String] {
        let first = TableFormat.firstOwnEvent
        return (first..<max(first, table.view.pointee.firstChallenge)).map { table.eventName($0) }
            + [ProtocolLine.back, ProtocolLine.cancel]
    }
}
