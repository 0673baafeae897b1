import FlowCore
import FlowIR
import TestSupport

/// Passed means left by success, since the last start or restart, or since the sub-flow that asserts something was entered.
extension MonitoredRun {
    /// All that assertions name.
    private var named: Set<Passing> {
        var result: Set<Passing> = []
        for case .never(_, let passing, _, _) in subject.annotations.statements.assertions { result.formUnion(passing) }
        return result
    }

    /// Where flows with assertions begin: the compiled one without a state.
    private var beginnings: Set<StateID?> {
        var result: Set<StateID?> = []
        for case .never(_, _, _, let use) in subject.annotations.statements.assertions { result.insert(use?.entry) }
        return result
    }

    /// Notes what an event passed; `request` is the one that was answered without an error.
    mutating func pass(_ trace: ModelRun.Trace, from origin: StateID, _ event: EventID, _ request: FlowRequest?) {
        let named = named
        if trace.restartedBehind != nil || event == 0 {
            (passed, underWay, isProven) = ([:], [], false)
        } else {
            if let request, isProof(request, event) { isProven = true }
            if let request, isPassed(request, event) { pass(.request(origin), named) }
            if event == 5 { pass(.handler(origin), named) }
            if event == 1, subject.flow.states[origin].isPresent {
                underWay = named.filter {
                    if case .answer(let entry) = $0 { node(entry) == node(origin) } else { false }
                }
            } else if event != 5 {
                underWay = []
            }
        }
        // What led to a restart is forgotten.
        for state in trace.entered.dropFirst(trace.restartedBehind ?? 0) { enter(state, named) }
    }

    private mutating func pass(_ passing: Passing, _ named: Set<Passing>) {
        guard named.contains(passing) else { return }
        for beginning in beginnings { passed[beginning, default: []].insert(passing) }
    }

    /// An end must not be reached without what must come before it.
    private mutating func checkEnd(_ state: StateID) {
        for case .never(let end, let passing, _, let use) in subject.annotations.statements.assertions
        where end.states.contains(state) && (passed[use?.entry] ?? []).isDisjoint(with: passing) {
            note(.forbidden, "'\(end.name)' is reached without what must come before it")
        }
    }

    private mutating func enter(_ state: StateID, _ named: Set<Passing>) {
        for passing in underWay {
            guard let entry = passing.entry else { continue }
            if node(state) != node(entry) { pass(passing, named) }
            if node(state) != node(entry) || state == entry || !subject.flow.states[state].works {
                underWay.remove(passing)
            }
        }
        passed[.some(state)] = nil
        checkEnd(state)
        if named.contains(.branch(state)) { underWay.insert(.branch(state)) }
        pass(.outcome(state), named)
    }

    private func node(_ state: StateID) -> NodeID? { subject.flow.states[state].node }

    /// An answer that the same challenge answers was wrong.
    private func isPassed(_ request: FlowRequest, _ event: EventID) -> Bool {
        event == 6 || challenge != subject.service.answered(request)
    }

    /// Whether the reply to a request proves who the user is.
    func isProof(_ request: FlowRequest, _ event: EventID) -> Bool {
        subject.service.provesIdentity(request) && isPassed(request, event)
    }
}

extension Passing {
    /// Where a node without a request is entered.
    fileprivate var entry: StateID? {
        switch self {
        case .answer(let entry), .branch(let entry): entry
        case .request, .outcome, .handler: nil
        }
    }
}

extension State {
    fileprivate var isPresent: Bool { if case .present = kind { true } else { false } }

    /// Whether it goes on by itself, or waits for a handler.
    fileprivate var works: Bool {
        switch kind {
        case .handler, .choice: true
        case .present, .call, .end: false
        }
    }
}
