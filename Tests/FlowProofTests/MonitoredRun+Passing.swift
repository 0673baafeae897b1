import FlowAnnotations
import FlowCore
import FlowModel
import TestSupport

/// Passed means left by success, since the last start or restart.
extension MonitoredRun {
    /// All that assertions name.
    private var named: Set<Passing> {
        var result: Set<Passing> = []
        for case .never(_, let passing, _) in subject.annotations.statements.assertions { result.formUnion(passing) }
        return result
    }

    /// Notes what an event passed; `request` is the one that was answered without an error.
    mutating func pass(_ trace: ModelRun.Trace, from origin: StateID, _ event: EventID, _ request: FlowRequest?) {
        let named = named
        if trace.restartedBehind != nil || event == 0 {
            (passed, underWay, isProven) = ([], [], false)
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
        if named.contains(passing) { passed.insert(passing) }
    }

    private mutating func enter(_ state: StateID, _ named: Set<Passing>) {
        for passing in underWay {
            guard let entry = passing.entry else { continue }
            if node(state) != node(entry) { passed.insert(passing) }
            if node(state) != node(entry) || state == entry || !subject.flow.states[state].works {
                underWay.remove(passing)
            }
        }
        if named.contains(.branch(state)) { underWay.insert(.branch(state)) }
        pass(.outcome(state), named)
    }

    private func node(_ state: StateID) -> Int? { subject.flow.states[state].node }

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
