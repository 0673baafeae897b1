public import FlowCore
import FlowTable

/// A host's handlers, by name. Registering a name again replaces its handler.
public struct FlowHandlers: Sendable, Redacted {
    /// A handler as a closure.
    public typealias Work = @Sendable (FlowHandlerInputs) async throws(FlowHandlerFailure) -> FlowHandlerOutputs
    /// Handles the calls of all handlers that are not registered.
    public typealias Fallback = @Sendable (FlowWork) async throws(FlowHandlerFailure) -> FlowHandlerOutputs

    private var byName: [String: any FlowHandler] = [:]
    private let fallback: Fallback?

    /// Creates an empty set of handlers.
    /// - Parameter fallback: handles the calls of handlers that are not registered. Without it, they fail with
    ///   `no-handler`.
    public init(otherwise fallback: Fallback? = nil) {
        self.fallback = fallback
    }

    /// The names of the registered handlers, sorted.
    public var names: [String] { byName.keys.sorted() }

    /// The handler registered under a name, or nil if there is none. Assign nil to remove it.
    public subscript(name: String) -> (any FlowHandler)? {
        get { byName[name] }
        set { byName[name] = newValue }
    }

    /// Registers a closure as the handler with this name.
    public mutating func register(_ name: String, _ work: @escaping Work) {
        byName[name] = ClosureHandler(work: work)
    }

    /// Returns these handlers combined with others, which take precedence.
    ///
    /// The result has the fallback of `others` or, if they have none, of these handlers.
    public func merging(_ others: FlowHandlers) -> FlowHandlers {
        var merged = FlowHandlers(otherwise: others.fallback ?? fallback)
        merged.byName = byName.merging(others.byName) { $1 }
        return merged
    }

    /// Calls the handler that `work` names, or else the fallback, and returns the result.
    ///
    /// The inputs may contain handles instead of `secrets`. If there is neither a handler nor a fallback, the result is
    /// the failure `no-handler`.
    func handle(_ work: FlowWork, _ secrets: FlowSecrets) async -> Result<FlowHandlerOutputs, FlowHandlerFailure> {
        do throws(FlowHandlerFailure) {
            if let handler = byName[work.handler] {
                return .success(try await handler.handle(FlowHandlerInputs(work.inputs, secrets)))
            }
            if let fallback { return .success(try await fallback(work.with(inputs: secrets.revealed(work.inputs)))) }
            return .failure(FlowHandlerFailure(.noHandler, "no handler is registered as '\(work.handler)'"))
        } catch {
            return .failure(error)
        }
    }
}

/// A handler that calls a closure.
private struct ClosureHandler: FlowHandler {
    let work: FlowHandlers.Work

    /// Computes the outputs with the closure.
    func handle(_ inputs: FlowHandlerInputs) async throws(FlowHandlerFailure) -> FlowHandlerOutputs {
        try await work(inputs)
    }
}
