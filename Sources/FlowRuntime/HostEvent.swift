import FlowCore
import FlowTable

/// An event that the host sends.
enum HostEvent {
    /// Starts the flow with these inputs.
    case start(JSONValue)
    /// Submits these answers.
    case submit(JSONValue)
    /// Submits a word as the answer to the only choice.
    case select(String)
    /// Sends a command of the flow, or one of `cancel`, `back` and `timeout`.
    case command(String)
    /// A command with an error that the host passes to the flow.
    case commandAfterError(String, type: String, message: String)
    /// The host resumes a session whose process ended while a request was in flight.
    case interrupted

    static let cancel = "cancel"
    static let timeout = "timeout"

    /// The event's name in traces and refusals.
    var name: String {
        switch self {
        case .start: "start"
        case .submit: "submit"
        case .select: "select"
        case .command(let name), .commandAfterError(let name, _, _): name
        case .interrupted: "recover"
        }
    }

    /// Whether the event may replace one that is in progress.
    var supersedes: Bool { isStart || isCancel }

    /// Whether this is the command `cancel`.
    var isCancel: Bool {
        if case .command(Self.cancel) = self { return true }
        return false
    }

    /// Whether the event starts the flow.
    var isStart: Bool {
        if case .start = self { return true }
        return false
    }

    /// Whether the event comes too late once the time limit of the presented step has passed.
    var isBoundByTimeLimit: Bool {
        switch self {
        case .start, .command(Self.timeout), .interrupted: false
        default: true
        }
    }

    /// Applies the event to a session, and returns what to do next.
    func apply(to session: inout FlowSession) -> FlowEffect {
        switch self {
        case .start(let inputs): session.start(inputs)
        case .submit(let answers): session.submit(answers)
        case .select(let word): session.select(word)
        case .command(let name): session.send(name)
        case .commandAfterError(let name, let type, let message): session.send(name, error: (type, message))
        case .interrupted:
            session.fail(
                type: ReservedError.noAnswer.rawValue, message: "it is unknown whether the request was carried out")
        }
    }
}
