public import FlowRuntime

/// Handlers that compute nothing: port `P` gives the text `<P>`, a list `["<P>"]`, and an optional port nothing, so that a
/// conversation shows where each value came from. A script replaces what one handler gives.
public struct StandInHandlers: Sendable {
    /// What a handler does instead of giving stand-ins.
    public enum Script: Sendable {
        /// Gives these members of a JSON object; required ports that are not named get stand-ins.
        case gives(JSONValue)
        /// Fails under this name.
        case fails(String)
    }

    /// What handlers do instead of giving stand-ins, by name.
    public var scripts: [String: Script]

    /// Stand-ins for all handlers but those with a script.
    public init(scripts: [String: Script] = [:]) {
        self.scripts = scripts
    }

    /// What the handler of that work gives.
    /// - Parameter work: the work.
    /// - Returns: a JSON object, one member per port.
    /// - Throws: the failure that the script names.
    public func result(of work: FlowWork) throws(FlowHandlerFailure) -> JSONValue {
        var given: [JSONMember] = []
        switch scripts[work.handler] {
        case .fails(let name): throw FlowHandlerFailure(name, "scripted failure of \(work.handler)")
        case .gives(let value): given = value.members ?? []
        case nil: break
        }
        for (port, type) in zip(work.outputs, work.outputTypes) where work.requiredOutputs.contains(port) {
            if given.contains(where: { $0.name == port }) { continue }
            given.append(JSONMember(port, Self.standIn(for: port, of: type)))
        }
        return .object(given)
    }

    /// Lets a session's handler work.
    /// - Parameter session: a session that waits for a handler.
    /// - Returns: what to do next.
    public func run(in session: inout FlowSession) -> FlowEffect {
        guard let work = session.work() else { return .refused(FlowRefusal(.eventNotAccepted, "handled")) }
        do throws(FlowHandlerFailure) {
            return session.handled(try result(of: work))
        } catch {
            return session.handlerFailed(error.name, error.message)
        }
    }

    /// The stand-ins as handlers of a runner.
    public var handlers: FlowHandlers {
        FlowHandlers { work throws(FlowHandlerFailure) in FlowHandlerOutputs(try result(of: work)) }
    }

    private static func standIn(for port: String, of type: SlotType) -> JSONValue {
        let text = JSONValue.string("<\(port)>")
        return switch type {
        case .list: .array([text])
        case .map: .object([JSONMember(port, text)])
        case .flag: .bool(true)
        default: text
        }
    }
}
