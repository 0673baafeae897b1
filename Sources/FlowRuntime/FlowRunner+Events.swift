import FlowCore
import FlowTable

extension FlowRunner {
    /// Applies an event of the host and runs the flow to the next step.
    func take(_ event: HostEvent) async -> FlowStep {
        trace(.event(event.name))
        if let step = takeUntold(), !event.isStart {
            letGoOfSecrets()
            return step
        }
        if event.isStart, journal != nil, hasBegun { return refuse(FlowRefusal(.eventNotAccepted, event.name)) }
        if isWorking {
            guard event.supersedes else { return refuse(FlowRefusal(.busy, event.name)) }
            return await supersede(with: event)
        }
        var event = event
        if let deadline, deadline <= clock.now, event.isBoundByTimeLimit, accepts(.command(HostEvent.timeout)) {
            event = .command(HostEvent.timeout)
            trace(.event(event.name))
        }
        session.time = time
        let effect = event.apply(to: &session)
        if case .refused(let refusal) = effect { return refuse(refusal) }
        return await work(on: effect, of: event)
    }

    /// Replaces the event in progress, if the flow accepts the new one.
    private func supersede(with event: HostEvent) async -> FlowStep {
        var next = session
        // If the host is still being notified, the flow first runs on to its next state. Notifications on the way are
        // not sent.
        while next.machine.isPaused { _ = next.proceed() }
        next.time = time
        let effect = event.apply(to: &next)
        if case .refused(let refusal) = effect {
            let isForeign = refusal.reason == .eventNotAccepted
            return refuse(isForeign ? FlowRefusal(.busy, event.name) : refusal)
        }
        session = next
        epoch += 1
        discardTaken()
        finish(ticket, .superseded)
        return await work(on: effect, of: event)
    }

    /// Carries out effects until the flow needs the host.
    private func work(on first: FlowEffect, of event: HostEvent) async -> FlowStep {
        isWorking = true
        isCancelling = event.isCancel
        hasBegun = true
        stopTimer()
        var effect = first
        var mayCancel = true
        while true {
            letGoOfSecrets()
            let result = await follow(effect)
            session.time = time
            switch result {
            case .step(let step): return step
            case .next(let next): effect = next
            case .superseded: return refuse(FlowRefusal(.superseded, event.name))
            case .cancelled:
                guard mayCancel, case let next = session.send(HostEvent.cancel), !next.isRefusal else {
                    return rollBack(FlowRefusal(.cancelled, event.name))
                }
                mayCancel = false
                isCancelling = true
                discardTaken()
                effect = next
            }
        }
    }

    /// The result of one effect.
    private enum Progress {
        case step(FlowStep)
        case next(FlowEffect)
        case cancelled
        case superseded
    }

    private func follow(_ effect: FlowEffect) async -> Progress {
        switch effect {
        case .present, .end: return await settle()
        case .refused(let refusal): return .step(rollBack(refusal))
        case .notify(let record): return await tell(record)
        case .call: return await call()
        case .handle: return await handle()
        }
    }

    private func tell(_ record: Int) async -> Progress {
        trace(.notified(session.notification(record, redacted: tracing)))
        let notification = notification(record)
        let outcome = await wait(limit: limits.notification, evenIfCancelled: true) { [notify] in
            await notify(notification)
            return .told
        }
        session.time = time
        // The host has been notified already: cancelling the wait does not undo that.
        return if case .superseded = outcome { .superseded } else { .next(session.proceed()) }
    }

    private func call() async -> Progress {
        guard let request = session.request() else { return await settle() }
        switch await record({ journal, state throws(FlowHandlerFailure) in try await journal.willCall(state) }) {
        case .done: break
        case .instead(let progress): return progress
        case .failed(let failure): return refused(failure)
        }
        if let redacted = session.request(redacted: tracing) { trace(.called(redacted)) }
        let outcome = await wait(
            limit: limits.call,
            droppingLate: { [service] outcome in
                if case .replied(let reply) = outcome { await service.discard(reply, to: request) }
            }, for: { [service, secrets] in .replied(await service.call(request, secrets: secrets)) })
        session.time = time
        switch outcome {
        case .superseded: return .superseded
        case .replied(let reply): return took(reply, to: request)
        case .expired:
            let type = ReservedError.noAnswer.rawValue
            trace(.answered(operation: request.operation, error: type))
            return .next(session.fail(type: type, message: "the service did not answer in time"))
        default: return .cancelled
        }
    }

    /// The result of writing a journal record.
    private enum Recorded {
        case done
        case failed(FlowHandlerFailure)
        /// The runner continues with this instead.
        case instead(Progress)
    }

    private typealias Entry = @Sendable (any FlowJournal, FlowSessionState) async throws(FlowHandlerFailure) -> Void

