import FlowDiagnostics
import FlowCore
import FlowIR
import TestSupport

extension MonitoredRun {
    /// Notes what an event used up, passed and proved.
    mutating func follow(_ trace: ModelRun.Trace, from origin: StateID, _ event: EventID, _ request: FlowRequest?) {
        entered.formUnion(trace.entered)
        let isAnswered = isReply(event) && !trace.isInvalid
        let isHost = event < 5 || isCommand(event)
        if let request, isHost || isAnswered && !trace.forgotReply {
            // The service may have got it, whether its reply was awaited or not.
            usedSessions.formUnion(subject.service.sessions(request))
        }
        if let slot = trace.missingLimit {
            note(.miss, "'\(subject.flow.slots[slot].name)' is absent, and limits a deadline")
        }
        checkTold(isProven: isProven || request.map { isAnswered && isProof($0, event) } ?? false)
        pass(trace, from: origin, event, isAnswered ? request : nil)
    }

    private func isReply(_ event: EventID) -> Bool {
        if event == 6 || event == 8 { return true }
        return kind(event) == .challenge
    }

    private func isCommand(_ event: EventID) -> Bool { kind(event) == .command }

    private func kind(_ event: EventID) -> EventKind? { subject.flow.ownEvent(event)?.kind }

    /// Checks what must be true of the state at hand.
    mutating func check() {
        switch subject.flow.states[state].kind {
        case .call: checkRequest()
        case .handler(let use): checkWork(use)
        case .present(let presentation): checkStep(presentation)
        case .end(let ending): checkEnd(ending)
        case .choice: note(.differs, "the machine waits at a choice")
        }
    }

    private mutating func checkRequest() {
        guard let request = session.request() else { return note(.differs, "there is no request") }
        for key in subject.service.missingKeys(request) {
            note(.miss, "the request lacks '\(key)': \(request.body.jsonText)")
        }
        for session in subject.service.sessions(request) where usedSessions.contains(session) {
            note(.stale, "the request carries the used session '\(session)'")
        }
    }

    private mutating func checkWork(_ use: HandlerUse) {
        guard let work = session.work() else { return note(.differs, "there is no work") }
        for port in (subject.needs[use.handler.text] ?? []).sorted() where work.inputs[port] == nil {
            note(.miss, "handler '\(use.handler)' lacks '\(port)'")
        }
    }

    private mutating func checkStep(_ presentation: Presentation) {
        checkShown(session.presentation?.parameters.jsonText ?? "")
        checkSecrets(session.presentation?.parameters ?? .null)
        for ask in presentation.asks {
            if let slot = ask.offered, session.parameters[slot]?.isPresent != true {
                note(.miss, "'\(ask.name)' offers nothing")
            }
        }
        if case .slot(let slot) = presentation.timeLimit, session.parameters[slot] == nil {
            note(.miss, "the limit of time is absent")
        }
        for case .always(let event, _, let use) in subject.annotations.statements.assertions {
            guard let node = subject.flow.states[state].node, use?.nodes.contains(node) ?? true, !isPossible(event.text)
            else {
                continue
            }
            note(.always, "'\(event)' is not possible")
        }
    }

    /// Whether a step takes an event that brings nothing.
    private func isPossible(_ name: String) -> Bool {
        let builtins: [String: EventID] = [
            "start": .start, "submit": .submit, "cancel": .cancel, "back": .back, "timeout": .timeout,
        ]
        guard let event = builtins[name] ?? subject.flow.number(.command, ByteString(name)),
            subject.flow.states[state].transitions[event] != nil
        else { return false }
        var copy = session
        // What the host gives may be why it is refused; where it gives nothing, that cannot be.
        if event == 0 {
            if subject.flow.inputs.isEmpty, case .refused = copy.start(.object([])) { return false }
            return true
        }
        if event == 1 {
            guard case .present(let presentation) = subject.flow.states[state].kind, presentation.asks.isEmpty else {
                return true
            }
            if case .refused = copy.submit(.object([])) { return false }
            return true
        }
        if case .refused = copy.send(name) { return false }
        return true
    }

    private mutating func checkEnd(_ ending: Ending) {
        checkShown(session.outcome?.parameters.jsonText ?? "")
        checkSecrets(session.outcome?.parameters ?? .null)
    }

    /// Nobody sees what the service grants before something proved who the user is.
    private mutating func checkShown(_ text: String) {
        guard subject.annotations.service.knowsProofs, !isProven else { return }
        if text.utf8.containsPart(Array(RandomService.grantPrefix.utf8)) {
            note(.unproven, "tokens are handed out: \(text)")
        }
    }

    private mutating func checkTold(isProven: Bool) {
        guard subject.annotations.service.knowsProofs, !isProven else { return }
        for text in told where text.utf8.containsPart(Array(RandomService.grantPrefix.utf8)) {
            note(.unproven, "the host is told tokens: \(text)")
        }
    }
}

extension LoweredFlow {
    /// Whether a state waits for a reply.
    func isCall(_ state: StateID) -> Bool { if case .call = states[state].kind { true } else { false } }
}

extension Collection where Element: Equatable {
    /// Whether some elements stand in it one behind the other.
    func containsPart(_ part: [Element]) -> Bool {
        indices.contains { self[$0...].starts(with: part) }
    }
}
