package import FlowIR
import FlowTable

/// The errors that may be pending at a point of a flow.
package struct PendingErrors: Sendable, Hashable {
    /// Whether no error may be pending.
    package var allowsNone = false
    /// The types that the flow names, and the reserved ones.
    package var types: Set<String> = []
    /// Whether an error of another type may be pending.
    package var allowsOthers = false

    /// Nothing is possible: the bottom of the lattice.
    package static let impossible = PendingErrors()

    /// No error is pending.
    package static let none = PendingErrors(allowsNone: true)

    /// Any error may be pending, or none.
    package static let any = PendingErrors(allowsNone: true, allowsOthers: true)

    /// Whether an error may be pending.
    package var allowsAny: Bool { allowsOthers || !types.isEmpty }

    /// Returns the errors of two paths.
    package func union(_ other: PendingErrors) -> PendingErrors {
        PendingErrors(
            allowsNone: allowsNone || other.allowsNone, types: types.union(other.types),
            allowsOthers: allowsOthers || other.allowsOthers)
    }

    /// Returns, by state, the errors that may be pending at its entry; nil for an unreachable state.
    package static func atEntry(of flow: CheckedFlow) -> [PendingErrors?] {
        ForwardFixpoint(PendingErrorAnalysis(flow: flow), flow).atEntry
    }
}

/// Collects the types of the pending error along all paths. It ignores guards.
private struct PendingErrorAnalysis: ForwardAnalysis {
    let flow: CheckedFlow

    var initial: PendingErrors { .none }

    func join(_ first: PendingErrors, _ second: PendingErrors) -> PendingErrors { first.union(second) }

    func transfer(_ errors: inout PendingErrors, over event: EventID, in state: State) {
        switch event.builtin {
        // The result of a handler keeps the pending error.
        case .handled: break
        case .invalid: errors = PendingErrors(types: Self.errors(.invalid, in: state))
        case .otherError: errors = others(.error, in: state)
        case .otherFailure: errors = others(.failure, in: state)
        case .start, .submit, .cancel, .back, .timeout, .success, .otherChallenge: errors = .none
        case nil: errors = Self.errors(after: flow.events[event.ownIndex], state.transitions[event])
        }
    }

    /// Returns the errors that are pending after an event without an entry of its own in a state.
    private func others(_ event: ReservedError.Event, in state: State) -> PendingErrors {
        let own = state.transitions.events.compactMap(flow.definition(of:))
        let kind: EventKind = event == .error ? .error : .failure
        let named = own.filter { $0.kind == kind }.map(\.name)
        return PendingErrors(types: Self.errors(event, in: state).subtracting(named), allowsOthers: true)
    }

    /// Returns the names of the reserved errors that can raise an event in a state.
    private static func errors(_ event: ReservedError.Event, in state: State) -> Set<String> {
        Set(ReservedError.allCases.filter { $0.event == event && canOccur($0, in: state) }.map(\.rawValue))
    }

    /// Returns whether a reserved error can occur in a state. The result is true if that is unknown.
    private static func canOccur(_ error: ReservedError, in state: State) -> Bool {
        switch state.kind {
        case .call(let request): request.canRaise(error)
        case .handler(let use):
            switch error {
            // What follows the handler can require an output of the last reply.
            case .missingParameter: true
            case .missingInput: !use.inputs.isEmpty
            case .missingOutput: use.outputs.contains(where: \.isRequired)
            case .wrongOutput: !use.outputs.isEmpty
            default: error.event == .failure
            }
        case .present, .choice, .end: true
        }
    }

    /// Returns the errors that are pending after an event that the flow defines, before its block runs.
    private static func errors(after event: Event, _ block: Block?) -> PendingErrors {
        switch event.kind {
        case .error, .failure: PendingErrors(types: [event.name])
        case .command: block?.takesError == true ? .any : .none
        case .deadline, .challenge: .none
        }
    }

    func transfer(_ errors: inout PendingErrors, over instruction: Instruction, before: PendingErrors) {
        switch instruction {
        case .error(let type, _): errors = PendingErrors(types: [type])
        case .keepError, .forgetReply: errors = before
        case .clear(let slots) where slots.contains(ErrorSlot.type): errors = .none
        case .set(ErrorSlot.type, _): errors = .any
        default: break
        }
    }
}

extension Request {
    /// Returns whether the request can lead to a reserved error. The result is true if that is unknown.
    fileprivate func canRaise(_ error: ReservedError) -> Bool {
        switch error {
        case .unrecognisedReply: !reply.successPath.isEmpty
        case .unknownChallenge: !reply.challengePath.isEmpty
        case .unexpectedReply: barred != .none
        case .wrongType: !reply.challengePath.isEmpty || !reply.outputs.isEmpty
        default: true
        }
    }
}

extension Block {
    /// Whether this is the block of a command with which the host can pass an error.
    package var takesError: Bool {
        guard case .when(.not(.leaf(.present(ErrorSlot.type))), _) = instructions.first else { return false }
        return true
    }
}
