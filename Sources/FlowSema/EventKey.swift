import FlowModel

/// An event before it has a number.
enum EventKey: Hashable {
    /// A host's event: start, submit, cancel, back, timeout or a command.
    case host(String)
    case handled
    case success
    case invalid
    /// A challenge; nothing stands for all others.
    case challenge(String?)
    /// An error; nothing stands for all others.
    case error(String?)
    /// A failure; nothing stands for all others.
    case failure(String?)

    /// The names of the host's events that every flow has.
    static let builtinHostEvents = ["start", "submit", "cancel", "back", "timeout"]
    /// The names of events that a reply can be.
    static let replyEvents = ["success", "invalid", "reply"]

    /// The number of a built-in event.
    var builtin: EventID? {
        switch self {
        case .host(let name): EventKey.builtinHostEvents.firstIndex(of: name)
        case .handled: 5
        case .success: 6
        case .invalid: 7
        case .challenge(nil): 8
        case .error(nil): 9
        case .failure(nil): 10
        default: nil
        }
    }

    /// The event as one of the flow's own.
    var own: Event? {
        switch self {
        case .host(let name): builtin == nil ? Event(kind: .command, name: name) : nil
        case .challenge(let name?): Event(kind: .challenge, name: name)
        case .error(let name?): Event(kind: .error, name: name)
        case .failure(let name?): Event(kind: .failure, name: name)
        default: nil
        }
    }
}
