import FlowCore
import FlowTable

/// What a host says.
enum HostEvent {
    case start(JSONValue)
    case submit(JSONValue)
    case select(String)
    case command(String)
    /// A command that comes with an error of the host's own.
    case commandAfterError(String, type: String, message: String)
    /// The process was ended while a request was on its way.
    case interrupted

    static let cancel = "cancel"
    static let timeout = "timeout"

    /// The name in traces and refusals.
    var name: String {
        switch self {
        case .start: "start"
        case .submit: "submit"
        case .select: "select"
        case .command(let name), .commandAfterError(let name, _, _): name
        case .interrupted: "recover"
        }
    }

    /// Whether it may take the place of an event that is being worked on.
    var supersedes: Bool {
        switch self {
        case .start, .command(Self.cancel): true
        default: false
        }
    }

    /// Whether it begins anew, wherever the session stands.
    var isStart: Bool {
        if case .start = self { return true }
        return false
    }

    /// Whether a step whose time is over no longer takes it.
    var isBoundByTimeLimit: Bool {
        switch self {
        case .start, .command(Self.timeout), .interrupted: false
        default: true
        }
    }

    /// Hands the event to a session.
    func apply(to session: inout FlowSession) -> FlowEffect {
        switch self {
        case .start(let inputs): session.start(inputs)
        case .submit(let answers): session.submit(answers)
        case .select(let word): session.select(word)
        case .command(let name): session.send(name)
        case .commandAfterError(let name, let type, let message): session.send(name, error: (type, message))
        case .interrupted:
            session.fail(
                type: ReservedError.noAnswer.rawValue, message: "it is not known whether the request was carried out")
        }
    }
}
