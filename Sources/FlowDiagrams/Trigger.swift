import FlowIR
import FlowTable

/// The event that causes a transition, with its name in a diagram.
struct Trigger: Hashable {
    /// The source of an event.
    enum Kind: Hashable {
        /// The flow decides by its data.
        case branch
        /// The host starts the flow.
        case start
        /// The host answers a step.
        case answer
        /// The host sends another event: a command, `cancel` or `back`.
        case command
        /// A time limit expires.
        case timeout
        /// A handler returns.
        case handled
        /// The service replies with success or a challenge.
        case reply
        /// The service replies with an error or an invalid reply, or a handler fails.
        case failure
    }

    var kind: Kind
    /// The event's name in the flow language; empty for a branch.
    var name: String

    /// Whether the event is part of the expected course: not an error, a timeout or a command.
    var isCourse: Bool {
        switch kind {
        case .branch, .start, .answer, .handled, .reply: true
        case .command, .timeout, .failure: false
        }
    }
}

extension Trigger {
    /// Creates the trigger of an event at a state.
    init(_ event: EventID, at state: State, in flow: LoweredFlow) {
        switch event.builtin {
        case .start: self.init(kind: .start, name: "start")
        case .submit: self.init(kind: .answer, name: "submit")
        case .cancel: self.init(kind: .command, name: "cancel")
        case .back: self.init(kind: .command, name: "back")
        case .timeout: self.init(kind: .timeout, name: "timeout")
        case .handled: self.init(kind: .handled, name: Self.handlerName(at: state))
        case .success: self.init(kind: .reply, name: "success")
        case .invalid: self.init(kind: .failure, name: "invalid reply")
        case .otherChallenge: self.init(kind: .reply, name: "any other challenge")
        case .otherError: self.init(kind: .failure, name: "any other error")
        case .otherFailure: self.init(kind: .failure, name: "any other failure of " + Self.handlerName(at: state))
        case nil: self.init(flow.events[event.ownIndex], at: state)
        }
    }

    /// Creates the trigger of an event that the flow defines.
    private init(_ event: Event, at state: State) {
        switch event.kind {
        case .command: self.init(kind: .command, name: event.name)
        case .deadline: self.init(kind: .timeout, name: "deadline")
        case .challenge: self.init(kind: .reply, name: event.name)
        case .error: self.init(kind: .failure, name: event.name)
        case .failure: self.init(kind: .failure, name: event.name + " of " + Self.handlerName(at: state))
        }
    }

    /// Returns the name of the handler that a state calls, or a general term at any other state.
    private static func handlerName(at state: State) -> String {
        if case .handler(let use) = state.kind { return use.handler }
        return "a handler"
    }
}
