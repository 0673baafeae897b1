import FlowCore
import FlowTable

extension FlowRunner {
    /// Applies an event of the host, runs the flow to the next step, and returns that step or a refusal.
    ///
    /// If a timeout has entered a step that no caller has received, returns that step and ignores the event. If the
    /// step's time limit has passed and the flow accepts `timeout`, applies `timeout` in place of the event. A start is
    /// exempt from both rules, and ``recover()`` from the second. `isOfTimer` exempts the timer's own event from the
    /// first, because no caller receives its result.
    ///
    /// While another event is in progress, only a start or a cancellation can take its place. Others are refused.
    func process(_ event: HostEvent, isOfTimer: Bool = false) async -> FlowStep {
        trace(.event(event.name))
        if !isOfTimer, !event.isStart, let step = takeUndeliveredStep() {
            releaseSecrets()
            return step
        }
        // A journal belongs to one sign-in, so its runner accepts a single start.
        if event.isStart, journal != nil, hasBegun { return refuse(FlowRefusal(.eventNotAccepted, event.name)) }
        if isWorking {
            guard event.supersedes else { return refuse(FlowRefusal(.busy, event.name)) }
            return await supersede(with: event)
        }
        var event = event
        if let deadline, deadline <= clock.now, event.isBoundByTimeLimit,
            accepts(.command(HostEvent.timeout), in: session)
        {
            event = .command(HostEvent.timeout)
            trace(.event(event.name))
        }
        session.time = time
        let effect = event.apply(to: &session)
        if case .refused(let refusal) = effect { return refuse(refusal) }
        return await run(from: effect, of: event)
    }

    /// Replaces the event in progress by a new one, and returns the step that the new event leads to.
    ///
    /// If the flow does not accept the new event, the result is a refusal, and the event in progress continues.
    private func supersede(with event: HostEvent) async -> FlowStep {
        var next = session
        // If a notification is pending, the flow first continues to its next state, without notifying the host.
        while next.machine.isPaused { _ = next.proceed() }
        next.time = time
        let effect = event.apply(to: &next)
        if case .refused(let refusal) = effect {
            // The flow may accept the event once the event in progress has ended.
            return refuse(refusal.reason == .eventNotAccepted ? FlowRefusal(.busy, event.name) : refusal)
        }
        session = next
        epoch += 1
        if event.isCancel { suspendReplies() } else { discardReplies() }
        if let waiting { endWait(waiting.ticket, with: .superseded) }
        return await run(from: effect, of: event)
    }

    /// Performs the effects of an event until the flow presents a step, ends or refuses the event.
    /// - Returns: the step, the outcome or the refusal.
    private func run(from first: FlowEffect, of event: HostEvent) async -> FlowStep {
        isWorking = true
        isCancelling = event.isCancel
        isTimingOut = event.isTimeout
        hasBegun = true
        stopTimer()
        var effect = first
        var mayCancel = true
        while true {
            releaseSecrets()
            let progress = await perform(effect)
            session.time = time
            switch progress {
            case .step(let step): return step
            case .next(let next): effect = next
            case .superseded: return refuse(FlowRefusal(.superseded, event.name))
            case .cancelled:
                // The flow gets `cancel` once. If it refuses, or if its cancellation is canceled, the event is undone.
                guard mayCancel else { return rollBack(FlowRefusal(.cancelled, event.name)) }
                effect = session.send(HostEvent.cancel)
                if effect.isRefusal { return rollBack(FlowRefusal(.cancelled, event.name)) }
                mayCancel = false
                isCancelling = true
                suspendReplies()
            }
        }
    }

    /// The result of performing an effect.
    private enum Progress {
        /// The event is complete.
        case step(FlowStep)
        case next(FlowEffect)
        /// The waiting task was canceled.
        case cancelled
        /// Another event replaced this one.
        case superseded
    }

    /// Performs an effect, and returns whether it completes the event, leads to another effect, or was interrupted.
    private func perform(_ effect: FlowEffect) async -> Progress {
        switch effect {
        case .present, .end: return await settle()
        case .refused(let refusal): return .step(rollBack(refusal))
        case .notify(let record): return await sendNotification(record)
        case .call: return await sendRequest()
        case .handle: return await callHandler()
        }
    }

    /// Notifies the host, continues the flow when the host or the limit allows, and returns the event's progress.
    private func sendNotification(_ record: Int) async -> Progress {
        trace(.notified(session.notification(record, redacted: tracing)))
        let message = notification(record)
        let outcome = await wait(limit: limits.notification, evenIfCancelled: true) { [notify] in
            await notify(message)
            return .notified
        }
        session.time = time
        // A canceled wait does not undo the notification, so the flow continues.
        return if case .superseded = outcome { .superseded } else { .next(session.proceed()) }
    }

