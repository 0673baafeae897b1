import FlowRuntime
import FlowSealing
import Synchronization

/// Plays one event of one sign-in.
struct StepPlayer: Sendable {
    /// What all events share.
    struct Shared: Sendable {
        let store: GuardStore
        var settings: FlowHostSettings
        let digests: EventDigests
    }

    let flow: HostedFlow
    /// A sealer for each version of the flow, bound to the user.
    let sealers: [SnapshotSealer]
    let shared: Shared
    /// The time since 1970.
    let now: Duration
    /// Called if Redis is unavailable while the event retries; may be called several times. The event then continues.
    let reportUnavailable: @Sendable () -> Void

    /// A snapshot with the version of the flow that it belongs to.
    private struct Pending {
        let snapshot: FlowSnapshot
        let session: FlowSession
        let sealer: SnapshotSealer
    }

    /// A client's event, or nil to fetch the step, with the ids of the sign-in and of the answered step.
    private struct Request {
        let event: StepEvent?
        let signIn: SnapshotID
        let answered: SnapshotID
        /// Whether Redis stores the state, so that a client with its id may see the current step.
        let isInRedis: Bool
        var mayTakeOver = true
    }

    /// Plays an event, or shows the step if there is none, and returns the reply.
    func play(_ event: StepEvent?, _ state: String?, _ turn: String?) async -> StepReply {
        do throws(FlowSnapshotError) {
            if let event, case .start = event { return await begin(event) }
            guard let state, let text = StateText(state) else {
                return .refused(StepRefusal(.malformed, "malformed-state", StepRefusal.malformedState))
            }
            switch text {
            case .sealed(let bytes): return try await play(event, on: try open(bytes), turn)
            case .handle(let signIn, let generation):
                let request = Request(
                    event: isOutdated(turn, generation) ? nil : event, signIn: signIn, answered: generation,
                    isInRedis: true)
                let reply = try await playStored(request)
                return request.event == nil && event != nil ? outdated(reply) : reply
            }
        } catch {
            return .refused(StepRefusal(error))
        }
    }

    // MARK: - The ways to a snapshot

    /// Begins a sign-in.
    private func begin(_ event: StepEvent) async -> StepReply {
        guard let sealer = sealers.first, let table = flow.versions.first else { return .refused(.unavailable) }
        let journal = journal(sealer, answering: SnapshotID(), event, after: nil)
        let (step, notifications) = await send(event, to: FlowSession(table), journal)
        return await reply(to: step, of: journal, notifications, original: nil, request: nil)
    }

    /// Plays an event on the state that the client has.
    private func play(_ event: StepEvent?, on pending: Pending, _ turn: String?) async throws(FlowSnapshotError)
        -> StepReply
    {
        let snapshot = pending.snapshot
        let isOutdated = isOutdated(turn, snapshot.generation)
        let request = Request(event: event, signIn: snapshot.signIn, answered: snapshot.generation, isInRedis: false)
        if let event, !isOutdated { return await run(event, on: pending, request) }
        guard let record = try await read(snapshot.signIn) else { throw .spent }
        guard record.generation == snapshot.generation else { return await replyToConflict(record, request) }
        let step = hosted(pending.session, snapshot, nil, [])
        return isOutdated ? outdated(.step(step)) : .step(step)
    }

    /// Plays an event on the state that Redis stores.
    private func playStored(_ request: Request) async throws(FlowSnapshotError) -> StepReply {
        guard let record = try await read(request.signIn) else { throw .spent }
        guard record.generation == request.answered, record.leaseLeft == nil else {
            return await replyToConflict(record, request)
        }
        let pending = try open(record)
        guard let event = request.event else {
            return .step(hosted(pending.session, pending.snapshot, record.sealed, []))
        }
        return await run(event, on: pending, request)
    }

    private func read(_ signIn: SnapshotID) async throws(FlowSnapshotError) -> GuardRecord? {
        do throws(RedisFailure) {
            return try await shared.store.read(signIn)
        } catch {
            throw .guardUnavailable
        }
    }

    /// Opens a sealed state with the version of the flow that it belongs to.
    private func open(_ sealed: [UInt8]) throws(FlowSnapshotError) -> Pending {
        for (table, sealer) in zip(flow.versions, sealers) {
            do throws(FlowSnapshotError) {
                let snapshot = try sealer.open(sealed, now: UInt64(clamping: now.components.seconds))
                guard let session = try? FlowSession(restoring: snapshot.state, table) else { throw .broken }
                return Pending(snapshot: snapshot, session: session, sealer: sealer)
            } catch .anotherTable {
                continue
            }
        }
        throw .anotherTable
    }

