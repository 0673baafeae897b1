import FlowCore
import FlowRuntime
import FlowTable

extension FlowTalk {
    /// The commands that the flow takes where it stands: its own, and `back` and `cancel`. None of them is carried out.
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