    /// Writes a journal record of the session.
    private func record(evenIfCancelled: Bool = false, _ write: @escaping Entry) async -> Recorded {
        guard let journal, let state = secrets.revealed(session).state else { return .done }
        let limit = isCancelling ? limits.cancellation : limits.notification
        let outcome = await wait(limit: limit, evenIfCancelled: evenIfCancelled) {
            do throws(FlowHandlerFailure) {
                try await write(journal, state)
                return .recorded(nil)
            } catch {
                return .recorded(error)
            }
        }
        return switch outcome {
        case .superseded: .instead(.superseded)
        case .recorded(nil): .done
        case .recorded(let failure?): .failed(failure)
        case .expired: .failed(FlowHandlerFailure("no-record", "the journal did not answer in time"))
        default: .instead(.cancelled)
        }
    }

    /// Refuses the event if its first request was not recorded. After a reply there is no way back, so the flow gets
    /// the error.
    private func refused(_ failure: FlowHandlerFailure) -> Progress {
        if taken.isEmpty { return .step(rollBack(FlowRefusal(.byFlow(failure.name), "journal"))) }
        return .next(session.fail(type: failure.name, message: failure.message))
    }

    private func took(_ reply: FlowReply, to request: FlowRequest) -> Progress {
        taken.append((reply, request))
        switch reply {
        case .body(let body):
            trace(.answered(operation: request.operation, error: nil))
            return .next(session.reply(body))
        case .error(let type, let message):
            trace(.answered(operation: request.operation, error: type))
            return .next(session.fail(type: type, message: message))
        }
    }

    /// Discards the replies that the event in progress has produced.
    private func discardTaken() {
        for (reply, request) in taken { Task { [service] in await service.discard(reply, to: request) } }
        taken = []
    }

    private func handle() async -> Progress {
        guard let work = session.work() else { return await settle() }
        if let redacted = session.work(redacted: tracing) { trace(.handling(redacted)) }
        let outcome = await wait(limit: limits.handler) { [handlers, secrets] in
            .worked(await handlers.handle(work, secrets))
        }
        session.time = time
        switch outcome {
        case .superseded: return .superseded
        case .worked(.success(let outputs)):
            trace(.handled(handler: work.handler, failure: nil))
            return .next(session.handled(secrets.adding(outputs.secrets, to: outputs.values)))
        case .worked(.failure(let failure)):
            trace(.handled(handler: work.handler, failure: failure.name))
            return .next(session.handlerFailed(failure.name, failure.message))
        case .expired:
            let name = ReservedError.noResult.rawValue
            trace(.handled(handler: work.handler, failure: name))
            return .next(session.handlerFailed(name, "the handler '\(work.handler)' gave no result in time"))
        default: return .cancelled
        }
    }

    /// Records the session at a step or an end. A cancelled wait returns to this point.
    private func settle() async -> Progress {
        let hasEnded = session.outcome != nil
        switch await record(
            evenIfCancelled: true,
            { journal, state throws(FlowHandlerFailure) in try await journal.didSettle(state, hasEnded: hasEnded) })
        {
        case .done: break
        case .instead(let progress): return progress
        case .failed(let failure): return .step(rollBack(FlowRefusal(.byFlow(failure.name), "journal")))
        }
        session.forgetUnread(mayStart: journal == nil)
        settled = session
        letGoOfSecrets()
        taken = []
        isWorking = false
        deadline = session.timeLimitEnd.map { beginning.advanced(by: .milliseconds($0)) }
        if let deadline { watch(deadline) }
        if let presentation = presentation(of: session) {
            if let redacted = session.presentation(redacted: tracing) { trace(.presented(redacted)) }
            return .step(.present(presentation))
        }
        if let redacted = session.outcome(redacted: tracing) { trace(.ended(redacted)) }
        guard let outcome = outcome(of: session) else { return .step(refuse(FlowRefusal(.eventNotAccepted))) }
        return .step(.end(outcome))
    }

    private func rollBack(_ refusal: FlowRefusal) -> FlowStep {
        session = settled
        secrets.keep(for: settled)
        discardTaken()
        isWorking = false
        // If the time limit has passed already, the next event ends the step. A timer could fail on it in an endless
        // loop.
        if let deadline, deadline > clock.now { watch(deadline) }
        return refuse(refusal)
    }

    private func refuse(_ refusal: FlowRefusal) -> FlowStep {
        letGoOfSecrets()
        trace(.refused(refusal))
        return .refused(refusal)
    }

    /// Releases the secrets that no value refers to: those of a refused event, and those after their last use.
    private func letGoOfSecrets() { secrets.keep(for: session, settled) }

    /// The time of the session's clock, in milliseconds.
    private var time: Int64 { beginning.duration(to: clock.now).milliseconds }

    private func accepts(_ event: HostEvent) -> Bool {
        var copy = session
        copy.time = time
        return !event.apply(to: &copy).isRefusal
    }

    private func trace(_ event: FlowTraceEvent) { tracer?(event) }
}

extension Duration {
    /// The duration in whole milliseconds.
    var milliseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1000 + attoseconds / 1_000_000_000_000_000
    }
}

extension FlowEffect {
    /// Whether the runner refused the event.
    var isRefusal: Bool {
        if case .refused = self { return true }
        return false
    }
}
