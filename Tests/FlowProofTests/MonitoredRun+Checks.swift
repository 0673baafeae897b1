import FlowAnnotations
import FlowCore
import FlowModel
import TestSupport

extension MonitoredRun {
    /// Notes what an event passed and proved.
    mutating func follow(_ trace: ModelRun.Trace, from origin: StateID, _ event: EventID, _ request: FlowRequest?) {
        entered.formUnion(trace.entered)
        if trace.isRestarted { (passed, isProven) = ([], false) }
        if let request, isReply(event), !trace.isInvalid {
            if subject.service.provesIdentity(request) { isProven = true }
            if !trace.forgotReply { usedSessions.formUnion(subject.service.sessions(request)) }
            pass([origin], isReply: true)
        }
        pass(trace.entered, isReply: false)
    }

    private func isReply(_ event: EventID) -> Bool {
        if event == 6 || event == 8 { return true }
        guard event >= CheckedFlow.firstOwnEvent else { return false }
        return subject.flow.events[event - CheckedFlow.firstOwnEvent].kind == .challenge
    }

    /// A request counts once it was answered, anything else once it was entered.
    private mutating func pass(_ states: [StateID], isReply: Bool) {
        for (index, assertion) in subject.annotations.statements.assertions.enumerated() {
            guard case .never(_, let passing, _) = assertion else { continue }
            if states.contains(where: { passing.contains($0) && subject.flow.isCall($0) == isReply }) {
                passed.insert(index)
            }
        }
    }

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
        for port in (subject.needs[use.handler] ?? []).sorted() where work.inputs[port] == nil {
            note(.miss, "handler '\(use.handler)' lacks '\(port)'")
        }
    }

    private mutating func checkStep(_ presentation: Presentation) {
        for ask in presentation.asks {
            if let slot = ask.offered, session.parameters[slot] == nil { note(.miss, "'\(ask.name)' offers nothing") }
        }
        if case .slot(let slot) = presentation.timeLimit, session.parameters[slot] == nil {
            note(.miss, "the limit of time is absent")
        }
        for case .always(let event, _) in subject.annotations.statements.assertions where !isPossible(event) {
            note(.always, "'\(event)' is not possible")
        }
    }

    /// Whether a step takes an event that brings nothing.
    private func isPossible(_ name: String) -> Bool {
        let builtin = ["start": 0, "submit": 1, "cancel": 2, "back": 3, "timeout": 4][name]
        guard let event = builtin ?? subject.flow.number(.command, name),
            subject.flow.states[state].transitions[event] != nil
        else { return false }
        if event < 2 { return true }
        var copy = session
        if case .refused = copy.send(name) { return false }
        return true
    }

    private mutating func checkEnd(_ ending: Ending) {
        for (index, assertion) in subject.annotations.statements.assertions.enumerated() {
            guard case .never(let end, _, _) = assertion, end.states.contains(state), !passed.contains(index) else {
                continue
            }
            note(.forbidden, "the end is reached without what must come before it")
        }
        guard subject.annotations.service.knowsProofs, !isProven, let outcome = session.outcome else { return }
        if outcome.parameters.jsonText.utf8.containsPart(Array(RandomService.grantPrefix.utf8)) {
            note(.unproven, "tokens are handed out: \(outcome.parameters.jsonText)")
        }
    }
}

extension CheckedFlow {
    /// Whether a state waits for a reply.
    func isCall(_ state: StateID) -> Bool { if case .call = states[state].kind { true } else { false } }
}

extension Collection where Element: Equatable {
    /// Whether some elements stand in it one behind the other.
    func containsPart(_ part: [Element]) -> Bool {
        indices.contains { self[$0...].starts(with: part) }
    }
}
