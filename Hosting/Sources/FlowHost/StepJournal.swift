import FlowRuntime
import FlowSealing
import Synchronization

/// Records one event of a sign-in in the guard.
///
/// Before the event's first request, the journal acquires a lease of the sign-in: it replaces the snapshot that the
/// event answers with one that waits for a reply. Only one node can do so. When the flow has reached a step or an end,
/// the journal replaces that snapshot with the result. A start, or an event without a request, needs no lease: it
/// writes only its result.
///
/// Under a lease, the result must not be lost. If Redis is unavailable, the journal tries again until the lease ends.
/// If Redis does not confirm a lease, no request is sent, and the journal withdraws the lease.
final class StepJournal: FlowJournal, Redacted {
    /// What an event needs to be recorded.
    struct Context: Sendable {
        let store: GuardStore
        let sealer: SnapshotSealer
        let settings: FlowHostSettings
        /// The generation that the event answers. A client that sends the event again names it.
        let answered: SnapshotID
        /// The digest of the event.
        let digest: [UInt8]
        /// The current time, in seconds since 1970.
        let now: UInt64
        /// Called if Redis is unavailable while the journal retries; may be called several times.
        let reportUnavailable: @Sendable () -> Void
    }

    /// The journal retries only until the lease ends.
    let hasOwnLimits = true

    private struct State {
        /// The latest snapshot in the guard; nil before the first step.
        var last: FlowSnapshot?
        /// When the lease ends; nil until Redis has confirmed it.
        var leaseEnd: ContinuousClock.Instant?
        /// The snapshot of a lease that Redis did not confirm; nil if there is none.
        var unconfirmed: FlowSnapshot?
        var result: (snapshot: FlowSnapshot, sealed: [UInt8])?
        var failure: Failure?
    }

    private let context: Context
    private let state: Mutex<State>

    /// The snapshot of the step or the end, and its sealed bytes, which are empty if nothing was stored; nil before.
    var result: (snapshot: FlowSnapshot, sealed: [UInt8])? { state.withLock { $0.result } }
    /// Why the event was not recorded.
    var failure: Failure? { state.withLock { $0.failure } }
    private var last: FlowSnapshot? { state.withLock { $0.last } }

    /// Why an event was not recorded.
    enum Failure: Sendable {
        case unavailable(RedisFailure)
        case conflict(GuardStore.Conflict)
        /// The snapshot could not be sealed, for example because the state is too large.
        case notKept
    }

    /// Creates a journal for an event.
    /// - Parameters:
    ///   - context: what the event needs to be recorded.
    ///   - last: the snapshot that the event continues; nil for a start.
    init(_ context: Context, after last: FlowSnapshot?) {
        self.context = context
        state = Mutex(State(last: last))
    }

    /// Acquires a lease for a request. Before the first step, only checks that Redis accepts writes.
    func willCall(_ session: FlowSessionState) async throws(FlowHandlerFailure) {
        guard let last else {
            // A start can be repeated. It must not send a code if its step could not be stored.
            try await perform { store throws(RedisFailure) in
                try await store.check()
                return nil
            }
            return
        }
        let next = last.successor(session, .calling)
        do throws(FlowHandlerFailure) {
            try await write(next, replacing: last, lease: context.settings.lease)
        } catch {
            state.withLock { state in
                if case .unavailable(.noReply) = state.failure, state.leaseEnd == nil { state.unconfirmed = next }
            }
            throw error
        }
        state.withLock { [lease = context.settings.lease] state in
            state.leaseEnd = .now + lease
            state.last = next
        }
    }

    /// Stores the step or the end that the event led to.
    func didSettle(_ session: FlowSessionState, hasEnded: Bool) async throws(FlowHandlerFailure) {
        let expiry = context.now + UInt64(max(1, context.settings.lifetime.components.seconds))
        let last = self.last
        let next = last?.successor(session, .presented) ?? FlowSnapshot(first: session, expiry: expiry)
        // A flow that ends at its start has no pending sign-in.
        let isStored = last != nil || !hasEnded
        let sealed = isStored ? try await write(next, replacing: last, hasEnded: hasEnded) : []
        state.withLock { $0.result = (next, sealed) }
    }

