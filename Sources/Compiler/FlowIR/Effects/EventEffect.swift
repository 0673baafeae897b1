package import FlowDiagnostics
import FlowTable

/// The effect of an event before its block runs: the values that the host, a reply or a handler provides, and how it
/// changes the pending error.
package struct EventEffect: Sendable {
    /// The values that an event provides. The large ones are stored indirectly, since a flow has many events.
    package enum Values: Sendable {
        /// The event provides no values.
        case none
        /// The host's answers to asks. A constant that a start does not supply again keeps its value.
        case answers([Ask])
        indirect case reply(ReplyForm, ReplyKind)
        indirect case result(HandlerUse)
    }

    /// The replies that cause an event.
    package enum ReplyKind: Sendable {
        case success
        /// A challenge by name.
        case challenge(ByteString)
        /// Every challenge that the state does not name.
        case otherChallenge

        /// Returns whether a set contains the reply. Only a set of every challenge contains `otherChallenge`.
        package func isAmong(_ replies: Replies) -> Bool {
            switch self {
            case .success: replies.success
            case .challenge(let name): replies.contains(challenge: name)
            case .otherChallenge: replies.contains(challenge: nil)
            }
        }
    }

    /// How the event changes the pending error.
    package enum PendingError: Sendable {
        case kept
        case cleared
        /// It is cleared, or the host sets it with a command.
        case optional
        /// It is set. The type is nil if the event does not determine it.
        case raised(type: ByteString?)
    }

    /// Who causes an event.
    package enum Origin: Sendable {
        /// The host or a time limit. The flow may reject the event.
        case host
        /// The service, with a valid reply.
        case reply
        /// The service, a handler or nobody. The flow must accept the event.
        case automatic
    }

    /// Who causes the event.
    package let origin: Origin
    package let values: Values
    /// How the event changes the pending error.
    package let error: PendingError

    /// Creates an effect; by default one that assigns no values.
    fileprivate init(_ origin: Origin, _ values: Values = .none, error: PendingError) {
        self.origin = origin
        self.values = values
        self.error = error
    }

    /// The effect of a choice, which runs without an event.
    package static let none = EventEffect(.automatic, error: .kept)
}

extension EventEffect {
    /// Calls `body` with each slot that the event always assigns or clears, except the pending error.
    ///
    /// Constants are omitted, because a start may leave them unchanged.
    package func forEachAssigned(_ body: (SlotID) -> Void) {
        guard case .answers(let asks) = values else { return values.forEachSlot(body) }
        for index in asks.indices where !asks[index].isConstant { asks[index].forEachAssignedSlot(body) }
    }

    /// Whether the host can pass an error with the event.
    package var canTakeError: Bool { if case .optional = error { true } else { false } }

    /// Whether the event sets the pending error.
    package var raisesError: Bool { if case .raised = error { true } else { false } }
}

extension EventEffect.Values {
    /// The slots that the values may be assigned to.
    package var slots: [SlotID] {
        var slots: [SlotID] = []
        forEachSlot { slots.append($0) }
        return slots
    }

    /// Calls `body` with each slot that the values may be assigned to.
    ///
    /// Copies no elements, because a flow has many events.
    package func forEachSlot(_ body: (SlotID) -> Void) {
        switch self {
        case .none: break
        case .answers(let asks): for index in asks.indices { asks[index].forEachAssignedSlot(body) }
        case .reply(let form, _): for index in form.outputs.indices { body(form.outputs[index].slot) }
        case .result(let use): for index in use.outputs.indices { body(use.outputs[index].slot) }
        }
    }
}

extension Ask {
    /// The slots that an answer assigns: its own and, if any, the slot of the selected word's declared spelling.
    package var assignedSlots: [SlotID] {
        var slots: [SlotID] = []
        forEachAssignedSlot { slots.append($0) }
        return slots
    }

    /// Calls `body` with each of the assigned slots.
    fileprivate func forEachAssignedSlot(_ body: (SlotID) -> Void) {
        body(slot)
        if let meant { body(meant) }
    }
}

extension LoweredFlow {
    /// Returns what an event does in a state before its block runs.
    package func effect(of event: EventID, in state: State) -> EventEffect {
        switch event.builtin {
        case .start: EventEffect(.host, .answers(inputs), error: .cleared)
        case .submit: EventEffect(.host, state.answers, error: .cleared)
        case .cancel, .back, .timeout: EventEffect(.host, error: .cleared)
        case .handled: EventEffect(.automatic, state.result, error: .kept)
        case .success: EventEffect(.reply, state.reply(.success), error: .cleared)
        case .otherChallenge: EventEffect(.reply, state.reply(.otherChallenge), error: .cleared)
        case .invalid, .otherError, .otherFailure: EventEffect(.automatic, error: .raised(type: nil))
        case nil: ownEvent(event)?.effect(in: state, running: state.transitions[event]) ?? .none
        }
    }
}

extension Event {
    /// Returns what the event does in a state before `block` runs. The block is nil if the state rejects the event.
    fileprivate func effect(in state: State, running block: Block?) -> EventEffect {
        switch kind {
        case .command: EventEffect(.host, error: block.map(takesError) ?? false ? .optional : .cleared)
        case .deadline: EventEffect(.host, error: errorEffect)
        case .challenge: EventEffect(.reply, state.reply(.challenge(name)), error: errorEffect)
        case .error, .failure: EventEffect(.automatic, error: errorEffect)
        }
    }

    /// Returns whether the host can pass an error with the command that runs a block.
    ///
    /// Such a block begins with the error that applies if the host passes none: its type is the name of the command.
    private func takesError(_ block: Block) -> Bool {
        guard case .when(.not(.leaf(.present(ErrorSlot.type))), let missing) = block.instructions.first,
            case .error(let type, let message) = missing.instructions.first
        else { return false }
        return missing.instructions.count == 1 && type == name && message.utf8.isEmpty
    }

    /// How the event changes the pending error; for a command, if the host can pass an error.
    package var errorEffect: EventEffect.PendingError {
        switch kind {
        case .command: .optional
        case .deadline, .challenge: .cleared
        case .error, .failure: .raised(type: name)
        }
    }
}

extension State {
    /// The values that events of the state can provide, other than a start.
    ///
    /// For a call, these are the outputs of every reply, although their kind is `success`.
    package var received: EventEffect.Values {
        switch kind {
        case .present(let presentation): .answers(presentation.asks)
        case .call(let request): .reply(request.reply, .success)
        case .handler(let use): .result(use)
        case .choice, .end: .none
        }
    }

    /// The answers to the asks of the state's step.
    fileprivate var answers: EventEffect.Values { isPresent ? received : .none }

    /// The outputs of the state's handler.
    fileprivate var result: EventEffect.Values { isHandler ? received : .none }

    /// Returns the outputs of a reply to the state's request.
    fileprivate func reply(_ kind: EventEffect.ReplyKind) -> EventEffect.Values {
        if case .call(let request) = self.kind { .reply(request.reply, kind) } else { .none }
    }
}
