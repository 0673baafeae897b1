public import FlowCore
public import FlowRuntime

/// A journal that stores one sign-in as sealed, guarded snapshots.
///
/// ```
/// let journal = SnapshotJournal(snapshots, expiry: now + 900)
/// let runner = FlowRunner(table, handlers: handlers, service: service, clock: ContinuousClock(), journal: journal)
/// …
/// let kept = await journal.sealed     // once, at the first step
/// ```
///
/// Store the sealed bytes of the first step. They are enough for the whole sign-in, because the guard stores their
/// successors. A journal belongs to one sign-in, so create a new journal and a new runner for the next sign-in.
public actor SnapshotJournal: FlowJournal, Redacted {
    /// The state of the sign-in in this journal.
    private enum Standing {
        /// Nothing is stored before the first step.
        case new
        /// The guard has confirmed this snapshot as the latest.
        case kept(FlowSnapshot)
        /// The flow has ended. Requests after its end are not recorded.
        ///
        /// `isReceived` becomes true when the runner learns of the end. If the runner stopped waiting before, it has
        /// returned to the last step, and the journal refuses its later requests.
        case ended(isReceived: Bool)
        /// The host has abandoned the sign-in. Further requests are refused.
        case givenUp
    }

    private let snapshots: GuardedSnapshots
    private let expiry: UInt64
    private var standing = Standing.new
    /// Snapshots that the guard was given and did not confirm. Any of them may be the latest.
    private var unconfirmed: [FlowSnapshot] = []
    /// Whether the guard was asked to end the sign-in and did not confirm it.
    private var mayHaveEnded = false
    /// The write in progress. The next one waits for it.
    private var writing: Task<Void, Never>?
    /// The sealed sign-in for the host to store; nil until this journal has a snapshot, and after the end.
    public private(set) var sealed: [UInt8]?

    /// Creates a journal for a new sign-in.
    /// - Parameters:
    ///   - snapshots: seals and guards the snapshots.
    ///   - expiry: when the sign-in expires, in seconds since 1970.
    public init(_ snapshots: GuardedSnapshots, expiry: UInt64) {
        self.snapshots = snapshots
        self.expiry = expiry
    }

    /// Creates a journal for a resumed sign-in.
    /// - Parameters:
    ///   - snapshots: seals and guards the snapshots.
    ///   - snapshot: the result of ``GuardedSnapshots/resume(_:now:)``.
    public init(_ snapshots: GuardedSnapshots, resuming snapshot: FlowSnapshot) {
        self.snapshots = snapshots
        expiry = snapshot.expiry
        standing = .kept(snapshot)
        sealed = try? snapshots.seal(snapshot)
    }

    /// The id of the sign-in; nil until this journal has a snapshot, and after the end.
    package var signIn: SnapshotID? { if case .kept(let last) = standing { last.signIn } else { nil } }

    /// Returns whether this journal has the latest snapshot of a sign-in. If not, another process has continued or ended
    /// the sign-in, or this journal belongs to another sign-in.
    /// - Throws: ``FlowSnapshotError/guardUnavailable`` if the guard's store cannot be read now.
    package func hasLatest(of signIn: SnapshotID) async throws(FlowSnapshotError) -> Bool {
        try await performInOrder { () throws(FlowSnapshotError) in try await self.isLatest(of: signIn) }
    }

    private func isLatest(of signIn: SnapshotID) async throws(FlowSnapshotError) -> Bool {
        guard case .kept(let last) = standing, last.signIn == signIn else { return false }
        let generation = try await snapshots.generation(of: signIn)
        return ([last] + unconfirmed).contains { $0.generation == generation }
    }

    /// Replaces the latest snapshot with one that waits for the reply to a request.
    ///
    /// It does nothing before the first step and after the end.
    /// - Throws: a failure named by the code of a ``FlowSnapshotError``.
    public func willCall(_ state: FlowSessionState) async throws(FlowHandlerFailure) {
        try await record { () throws(FlowSnapshotError) in try await self.store(state, .calling) }
    }

    /// Stores the presented step, or ends the sign-in.
    /// - Throws: a failure named by the code of a ``FlowSnapshotError``. The guard may then still store the previous
    ///   snapshot.
    public func didSettle(_ state: FlowSessionState, hasEnded: Bool) async throws(FlowHandlerFailure) {
        try await record { () throws(FlowSnapshotError) in
            try await hasEnded ? self.end(as: .ended(isReceived: false)) : self.store(state, .presented)
        }
        // A canceled task means that the runner no longer waits and has returned to the last step. It may also stop waiting
        // after this line. The sign-in has ended anyway, and its later requests are not recorded.
        if hasEnded, case .ended = standing, !Task.isCancelled { standing = .ended(isReceived: true) }
    }

    /// Abandons the sign-in, so that nobody can resume it.
    ///
    /// A sign-in that has ended, or that another process has continued, does not change.
    /// - Throws: ``FlowSnapshotError``. The sealed bytes may then still be valid, so try again.
    public func giveUp() async throws(FlowSnapshotError) {
        try await performInOrder { () throws(FlowSnapshotError) in try await self.end(as: .givenUp) }
    }

    /// An operation that changes what the guard stores.
    private typealias Write = @Sendable () async throws(FlowSnapshotError) -> Void

    /// Performs a write after all earlier ones, and converts its error to a failure for the runner.
    /// - Throws: a failure named by the code of a ``FlowSnapshotError``.
    private func record(_ write: @escaping Write) async throws(FlowHandlerFailure) {
        do throws(FlowSnapshotError) {
            try await performInOrder(write)
        } catch {
            throw FlowHandlerFailure(error.code)
        }
    }

    /// Performs an operation after all earlier ones have ended, even if the caller's task is canceled.
    /// - Throws: the error of this operation. Errors of earlier ones do not matter.
    private func performInOrder<Value: Sendable>(
        _ operation: @escaping @Sendable () async throws(FlowSnapshotError) -> Value
    ) async throws(FlowSnapshotError) -> Value {
        let earlier = writing
        let task = Task { () -> Result<Value, FlowSnapshotError> in
            await earlier?.value
            do throws(FlowSnapshotError) {
                return .success(try await operation())
            } catch {
                return .failure(error)
            }
        }
        // The next operation waits for this one, whatever its result.
        writing = Task { _ = await task.value }
        return try await task.value.get()
    }

    /// Stores a session as the latest snapshot. It does nothing before the first presented step and after the end.
    /// - Throws: ``FlowSnapshotError``; `spent` if the host has abandoned the sign-in, if the runner did not wait for its
    ///   end, or if another process has continued or ended it.
    private func store(_ state: FlowSessionState, _ phase: FlowSnapshot.Phase) async throws(FlowSnapshotError) {
        switch standing {
        case .kept(let last):
            let next = last.successor(state, phase)
            sealed = try await replaceLatest(last, by: next) { previous throws(FlowSnapshotError) in
                try await self.snapshots.replace(previous, by: next)
            }
            standing = .kept(next)
        case .new where phase == .presented:
            let first = try await snapshots.begin(state, expiry: expiry)
            standing = .kept(first.snapshot)
            sealed = first.sealed
        case .givenUp, .ended(isReceived: false): throw .spent
        case .new, .ended: break
        }
    }

    /// Ends the sign-in in the guard, and clears the sealed bytes.
    /// - Parameter outcome: `ended` if the flow has ended, or `givenUp` if the host abandons the sign-in.
    /// - Throws: ``FlowSnapshotError``; `spent` if the flow ends after the sign-in was abandoned, or after another
    ///   process has continued or ended it.
    private func end(as outcome: Standing) async throws(FlowSnapshotError) {
        if case .givenUp = standing {
            if case .givenUp = outcome { return }
            throw .spent
        }
        if case .kept(let last) = standing {
            do throws(FlowSnapshotError) {
                try await replaceLatest(last) { previous throws(FlowSnapshotError) in
                    try await self.snapshots.end(previous)
                }
            } catch {
                guard error == .spent else {
                    mayHaveEnded = true
                    throw error
                }
                // Another process has continued or ended the sign-in, or an unconfirmed write of this journal ended it.
                // An abandonment needs nothing more. An end is an error, unless this journal may have stored it.
                if case .ended = outcome {
                    guard mayHaveEnded, try await snapshots.generation(of: last.signIn) == nil else { throw .spent }
                }
            }
        }
        standing = outcome
        sealed = nil
    }

    /// Replaces the snapshot that the guard stores: the one that it confirmed last, or an unconfirmed one.
    ///
    /// Tries each of these candidates. After any error other than `spent`, the guard may have stored `next`, which
    /// therefore becomes an unconfirmed snapshot.
    /// - Parameters:
    ///   - last: the latest snapshot that the guard confirmed.
    ///   - next: the successor, or nil if the sign-in ends.
    ///   - write: replaces the given snapshot in the guard.
    /// - Returns: the result of `write`.
    /// - Throws: ``FlowSnapshotError``; `spent` if the guard stores none of the candidates.
    private func replaceLatest<Result: Sendable>(
        _ last: FlowSnapshot, by next: FlowSnapshot? = nil,
        _ write: (FlowSnapshot) async throws(FlowSnapshotError) -> Result
    ) async throws(FlowSnapshotError) -> Result {
        for previous in [last] + unconfirmed {
            do throws(FlowSnapshotError) {
                let result = try await write(previous)
                unconfirmed = []
                return result
            } catch {
                if error == .spent { continue }
                if let next { unconfirmed.append(next) }
                throw error
            }
        }
        throw .spent
    }
}