    /// Journals the session, sends its current request, applies the reply, and returns the event's progress.
    private func sendRequest() async -> Progress {
        // The effect `call` means that there is a request, so this guard never fails.
        guard let request = session.request() else { return await settle() }
        switch await record({ journal, state throws(FlowHandlerFailure) in try await journal.willCall(state) }) {
        case .done: break
        case .instead(let progress): return progress
        case .failed(let failure): return continueWithoutRequest(after: failure)
        }
        trace(session.request(redacted: tracing).map(FlowTraceEvent.called))
        let outcome = await wait(
            limit: limits.call,
            droppingLate: { [service] outcome in
                if case .replied(let reply) = outcome { await service.discard(reply, to: request) }
            }, for: { [service, secrets] in .replied(await service.call(request, secrets: secrets)) })
        session.time = time
        switch outcome {
        case .superseded: return .superseded
        case .replied(let reply): return apply(reply, to: request)
        case .expired:
            let type = ReservedError.noAnswer.rawValue
            trace(.answered(operation: request.operation, error: type))
            return .next(session.fail(type: type, message: "the service did not answer in time"))
        default: return .cancelled
        }
    }

    /// The result of writing a journal record.
    private enum Recorded {
        /// The record was written, or there is no journal.
        case done
        case failed(FlowHandlerFailure)
        /// The wait for the journal ended early, with this result for the event.
        case instead(Progress)
    }

    /// Writes one record of a session to a journal.
    private typealias JournalWrite =
        @Sendable (any FlowJournal, FlowSessionState) async throws(FlowHandlerFailure) -> Void

    /// Writes a record of the session to the journal, and returns the result. Without a journal, writes nothing.
    private func record(evenIfCancelled: Bool = false, _ write: @escaping JournalWrite) async -> Recorded {
        guard let journal, let state = secrets.revealed(session).state else { return .done }
        let work: @Sendable () async -> WaitOutcome = {
            do throws(FlowHandlerFailure) {
                try await write(journal, state)
                return .recorded(nil)
            } catch {
                return .recorded(error)
            }
        }
        let limit = isCancelling ? limits.cancellation : limits.notification
        // If the task is already canceled, the wait must not end at once.
        let endsIfCancelled = !(evenIfCancelled && Task.isCancelled)
        let outcome =
            journal.hasOwnLimits
            ? await waitInTask(evenIfCancelled: evenIfCancelled, for: work)
            : await wait(
                limit: limit, evenIfCancelled: evenIfCancelled, endsIfCancelled: endsIfCancelled, for: work)
        return switch outcome {
        case .superseded: .instead(.superseded)
        case .recorded(nil): .done
        case .recorded(let failure?): .failed(failure)
        case .expired: .failed(FlowHandlerFailure("no-record", "the journal did not answer in time"))
        default: .instead(.cancelled)
        }
    }

    /// Continues after the journal has failed to record a request, which was therefore not sent.
    ///
    /// If it is the event's first request, the event is refused. After a reply, the event cannot be undone, so the flow
    /// gets the failure as an error.
    private func continueWithoutRequest(after failure: FlowHandlerFailure) -> Progress {
        if eventReplies.isEmpty { return .step(rollBack(FlowRefusal(.notRecorded(failure.name), "journal"))) }
        return .next(session.fail(type: failure.name, message: failure.message))
    }

    /// Applies the reply to a request, and returns the next effect. Keeps the reply until the event is complete.
    private func apply(_ reply: FlowReply, to request: FlowRequest) -> Progress {
        eventReplies.append((reply, request))
        switch reply {
        case .body(let body):
            trace(.answered(operation: request.operation, error: nil))
            return .next(session.reply(body))
        case .error(let type, let message):
            trace(.answered(operation: request.operation, error: type))
            return .next(session.fail(type: type, message: message))
        }
    }

    /// Discards all replies that the event in progress has received.
    private func discardReplies() {
        suspendReplies()
        discardCancelledReplies { _ in false }
    }

    /// Postpones the decision about the event's replies to the end of its cancellation, which can still use them.
    private func suspendReplies() {
        cancelledReplies += eventReplies
        eventReplies = []
    }

    /// Discards the suspended replies, except those for which `isKept` returns true, in tasks of their own.
    private func discardCancelledReplies(except isKept: (FlowReply) -> Bool) {
        for (reply, request) in cancelledReplies where !isKept(reply) {
            Task { [service] in await service.discard(reply, to: request) }
        }
        cancelledReplies = []
    }

    /// The texts, or the handles, in the session's slots of secret types.
    private var secretTexts: Set<String> {
        let values = session.parameters.values.enumerated()
        return Set(values.compactMap { session.table.slotType($0.offset).isSecret ? $0.element?.text : nil })
    }

