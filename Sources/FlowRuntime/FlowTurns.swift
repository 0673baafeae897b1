/// The turns of a running flow as an asynchronous sequence.
///
/// The sequence begins with the current turn, or waits for the first start. It then yields each turn that an event or a
/// timeout begins, and ends after an outcome. It buffers nothing: whoever is slow gets only the latest turn.
/// A call such as ``FlowTurn/submit(_:)`` returns the turn that it causes, and every iteration yields that turn as well.
/// Several tasks can iterate at the same time. An iteration keeps the session, and with it the time limits, alive; it
/// ends with nil if its task is cancelled.
public struct FlowTurns: AsyncSequence, Sendable {
    /// An element of the sequence.
    public typealias Element = FlowTurn

    let runner: any TurnTaking

    /// Returns an iterator that begins with the current turn.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(runner: runner) }

    /// Waits for the next turn.
    public struct AsyncIterator: AsyncIteratorProtocol {
        /// An element of the sequence.
        public typealias Element = FlowTurn

        private let runner: any TurnTaking
        private var signals: AsyncStream<Void>.Iterator?
        private var lastNumber = 0
        private var hasEnded = false

        init(runner: any TurnTaking) { self.runner = runner }

        /// Returns the next turn, or nil after an outcome or if the task is cancelled.
        public mutating func next() async -> FlowTurn? {
            guard !hasEnded else { return nil }
            if signals == nil { signals = await runner.turnSignals().makeAsyncIterator() }
            while !Task.isCancelled {
                if let turn = await runner.turn, turn.number > lastNumber {
                    lastNumber = turn.number
                    if case .end = turn.content { hasEnded = true }
                    return turn
                }
                guard await signals?.next() != nil else { break }
            }
            hasEnded = true
            return nil
        }
    }
}