    /// Opens the state that Redis stores.
    private func open(_ record: GuardRecord) throws(FlowSnapshotError) -> Pending {
        guard let sealed = record.sealed else { throw .spent }
        let pending = try open(sealed)
        guard pending.snapshot.generation == record.generation else { throw .broken }
        return pending
    }

    // MARK: - Running

    /// Plays an event on a session.
    private func run(_ event: StepEvent, on pending: Pending, _ request: Request) async -> StepReply {
        let journal = journal(
            pending.sealer, answering: request.answered, event, after: pending.snapshot, isInRedis: request.isInRedis)
        let (step, notifications) = await send(event, to: pending.session, journal)
        return await reply(to: step, of: journal, notifications, original: pending.snapshot, request: request)
    }

    private func journal(
        _ sealer: SnapshotSealer, answering generation: SnapshotID, _ event: StepEvent?, after last: FlowSnapshot?,
        isInRedis: Bool = false
    ) -> StepJournal {
        var settings = shared.settings
        // If the client does not receive the reply, another host may give it the id of the new state.
        if isInRedis { settings.stateStorage = .redis }
        let context = StepJournal.Context(
            store: shared.store, sealer: sealer, settings: settings, answered: generation,
            digest: shared.digests.digest(of: event), now: UInt64(clamping: now.components.seconds),
            reportUnavailable: reportUnavailable)
        return StepJournal(context, after: last)
    }

    /// Sends an event to a runner of a session, or recovers from a request without a reply if there is no event.
    private func send(
        _ event: StepEvent?, to session: FlowSession, _ journal: StepJournal
    ) async -> (FlowStep, [FlowNotification]) {
        let settings = shared.settings
        let notifications = NotificationList()
        var limits = FlowRunnerLimits(
            call: settings.requestLimit, handler: settings.handlerLimit, notification: settings.lease * 2,
            cancellation: settings.lease * 2)
        limits.hasStepTimer = false
        let runner = FlowRunner(
            session: session, handlers: flow.handlers, service: flow.service, clock: ContinuousClock(), now: now,
            limits: limits, journal: journal, notify: { notifications.append($0) })
        let step = if let event { await event.send(to: runner) } else { await runner.recover() }
        return (step, notifications.all)
    }

    /// Returns the reply for a step of a runner.
    private func reply(
        to step: FlowStep, of journal: StepJournal, _ notifications: [FlowNotification], original: FlowSnapshot?,
        request: Request?
    ) async -> StepReply {
        guard let refusal = step.refusal else {
            guard let result = journal.result, let session = restored(result.snapshot.state) else {
                return .refused(.unavailable)
            }
            return .step(hosted(session, result.snapshot, result.sealed, notifications))
        }
        guard case .notRecorded = refusal.reason else {
            guard let original else { return .refused(StepRefusal(refusal)) }
            await journal.undo(to: original)
            guard let request, !request.isInRedis else { return .refused(StepRefusal(refusal)) }
            return await refuse(refusal, request)
        }
        switch journal.failure {
        case .unavailable, nil:
            if let original { await journal.withdraw(to: original) }
            return .refused(.unavailable)
        case .notKept: return .refused(StepRefusal(.notKept))
        case .conflict(.ended): return .refused(StepRefusal(.spent))
        case .conflict(.other(let record)):
            guard let request else { return .refused(.superseded) }
            return await replyToConflict(record, request)
        }
    }

    // MARK: - Events that came too late

    /// Returns the flow's refusal, or the reply to a conflict if another event was accepted in the meantime.
    private func refuse(_ refusal: FlowRefusal, _ request: Request) async -> StepReply {
        do throws(FlowSnapshotError) {
            guard let record = try await read(request.signIn) else { throw .spent }
            guard record.generation == request.answered else { return await replyToConflict(record, request) }
            return .refused(StepRefusal(refusal))
        } catch {
            return .refused(StepRefusal(error))
        }
    }

