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
/// The bytes of the first step are enough for the whole sign-in: the guard knows what took their place.
public actor SnapshotJournal: FlowJournal {
    private let snapshots: GuardedSnapshots
    private let expiry: UInt64
    private var last: FlowSnapshot?
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
        last = snapshot
    }

    /// Spends the last snapshot for one whose request is on its way. Before the first step there is none to be spent.
    /// - Throws: the code of a ``FlowSnapshotError``.
    public func willCall(_ state: FlowSessionState) async throws(FlowHandlerFailure) {
        guard let failure = await inOrder({ await self.spend(state, .calling) }) else { return }
        throw FlowHandlerFailure(failure.code)
    }

    /// Keeps the step that stands, or ends the sign-in.
    public func didSettle(_ state: FlowSessionState, hasEnded: Bool) async {
        _ = await inOrder { await hasEnded ? self.end() : self.spend(state, .presented) }
    }

    private func inOrder(
        _ write: @escaping @Sendable () async -> FlowSnapshotError?
    ) async -> FlowSnapshotError? {
        let before = writing
        let task = Task {
            await before?.value
            return await write()
        }
        writing = Task { _ = await task.value }
        return await task.value
    }

    private func spend(_ state: FlowSessionState, _ phase: FlowSnapshot.Phase) async -> FlowSnapshotError? {
        do throws(FlowSnapshotError) {
            if let last {
                let next = try await snapshots.spend(last, for: state, phase)
                (self.last, sealed) = (next.snapshot, next.sealed)
            } else if phase == .presented {
                let first = try await snapshots.begin(state, expiry: expiry)
                (last, sealed) = (first.snapshot, first.sealed)
            }
            return nil
        } catch {
            return error
        }
    }

    private func end() async -> FlowSnapshotError? {
        guard let last else { return nil }
        sealed = nil
        self.last = nil
        do throws(FlowSnapshotError) {
            try await snapshots.end(last)
            return nil
        } catch {
            return error
        }
    }
}
