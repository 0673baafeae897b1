import FlowCore
import FlowTable

/// An event of a flow that was made to keep a machine busy, with large values: its start, or what its start leads to.
struct WorstEvent {
    /// The tables of Benchmarks/worst, which `worst` of Fuzz has written.
    static let names = ["contains", "matches", "set-to-a-literal", "clear", "merge"]
    private static let words = 2_048

    private let table: TransitionTable

    /// Creates the event of a flow.
    init(_ table: TransitionTable) { self.table = table }

    /// What `BusyProgram` of Fuzz names what an event brings.
    private static let given: JSONValue = {
        let words = (0..<Self.words).map { "word-\($0)" }
        let list = JSONValue.array(words.map { .string($0) })
        let map = JSONValue.object(words.map { JSONMember($0, .string("value")) })
        let text = JSONValue.string(String(repeating: "a", count: 100_000))
        let members = [("list", list), ("other", list), ("map", map), ("more", map), ("text", text)]
        return .object(members.map { JSONMember($0, $1) })
    }()

    /// Starts the flow, answers the step, request or handler that follows, takes each notification, and reads what the flow then
    /// offers.
    /// - Returns: 1 if the event was taken, 0 if it was refused.
    func run() -> Int {
        var session = FlowSession(table)
        var effect = session.start(session.inputs.isEmpty ? .object([]) : Self.given)
        switch effect {
        case .present: effect = session.submit(Self.given)
        case .call: effect = session.reply(Self.given)
        case .handle: effect = session.handled(Self.given)
        case .notify, .end, .refused: break
        }
        while case .notify(let record) = effect {
            _ = session.notification(record)
            effect = session.proceed()
        }
        _ = (session.presentation, session.outcome)
        if case .refused = effect { return 0 }
        return 1
    }
}