    /// Replies to an event that cannot be applied: refuses it, or takes over the sign-in if the lease of the event in
    /// progress has ended.
    private func replyToConflict(_ record: GuardRecord, _ request: Request) async -> StepReply {
        do throws(FlowSnapshotError) {
            guard let leaseLeft = record.leaseLeft else { return try supersededReply(record, request) }
            guard record.answered == request.answered else { return .refused(.superseded) }
            guard leaseLeft <= 0, request.mayTakeOver else { return .refused(.inProgress) }
            return try await takeOver(record, request)
        } catch {
            return .refused(StepRefusal(error))
        }
    }

    /// Continues a sign-in whose event was in progress at a node that has not finished it.
    ///
    /// Nobody knows whether the service received the request, so the flow receives the error `no-answer`.
    private func takeOver(_ record: GuardRecord, _ request: Request) async throws(FlowSnapshotError) -> StepReply {
        let pending = try open(record)
        let journal = journal(
            pending.sealer, answering: request.answered, request.event, after: pending.snapshot,
            isInRedis: request.isInRedis)
        let (step, notifications) = await send(nil, to: pending.session, journal)
        var request = request
        request.mayTakeOver = false
        return await reply(to: step, of: journal, notifications, original: nil, request: request)
    }

    /// Returns the refusal `superseded`, with the current step if the client may see it.
    private func supersededReply(_ record: GuardRecord, _ request: Request) throws(FlowSnapshotError) -> StepReply {
        let isSame =
            record.answered == request.answered
            && request.event.map { shared.digests.isDigest(record.digest, of: $0) } ?? false
        var refusal = StepRefusal.superseded
        guard isSame || request.isInRedis, record.sealed != nil else { return .refused(refusal) }
        let pending = try open(record)
        // Only whoever sends the last answer again receives an outcome, which may contain tokens.
        guard isSame || pending.session.outcome == nil else { throw .spent }
        // Redis may keep the state only for the resend window, so a client that stores its state receives it sealed.
        let storage = request.isInRedis ? shared.settings.stateStorage : .client
        refusal.current = hosted(pending.session, pending.snapshot, record.sealed, [], storage: storage)
        return .refused(refusal)
    }

    /// Returns whether an event answers another step than the state's.
    private func isOutdated(_ turn: String?, _ generation: SnapshotID) -> Bool {
        turn.map { $0 != generation.bytes.hexadecimal } ?? false
    }

    /// Returns the refusal `superseded` with the step of a reply, or the reply if it is a refusal.
    private func outdated(_ reply: StepReply) -> StepReply {
        guard let step = reply.step else { return reply }
        var refusal = StepRefusal.superseded
        refusal.current = step
        return .refused(refusal)
    }

    // MARK: - Steps

    private func restored(_ state: FlowSessionState) -> FlowSession? {
        for table in flow.versions {
            if let session = try? FlowSession(restoring: state, table) { return session }
        }
        return nil
    }

    /// Returns the step or the end of a session for the client.
    private func hosted(
        _ session: FlowSession, _ snapshot: FlowSnapshot, _ sealed: [UInt8]?, _ notifications: [FlowNotification],
        storage: FlowHostSettings.StateStorage? = nil
    ) -> HostedStep {
        var session = session
        // The step may have been presented after the event came.
        session.time = Duration.sinceEpoch.wholeMilliseconds
        let isPending = session.outcome == nil
        return HostedStep(
            flow: flow.name, presentation: session.presentation, outcome: session.outcome,
            commands: isPending ? session.acceptedCommands : [], notifications: notifications,
            state: isPending ? state(snapshot, sealed, storage ?? shared.settings.stateStorage) : nil,
            id: snapshot.generation.bytes.hexadecimal, expiry: snapshot.expiry)
    }

    /// Returns the state for the client; nil if the client already has it.
    private func state(
        _ snapshot: FlowSnapshot, _ sealed: [UInt8]?, _ storage: FlowHostSettings.StateStorage
    ) -> String? {
        switch storage {
        case .redis: sealed.map { _ in StateText.handle(snapshot.signIn, snapshot.generation).text }
        case .client: sealed.map { StateText.sealed($0).text }
        }
    }
}

/// The notifications of an event.
private final class NotificationList: Sendable {
    private let notifications = Mutex<[FlowNotification]>([])

    var all: [FlowNotification] { notifications.withLock { $0 } }

    func append(_ notification: FlowNotification) { notifications.withLock { $0.append(notification) } }
}
