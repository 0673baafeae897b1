public import FlowRuntime

/// Stub handlers that compute nothing. Port `P` returns the text `<P>` or the list `["<P>"]`, so a conversation shows
/// the origin of each value. Optional ports have no value. A script replaces one handler's result.
public struct StandInHandlers: Sendable {
    /// What a handler does instead of returning stand-ins.
    public enum Script: Sendable {
        /// Returns these members of a JSON object. Required ports that are not named get stand-ins.
        case gives(JSONValue)
        /// Fails under this name.
        case fails(String)
    }

    /// The scripts that replace stand-ins, by handler name.
    public var scripts: [String: Script]

    /// Creates stand-ins for all handlers without a script.
    public init(scripts: [String: Script] = [:]) {
        self.scripts = scripts
    }

    /// Returns the result of a handler's work.
    /// - Parameter work: the work.
    /// - Returns: a JSON object with one member per port.
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

    /// Runs the current handler of a session.
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

    /// The stand-ins, as handlers for a runner.
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
