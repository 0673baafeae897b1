import FlowModel
import FlowTable

/// An event before it has a number.
enum EventKey: Hashable, Sendable {
    /// A host's event: start, submit, cancel, back, timeout or a command.
    case host(Symbol)
    /// A deadline is over, by the name of the slot that holds its end.
    case deadline(String)
    case handled
    case success
    case invalid
    /// A challenge; nil stands for all others.
    case challenge(Symbol?)
    /// An error; nil stands for all others.
    case error(Symbol?)
    /// A failure; nil stands for all others.
    case failure(Symbol?)
    /// The end of a sub-flow, which is no event of the machine.
    case outcome(Symbol)

    /// The number of a built-in event.
    var builtin: EventID? {
        switch self {
        case .host(let name): Symbol.hostEvents.firstIndex(of: name)
        case .handled: BuiltinEvent.handled.rawValue
        case .success: BuiltinEvent.success.rawValue
        case .invalid: BuiltinEvent.invalid.rawValue
        case .challenge(nil): BuiltinEvent.otherChallenge.rawValue
        case .error(nil): BuiltinEvent.otherError.rawValue
        case .failure(nil): BuiltinEvent.otherFailure.rawValue
        default: nil
        }
    }

    /// The event as one of the flow's own.
    func own(_ symbols: SymbolTable) -> Event? {
        switch self {
        case .host(let name): builtin == nil ? Event(kind: .command, name: symbols[name]) : nil
        case .deadline(let name): Event(kind: .deadline, name: name)
        case .challenge(let name?): Event(kind: .challenge, name: symbols[name])
        case .error(let name?): Event(kind: .error, name: symbols[name])
        case .failure(let name?): Event(kind: .failure, name: symbols[name])
        default: nil
        }
    }

    /// The event in words.
    func text(_ symbols: SymbolTable) -> String {
        switch self {
        case .host(let name): symbols[name]
        case .deadline: "timeout"
        case .handled: "handled"
        case .success: "success"
        case .invalid: "invalid"
        case .challenge(let name): name.map { symbols[$0] } ?? "another challenge"
        case .error(let name): name.map { symbols[$0] } ?? "another error"
        case .failure(let name): name.map { symbols[$0] } ?? "another failure"
        case .outcome(let name): "outcome \(symbols[name])"
        }
    }
}
