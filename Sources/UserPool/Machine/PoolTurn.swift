import FlowCore

/// The result of a turn: a reply or the work to wait for, and what to do first.
package struct PoolTurn: Sendable {
    /// How a turn ends.
    package enum Outcome: Sendable {
        /// The request is answered.
        case reply(PoolReply)
        /// The request waits for this work, whose result its next turn takes.
        case wait(@Sendable () async -> Waiting)
    }

    /// A request whose work is done, for ``Pool/resume(_:at:)``.
    package struct Waiting: Sendable {
        let operation: String
        let resume: PoolStep<JSONValue>.Resumption
    }

    /// What must happen outside the machine after a turn.
    package enum Action: Sendable {
        /// The state must be stored. If it cannot be, the reply is ``PoolError/notStored`` and the actions end.
        ///
        /// If `isUndoable` is true, the turn's changes are then undone. They are not if they count a failed attempt,
        /// and the next successful write includes them: an attacker who fills the disk gets no additional guesses. The
        /// same error as for a right guess does not reveal whether a guess is right.
        case store(isUndoable: Bool)
        /// The message must be sent.
        case send(PoolMessage)
    }

    package let outcome: Outcome
    package let actions: [Action]

    /// Creates the turn of a request that was not read.
    static func rejection(_ type: String, _ message: String) -> PoolTurn {
        PoolTurn(outcome: .reply(PoolReply(error: type, message)), actions: [])
    }
}
