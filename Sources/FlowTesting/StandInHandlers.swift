public import FlowCore
public import FlowRuntime

/// Stub handlers that compute nothing.
///
/// The value of a required port `P` is the text `<P>` or the list `["<P>"]`, so that a conversation shows where each
/// value comes from. Optional ports have no value. A script replaces the result of one handler.
public struct StandInHandlers: Sendable, Redacted {
    /// What a handler does instead of returning stand-ins.
    public enum Script: Sendable, Redacted {
        /// Returns the members of this object. Other required ports still get stand-ins.
        case gives(JSONValue)
        /// Fails with this name.
        case fails(String)
    }

    /// The scripts, by name of the handler whose result they replace.
    public var scripts: [String: Script]

    /// Creates handlers. Those without a script return stand-ins.
    public init(scripts: [String: Script] = [:]) {
        self.scripts = scripts
    }

    /// Returns the result of a call of a handler, as a JSON object with a member for each port that has a value.
    /// - Throws: the failure that the handler's script names.
    public func result(of work: FlowWork) throws(FlowHandlerFailure) -> JSONValue {
        switch scripts[work.handler] {
        case .fails(let name): throw FlowHandlerFailure(name, StandIns.failureMessage(of: work.handler))
        case .gives(let value): return StandIns.outputs(of: work, given: value.members ?? [])
        case nil: return StandIns.outputs(of: work)
        }
    }

    /// Runs the handler that a session waits for, and applies its result to the session.
    /// - Returns: the session's next effect, or a refusal if the session does not wait for a handler.
    public func run(in session: inout FlowSession) -> FlowEffect {
        guard let work = session.work() else { return .refused(FlowRefusal(.eventNotAccepted, "handled")) }
        do throws(FlowHandlerFailure) {
            return session.handled(try result(of: work))
        } catch {
            return session.handlerFailed(error.name, error.message)
        }
    }

    /// These handlers in the form that a runner takes.
    public var handlers: FlowHandlers {
        FlowHandlers { work throws(FlowHandlerFailure) in FlowHandlerOutputs(try result(of: work)) }
    }
}