    /// Calls the session's current handler, and applies its result or its failure. Returns the event's progress.
    private func callHandler() async -> Progress {
        // The effect `handle` means that there is a call, so this guard never fails.
        guard let work = session.work() else { return await settle() }
        trace(session.work(redacted: tracing).map(FlowTraceEvent.handling))
        let outcome = await wait(limit: limits.handler) { [handlers, secrets] in
            .worked(await handlers.handle(work, secrets))
        }
        session.time = time
        switch outcome {
        case .superseded: return .superseded
        case .worked(.success(let outputs)):
            trace(.handled(handler: work.handler, failure: nil))
            if !cancelledReplies.isEmpty {
                // The handler may have stored what it received.
                let given = secretTexts.intersection((work.inputs.members ?? []).compactMap(\.value.string))
                cancelledReplies.removeAll { $0.reply.contains(anyOf: given) }
            }
            return .next(session.handled(secrets.hold(outputs.secrets, in: outputs.values)))
        case .worked(.failure(let failure)):
            trace(.handled(handler: work.handler, failure: failure.name))
            return .next(session.handlerFailed(failure.name, failure.message))
        case .expired:
            let name = ReservedError.noResult.rawValue
            trace(.handled(handler: work.handler, failure: name))
            return .next(session.handlerFailed(name, "the handler '\(work.handler)' did not return in time"))
        default: return .cancelled
        }
    }

    /// Completes an event at a step or an end, and returns the event's progress.
    ///
    /// Records the session in the journal, makes it the session to return to after a refusal, and starts the timer.
    private func settle() async -> Progress {
        let hasEnded = session.outcome != nil
        switch await record(
            evenIfCancelled: true,
            { journal, state throws(FlowHandlerFailure) in try await journal.didSettle(state, hasEnded: hasEnded) })
        {
        case .done: break
        case .instead(let progress): return progress
        case .failed(let failure): return .step(rollBack(FlowRefusal(.notRecorded(failure.name), "journal")))
        }
        session.forgetUnread(mayStart: journal == nil)
        settled = session
        undeliveredStep = nil
        releaseSecrets()
        eventReplies = []
        if !cancelledReplies.isEmpty {
            let kept = secretTexts
            discardCancelledReplies { $0.contains(anyOf: kept) }
        }
        isWorking = false
        deadline = session.timeLimitEnd.map { beginning.advanced(by: .milliseconds($0)) }
        if let deadline { startTimer(until: deadline) }
        beginTurn()
        return .step(settledStep())
    }

    /// Traces and returns the step or the outcome that the session has reached; a refusal if it has reached neither.
    private func settledStep() -> FlowStep {
        if let step = presentation(of: session) {
            trace(session.presentation(redacted: tracing).map(FlowTraceEvent.presented))
            return .present(step)
        }
        trace(session.outcome(redacted: tracing).map(FlowTraceEvent.ended))
        guard let end = outcome(of: session) else { return refuse(FlowRefusal(.eventNotAccepted)) }
        return .end(end)
    }

    /// Restores the session of the last step, discards the event's replies, and returns the refusal as a step.
    private func rollBack(_ refusal: FlowRefusal) -> FlowStep {
        session = settled
        discardReplies()
        isWorking = false
        // If the time limit has passed in the meantime, the timer fires at once. After a timeout, it would fire again
        // and again, so no timer starts, and the next event becomes `timeout`.
        if let deadline, deadline > clock.now || !isTimingOut { startTimer(until: deadline) }
        return refuse(refusal)
    }

    /// Releases the secrets of a refused event, traces the refusal, and returns the refusal as a step.
    private func refuse(_ refusal: FlowRefusal) -> FlowStep {
        releaseSecrets()
        trace(.refused(refusal))
        return .refused(refusal)
    }

    /// Releases the secrets that no value of the session or of the last step refers to.
    private func releaseSecrets() { secrets.releaseAll(exceptIn: session, settled) }

    /// The current time of the session's clock, in milliseconds.
    private var time: Int64 { beginning.duration(to: clock.now).milliseconds }

    /// Returns whether a session accepts an event at the current time. Applies the event to a copy.
    func accepts(_ event: HostEvent, in session: FlowSession) -> Bool {
        var copy = session
        copy.time = time
        return !event.apply(to: &copy).isRefusal
    }

    /// Passes an event to the tracer. Without a tracer, does not even create the event.
    private func trace(_ event: @autoclosure () -> FlowTraceEvent?) {
        if let tracer, let event = event() { tracer(event) }
    }
}

extension Duration {
    /// The duration in whole milliseconds, rounded toward zero.
    var milliseconds: Int64 {
        let attosecondsPerMillisecond: Int64 = 1_000_000_000_000_000
        let (seconds, attoseconds) = components
        return seconds * 1000 + attoseconds / attosecondsPerMillisecond
    }
}

extension FlowEffect {
    var isRefusal: Bool {
        if case .refused = self { return true }
        return false
    }
}