    /// If the flow has refused the event after a request, restores the snapshot from before the event.
    func undo(to original: FlowSnapshot) async {
        guard let last, last.generation != original.generation, result == nil else { return }
        _ = try? await restore(original, after: last)
    }

    /// Removes a lease that Redis may have granted although its reply is missing. No request was sent.
    func withdraw(to original: FlowSnapshot) async {
        guard let unconfirmed = state.withLock({ $0.unconfirmed }) else { return }
        context.reportUnavailable()
        let end = ContinuousClock.now + context.settings.lease
        repeat {
            // Redis stores the lease before this limit, or never.
            try? await Task.sleep(for: context.store.commandLimit)
            if (try? await restore(original, after: unconfirmed)) != nil { return }
        } while ContinuousClock.now < end
    }

    /// Replaces the snapshot `last` by the original one, if `last` is the latest in the guard.
    private func restore(_ original: FlowSnapshot, after last: FlowSnapshot) async throws {
        let sealed = try context.sealer.seal(original)
        // The client may have an id of the original, whatever this host would give it.
        let write = guardWrite(original, sealed, keepsSealed: true)
        _ = try await context.store.replace(last.generation, of: last.signIn, by: write)
    }

    /// Seals a snapshot, and replaces the previous one with it.
    @discardableResult
    private func write(
        _ next: FlowSnapshot, replacing previous: FlowSnapshot?, lease: Duration = .zero, hasEnded: Bool = false
    ) async throws(FlowHandlerFailure) -> [UInt8] {
        let sealed: [UInt8]
        do throws(FlowSnapshotError) {
            sealed = try context.sealer.seal(next)
        } catch {
            throw fail(.notKept)
        }
        let entry = guardWrite(next, sealed, lease: lease, hasEnded: hasEnded)
        try await perform { store throws(RedisFailure) in
            try await store.replace(previous?.generation, of: next.signIn, by: entry)
        }
        return sealed
    }

    private func guardWrite(
        _ next: FlowSnapshot, _ sealed: [UInt8], lease: Duration = .zero, hasEnded: Bool = false,
        keepsSealed: Bool = false
    ) -> GuardWrite {
        let settings = context.settings
        let left = Duration.seconds(Int64(clamping: max(1, next.expiry - min(next.expiry, context.now))))
        let lifetime = hasEnded ? min(left, max(settings.resendWindow, settings.lease)) : left
        let isNeeded = keepsSealed || lease > .zero || settings.stateStorage == .redis && !hasEnded
        return GuardWrite(
            generation: next.generation, answered: context.answered, digest: context.digest, lease: lease,
            lifetime: lifetime, sealed: sealed, sealedLifetime: isNeeded ? left : min(left, settings.resendWindow))
    }

    private typealias Operation = @Sendable (GuardStore) async throws(RedisFailure) -> GuardStore.Conflict?

    /// Performs an operation. Under a lease, tries again while Redis is unavailable, until the lease ends.
    private func perform(_ operation: Operation) async throws(FlowHandlerFailure) {
        var mayReport = true
        while true {
            let failure: Failure
            do throws(RedisFailure) {
                guard let conflict = try await operation(context.store) else { return }
                failure = .conflict(conflict)
            } catch {
                failure = .unavailable(error)
            }
            guard case .unavailable = failure, let leaseEnd = state.withLock({ $0.leaseEnd }),
                ContinuousClock.now < leaseEnd
            else { throw fail(failure) }
            if mayReport { context.reportUnavailable() }
            mayReport = false
            try? await Task.sleep(for: .milliseconds(100))
        }
    }

    /// Remembers a failure for the host, and returns it for the runner.
    private func fail(_ failure: Failure) -> FlowHandlerFailure {
        state.withLock { $0.failure = failure }
        return switch failure {
        case .unavailable: FlowHandlerFailure(FlowSnapshotError.guardUnavailable.code)
        case .conflict: FlowHandlerFailure(FlowSnapshotError.spent.code)
        case .notKept: FlowHandlerFailure(FlowSnapshotError.notKept.code)
        }
    }
}
