public import FlowCore
package import FlowTable

/// A handler, which computes values that the service does not supply, such as a proof, a code or a signature.
///
/// A flow declares its handlers with typed input and output ports. The host registers an implementation under each
/// name in ``FlowHandlers``.
public protocol FlowHandler: Sendable {
    /// Computes the outputs of a call from its inputs.
    ///
    /// The handler may suspend, for example to wait for the user. It should stop when its task is canceled.
    /// - Parameter inputs: the values of the input ports.
    /// - Returns: the values of the output ports.
    /// - Throws: a failure. The flow selects a transition by the failure's name.
    func handle(_ inputs: FlowHandlerInputs) async throws(FlowHandlerFailure) -> FlowHandlerOutputs
}

/// A handler's inputs: values by port name.
public struct FlowHandlerInputs: Sendable, Redacted {
    /// The values, with handles in place of secrets.
    private let values: JSONValue
    private let secrets: FlowSecrets

    /// Creates inputs from a JSON object with one member per port.
    public init(_ json: JSONValue) {
        self.init(json, FlowSecrets())
    }

    /// Creates inputs whose values may contain handles of `secrets`.
    init(_ values: JSONValue, _ secrets: FlowSecrets) {
        self.values = values
        self.secrets = secrets
    }

    /// The values as a JSON object. The object contains copies of secrets, which the runner cannot erase.
    public var json: JSONValue { secrets.revealed(values) }

    /// The value of a scalar port, or nil if the port has no value or its value is not text.
    ///
    /// If the value is a ``FlowSecret``, the result is a copy that the runner cannot erase.
    public subscript(port: String) -> String? { values[port].map { secrets.revealed($0) }?.string }

    /// Returns the value of a port as a secret, or nil if the port has no value or its value is not text.
    public func optionalSecret(_ port: String) -> FlowSecret? {
        values[port]?.string.map { secrets.secret($0) ?? FlowSecret($0) }
    }

    /// Returns the value of a required port as a secret, even if the port has an ordinary value.
    /// - Throws: the failure `missing-input` if the port has no scalar value, with the port's name as its message.
    public func secret(_ port: String) throws(FlowHandlerFailure) -> FlowSecret {
        guard let secret = optionalSecret(port) else { throw FlowHandlerFailure(.missingInput, port) }
        return secret
    }

    /// Returns the value of a required port as text.
    /// - Throws: the failure `missing-input` if the port has no scalar value, with the port's name as its message.
    public func text(_ port: String) throws(FlowHandlerFailure) -> String {
        guard let text = self[port] else { throw FlowHandlerFailure(.missingInput, port) }
        return text
    }

    /// Returns the items of a list port, or nil if the port has no value or its value is not a list.
    public func list(_ port: String) -> [String]? {
        values[port]?.strings
    }

    /// Returns the entries of a map port, or nil if the port has no value or its value is not a map.
    public func map(_ port: String) -> [FlowEntry]? {
        values[port]?.members?.map { FlowEntry(key: $0.name, value: $0.value.string ?? $0.value.jsonText) }
    }
}

/// A handler's outputs: values by port name.
public struct FlowHandlerOutputs: Sendable, ExpressibleByDictionaryLiteral, Redacted {
    package private(set) var values: JSONValue
    package private(set) var secrets: [String: FlowSecret] = [:]

    /// Creates outputs from a JSON object with one member per port.
    public init(_ json: JSONValue = .object([])) {
        values = json
    }

    /// Creates outputs from pairs of a port and its text.
    public init(dictionaryLiteral elements: (String, String)...) {
        values = .object(elements.map { JSONMember($0.0, .string($0.1)) })
    }

    /// The values as a JSON object. The object contains copies of secrets, which the runner cannot erase.
    public var json: JSONValue {
        guard !secrets.isEmpty else { return values }
        let added = secrets.sorted { $0.key < $1.key }.map { JSONMember($0.key, .string($0.value.text)) }
        return .object((values.members ?? []) + added)
    }

    /// Sets the value of a port.
    ///
    /// If the value does not fit the port's type, the call of the handler fails with `wrong-output`.
    public mutating func set(_ port: String, _ value: JSONValue) {
        removeValue(of: port)
        values = .object((values.members ?? []) + [JSONMember(port, value)])
    }

    /// Sets the value of a port to a secret.
    ///
    /// The flow receives a handle in place of the secret. The runner releases the secret when no value refers to the
    /// handle any longer.
    public mutating func set(_ port: String, _ secret: FlowSecret) {
        removeValue(of: port)
        secrets[port] = secret
    }

    /// Removes the value or the secret of a port, if it has one.
    private mutating func removeValue(of port: String) {
        secrets[port] = nil
        values = .object((values.members ?? []).filter { $0.name != port })
    }
}

/// Reports why a handler failed.
public struct FlowHandlerFailure: Error, Sendable, Equatable {
    /// The failure's name. Use one that the handler's declaration in the flow lists.
    public let name: String
    /// A description for people. The host receives it, so it must not contain a secret.
    public let message: String

    /// Creates a failure. The name selects the flow's transition, and the message is for people.
    public init(_ name: String, _ message: String = "") {
        self.name = name
        self.message = message
    }

    /// Creates a failure with a reserved name, which a flow need not declare.
    package init(_ error: ReservedError, _ message: String) {
        self.init(error.rawValue, message)
    }
}

/// A host's handlers, by name. Registering a name again replaces its handler.
public struct FlowHandlers: Sendable, Redacted {
    /// A handler as a closure.
    public typealias Work = @Sendable (FlowHandlerInputs) async throws(FlowHandlerFailure) -> FlowHandlerOutputs
    /// A closure that handles the calls of all handlers that are not registered.
    ///
    /// The inputs of a call contain copies of secrets, which the runner cannot erase.
    public typealias Fallback = @Sendable (FlowWork) async throws(FlowHandlerFailure) -> FlowHandlerOutputs

    private var byName: [String: any FlowHandler] = [:]
    private let fallback: Fallback?

    /// Creates an empty set of handlers.
    /// - Parameter fallback: handles the calls of handlers that are not registered. Without a fallback, these
    ///   calls fail with `no-handler`.
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
    /// The inputs may contain handles of `secrets`. If there is neither a handler nor a fallback, the result is
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

    func handle(_ inputs: FlowHandlerInputs) async throws(FlowHandlerFailure) -> FlowHandlerOutputs {
        try await work(inputs)
    }
}
