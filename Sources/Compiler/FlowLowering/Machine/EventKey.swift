import FlowDiagnostics
import FlowIR
import FlowTable

/// An event, before the events of the flow are numbered.
enum EventKey: Hashable, Sendable {
    /// An event of the host: a built-in one or a command.
    case host(Symbol)
    /// The expiry of a deadline, by the name of its slot.
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
    /// An outcome of a sub-flow. It is not an event of the machine, because sub-flows are inlined.
    case outcome(Symbol)

    /// The number of a built-in event; nil for an event that the flow itself defines, and for an outcome.
    var builtin: EventID? {
        switch self {
        // In a table, the host events come first.
        case .host(let name): Symbol.hostEvents.firstIndex(of: name).map { EventID($0) }
        case .handled: .handled
        case .success: .success
        case .invalid: .invalid
        case .challenge(nil): .otherChallenge
        case .error(nil): .otherError
        case .failure(nil): .otherFailure
        default: nil
        }
    }

    /// Returns the key as an event that the flow itself defines; nil for a built-in event and for an outcome.
    func flowEvent(_ symbols: SymbolTable) -> Event? {
        switch self {
        case .host(let name): builtin == nil ? Event(kind: .command, name: symbols.name(name)) : nil
        case .deadline(let name): Event(kind: .deadline, name: ByteString(name))
        case .challenge(let name?): Event(kind: .challenge, name: symbols.name(name))
        case .error(let name?): Event(kind: .error, name: symbols.name(name))
        case .failure(let name?): Event(kind: .failure, name: symbols.name(name))
        default: nil
        }
    }

    /// Returns what messages call the event, such as `another error` for an error without a name.
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
