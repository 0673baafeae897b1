public import FlowCore
import FlowTable

/// The handlers of a host, by name. A name that was registered before is replaced.
public struct FlowHandlers: Sendable {
    /// A handler as a closure.
    public typealias Work = @Sendable (FlowHandlerInputs) async throws(FlowHandlerFailure) -> FlowHandlerOutputs
    /// What does the work of handlers that are not registered.
    public typealias Fallback = @Sendable (FlowWork) async throws(FlowHandlerFailure) -> FlowHandlerOutputs

    private var byName: [String: any FlowHandler] = [:]
    private let fallback: Fallback?

    /// No handlers yet.
    /// - Parameter fallback: what does the work of handlers that are not registered; without it their work fails
    ///   as `no-handler`.
    public init(otherwise fallback: Fallback? = nil) {
        self.fallback = fallback
    }

    /// The names of the registered handlers, sorted.
    public var names: [String] { byName.keys.sorted() }

    /// The handler of that name.
    public subscript(name: String) -> (any FlowHandler)? {
        get { byName[name] }
        set { byName[name] = newValue }
    }

    /// Registers a closure as the handler of that name.
    public mutating func register(_ name: String, _ work: @escaping Work) {
        byName[name] = ClosureHandler(work: work)
    }

    /// These handlers with others added; others win.
    public func merging(_ others: FlowHandlers) -> FlowHandlers {
        var merged = FlowHandlers(otherwise: others.fallback ?? fallback)
        merged.byName = byName.merging(others.byName) { $1 }
        return merged
    }

    /// Lets the handler of that work do it, whose inputs may be handles of secrets.
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

private struct ClosureHandler: FlowHandler {
    let work: FlowHandlers.Work

    func handle(_ inputs: FlowHandlerInputs) async throws(FlowHandlerFailure) -> FlowHandlerOutputs {
        try await work(inputs)
    }
}
