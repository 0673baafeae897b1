public import FlowCore
public import FlowRuntime

/// Keeps one sign-in sealed and guarded while a runner carries it out.
///
/// ```
/// let journal = SnapshotJournal(snapshots, expiry: now + 900)
/// let runner = FlowRunner(table, handlers: handlers, service: service, clock: ContinuousClock(), journal: journal)
/// …
/// let kept = await journal.sealed     // once, at the first step
/// ```
///
/// The bytes of the first step are enough for the whole sign-in: the guard knows what took their place. A journal belongs to one sign-in.
/// The next sign-in needs a journal and a runner of its own.
public actor SnapshotJournal: FlowJournal {
    private enum Standing {
        /// Nothing is kept before the first step.
        case new
        case kept(FlowSnapshot)
        /// The flow has ended. What its end still does is not kept.
        case ended
        /// The host has given the sign-in up: a request that is still to leave is refused.
        case givenUp
    }

    private let snapshots: GuardedSnapshots
    private let expiry: UInt64
    private var standing = Standing.new
    /// What the guard was given and did not confirm: one of these snapshots may be the last.
    private var doubtful: [FlowSnapshot] = []
    /// Whether the guard did not confirm an end.
    private var mayHaveEnded = false
    /// The record that is being written; the next one follows it.
    private var writing: Task<Void, Never>?
    /// The sealed sign-in, for the host to keep; nil before the first step and once the sign-in has ended.
    public private(set) var sealed: [UInt8]?

    /// A journal of a sign-in that begins.
    /// - Parameters:
    ///   - snapshots: what seals and guards it.
    ///   - expiry: when it stops being good, in seconds since 1970.
    public init(_ snapshots: GuardedSnapshots, expiry: UInt64) {
        self.snapshots = snapshots
        self.expiry = expiry
    }

    /// A journal of a sign-in that goes on.
    /// - Parameters:
    ///   - snapshots: what seals and guards it.
    ///   - snapshot: what ``GuardedSnapshots/resume(_:now:)`` gave.
    public init(_ snapshots: GuardedSnapshots, resuming snapshot: FlowSnapshot) {
        self.snapshots = snapshots
        expiry = snapshot.expiry
        standing = .kept(snapshot)
    }

    /// Spends the last snapshot for one whose request is on its way. Before the first step there is none to be spent.
    /// - Throws: the code of a ``FlowSnapshotError``.
    public func willCall(_ state: FlowSessionState) async throws(FlowHandlerFailure) {
        try await record { () throws(FlowSnapshotError) in try await self.spend(state, .calling) }
    }

    /// Keeps the step that stands, or ends the sign-in.
    /// - Throws: the code of a ``FlowSnapshotError``. A sign-in whose end the guard has not taken has not ended.
    public func didSettle(_ state: FlowSessionState, hasEnded: Bool) async throws(FlowHandlerFailure) {
        try await record { () throws(FlowSnapshotError) in
            try await hasEnded ? self.end(as: .ended) : self.spend(state, .presented)
        }
    }

    /// Gives the sign-in up: nothing goes on with it any more, here or from its sealed bytes. A sign-in that has ended stays so, and one that
    /// goes on in another process is not touched.
    /// - Throws: ``FlowSnapshotError``. The sealed bytes may still be good then; the host can try again.
    public func giveUp() async throws(FlowSnapshotError) {
        try await inOrder { () throws(FlowSnapshotError) in try await self.end(as: .givenUp) }
    }

    private typealias Write = @Sendable () async throws(FlowSnapshotError) -> Void

    private func record(_ write: @escaping Write) async throws(FlowHandlerFailure) {
        do throws(FlowSnapshotError) { try await inOrder(write) } catch { throw FlowHandlerFailure(error.code) }
    }

    private func inOrder(_ write: @escaping Write) async throws(FlowSnapshotError) {
        let before = writing
        let task = Task { () -> FlowSnapshotError? in
            await before?.value
            do throws(FlowSnapshotError) { try await write() } catch { return error }
            return nil
        }
        writing = Task { _ = await task.value }
        if let error = await task.value { throw error }
    }

    private func spend(_ state: FlowSessionState, _ phase: FlowSnapshot.Phase) async throws(FlowSnapshotError) {
        switch standing {
        case .kept(let last):
            let next = last.successor(state, phase)
            sealed = try await inDoubt(last, next) { former throws(FlowSnapshotError) in
                try await self.snapshots.replace(former, by: next)
            }
            standing = .kept(next)
        case .new where phase == .presented:
            let first = try await snapshots.begin(state, expiry: expiry)
            (standing, sealed) = (.kept(first.snapshot), first.sealed)
        case .givenUp: throw .spent
        case .new, .ended: break
        }
    }

    private func end(as next: Standing) async throws(FlowSnapshotError) {
        if case .givenUp = standing {
            if case .givenUp = next { return }
            throw .spent
        }
        if case .kept(let last) = standing {
            do throws(FlowSnapshotError) {
                try await inDoubt(last) { former throws(FlowSnapshotError) in try await self.snapshots.end(former) }
            } catch {
                guard error == .spent else {
                    mayHaveEnded = true
                    throw error
                }
                if case .ended = next {
                    guard mayHaveEnded, try await snapshots.hasEnded(last.signIn) else { throw .spent }
                }
            }
        }
        (standing, sealed) = (next, nil)
    }

    /// Writes in the place of the last snapshot. A guard that did not answer may have stored what it was given, so that it is the last.
    private func inDoubt<Result: Sendable>(
        _ last: FlowSnapshot, _ next: FlowSnapshot? = nil,
        _ write: (FlowSnapshot) async throws(FlowSnapshotError) -> Result
    ) async throws(FlowSnapshotError) -> Result {
        for former in [last] + doubtful {
            do throws(FlowSnapshotError) {
                let result = try await write(former)
                doubtful = []
                return result
            } catch {
                if error == .spent { continue }
                if let next { doubtful.append(next) }
                throw error
            }
        }
        throw .spent
    }
}
