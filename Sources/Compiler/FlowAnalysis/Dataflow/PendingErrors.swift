package import FlowDiagnostics
package import FlowIR
import FlowTable

/// The errors that may be pending at a point of a flow.
package struct PendingErrors: Sendable, Hashable {
    /// Whether it is possible that no error is pending.
    package var allowsNone = false
    /// The possible types among those that the flow names and the reserved ones.
    package var types: Set<ByteString> = []
    /// Whether an error of another type may be pending.
    package var allowsOthers = false

    /// Nothing is possible: the bottom of the lattice.
    package static let impossible = PendingErrors()

    package static let none = PendingErrors(allowsNone: true)

    package static let any = PendingErrors(allowsNone: true, allowsOthers: true)

    /// Whether an error may be pending.
    package var allowsErrors: Bool { allowsOthers || !types.isEmpty }

    /// Returns the errors that may be pending on one of two paths.
    package func union(_ other: PendingErrors) -> PendingErrors {
        PendingErrors(
            allowsNone: allowsNone || other.allowsNone, types: types.union(other.types),
            allowsOthers: allowsOthers || other.allowsOthers)
    }

    /// Returns the errors that may be pending at the entry of each state, and at each notification, by name.
    ///
    /// The result is nil for the entry of an unreachable state.
    package static func all(
        in controlFlow: ControlFlow
    ) -> (atEntry: Table<State, PendingErrors?>, atNotification: [ByteString: PendingErrors]) {
        let flow = controlFlow.flow
        let fixpoint = Dataflow(PendingErrorAnalysis(flow: flow), controlFlow)
        var atNotification: [ByteString: PendingErrors] = [:]
        for state in flow.states.indices {
            fixpoint.forEachNotification(in: state) { notification, _, errors in
                let others = atNotification[notification.name] ?? .impossible
                atNotification[notification.name] = others.union(errors)
            }
        }
        return (Table(flow.states.indices.map { fixpoint[$0] }), atNotification)
    }
}

/// Collects the types of the pending error along all paths. It ignores guards.
private struct PendingErrorAnalysis: ForwardAnalysis {
    let flow: LoweredFlow

    var initial: PendingErrors { .none }

    /// Adds the errors of another path. Returns whether this added any.
    func join(_ errors: inout PendingErrors, _ other: PendingErrors) -> Bool {
        let before = errors
        errors = errors.union(other)
        return errors != before
    }

    /// Replaces the errors with those that an event raises or clears.
    func transfer(_ errors: inout PendingErrors, over transition: ControlFlow.Transition, in state: StateID) {
        switch transition.effect.error {
        case .kept: break
        case .cleared: errors = .none
        case .optional: errors = .any
        case .raised(let type?): errors = PendingErrors(types: [type])
        case .raised(nil): errors = unnamedErrors(after: transition.event, in: flow.states[state])
        }
    }

    /// Returns the errors that may be pending after an invalid reply, or after an error or failure without a name.
    private func unnamedErrors(after event: EventID?, in state: State) -> PendingErrors {
        switch event.flatMap(\.builtin) {
        case .otherError:
            let types = Self.reservedTypes(raising: .error, in: state)
            let named = flow.names(of: .error, acceptedBy: state)
            return PendingErrors(types: types.subtracting(named), allowsOthers: true)
        case .otherFailure:
            let types = Self.reservedTypes(raising: .failure, in: state)
            let named = flow.names(of: .failure, acceptedBy: state)
            return PendingErrors(types: types.subtracting(named), allowsOthers: true)
        // Of these, only `invalid` raises an error.
        case .start, .submit, .cancel, .back, .timeout, .handled, .success, .otherChallenge, .invalid, nil:
            return PendingErrors(types: Self.reservedTypes(raising: .invalid, in: state))
        }
    }

    private static func reservedTypes(raising event: ReservedError.Event, in state: State) -> Set<ByteString> {
        let errors = ReservedError.allCases.filter { $0.event == event && canOccur($0, in: state) }
        return Set(errors.map { ByteString($0.rawValue) })
    }

    /// Returns whether a reserved error can occur in a state. The result is true if that is unknown.
    private static func canOccur(_ error: ReservedError, in state: State) -> Bool {
        switch state.kind {
        case .call(let request): request.canRaise(error)
        case .handler(let use):
            switch error {
            // The block after the handler can require an output of the last reply.
            case .missingParameter: true
            case .missingInput: !use.inputs.isEmpty
            case .missingOutput: use.outputs.contains(where: \.isRequired)
            case .wrongOutput: !use.outputs.isEmpty
            default: error.event == .failure
            }
        case .present, .choice, .end: true
        }
    }

    /// Replaces the errors if a change raises, clears or assigns the pending error.
    func transfer(_ errors: inout PendingErrors, over change: DataChange) {
        switch change {
        case .raise(let type, _): errors = PendingErrors(types: [type])
        case .clear(let slots): if slots.contains(ErrorSlot.type) { errors = .none }
        // The analysis does not track assigned values.
        case .write(let slot, _): if slot == ErrorSlot.type { errors = .any }
        case .clearAll, .count, .reset: break
        }
    }

    /// Restores the errors from before the event.
    func transfer(_ errors: inout PendingErrors, over restoration: Restoration, before: PendingErrors) {
        errors = before
    }
}

extension Request {
    /// Returns whether the request can lead to a reserved error. The result is true if that is unknown.
    fileprivate func canRaise(_ error: ReservedError) -> Bool {
        switch error {
        case .unrecognisedReply: !reply.successPath.isEmpty
        case .unknownChallenge: !reply.challengePath.isEmpty
        // `barred` are the replies that the service description rules out.
        case .unexpectedReply: barred != .none
        case .wrongType: !reply.challengePath.isEmpty || !reply.outputs.isEmpty
        default: true
        }
    }
}
