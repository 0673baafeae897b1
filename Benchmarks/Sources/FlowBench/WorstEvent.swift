import FlowCore
import FlowTable

/// The start of a flow that was made to keep a machine busy, with large values.
struct WorstEvent {
    /// The tables of Benchmarks/worst, which `worst` of Fuzz has written.
    static let names = ["contains", "matches", "set-to-a-literal", "clear", "merge"]
    private static let words = 2_048

    private let table: TransitionTable
    private let given: JSONValue

    /// The start of a flow, given all that it asks for.
    init(_ table: TransitionTable) {
        self.table = table
        let words = (0..<Self.words).map { "word-\($0)" }
        given = .object(
            FlowSession(table).inputs.map { ask in
                switch ask.type {
                case "list": JSONMember(ask.name, .array(words.map { .string($0) }))
                case "map": JSONMember(ask.name, .object(words.map { JSONMember($0, .string("value")) }))
                default: JSONMember(ask.name, .string(String(repeating: "a", count: 100_000)))
                }
            })
    }

    /// Starts the flow, takes each notification, and reads what the flow then offers.
    /// - Returns: 1 if the start was taken, 0 if it was refused.
    func run() -> Int {
        var session = FlowSession(table)
        var effect = session.start(given)
        while case .notify(let record) = effect {
            _ = session.notification(record)
            effect = session.proceed()
        }
        _ = (session.presentation, session.outcome)
        if case .refused = effect { return 0 }
        return 1
    }
}
