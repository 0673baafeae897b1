public import FlowCore
package import FlowTable

/// Computes a value that the service does not supply: a proof, a code, a signature.
///
/// A flow declares its handlers with typed input and output ports. The host registers an implementation under each
/// name in ``FlowHandlers``.
public protocol FlowHandler: Sendable {
    /// Computes the outputs. It may suspend, also to wait for the user, and should stop when its task is cancelled.
    /// - Parameter inputs: the values of the input ports that have one.
    /// - Returns: the values of the output ports.
    /// - Throws: a failure by a name that the flow has a transition for.
    func handle(_ inputs: FlowHandlerInputs) async throws(FlowHandlerFailure) -> FlowHandlerOutputs
}

/// A handler's inputs: values by port name.
public struct FlowHandlerInputs: Sendable {
    /// The values, with handles in place of secrets.
    private let values: JSONValue
    private let secrets: FlowSecrets

    /// Creates inputs from a JSON object with one member per port.
    public init(_ json: JSONValue) {
        self.init(json, FlowSecrets())
    }

    init(_ values: JSONValue, _ secrets: FlowSecrets) {
        self.values = values
        self.secrets = secrets
    }

    /// The values as a JSON object. Secrets in it are copies that cannot be erased.
    public var json: JSONValue { secrets.revealed(values) }

    /// The value of a scalar port, or nil if it has none. The text of a ``FlowSecret`` is a copy that cannot be
    /// erased.
    public subscript(port: String) -> String? { values[port].map { secrets.revealed($0) }?.string }

    /// Returns the value of a required port as a secret.
    /// - Throws: the failure `missing-input`, with the port's name as its message.
    public func secret(_ port: String) throws(FlowHandlerFailure) -> FlowSecret {
        guard let text = values[port]?.string else { throw FlowHandlerFailure(.missingInput, port) }
        return secrets.secret(text) ?? FlowSecret(text)
    }

    /// Returns the value of a required port.
    /// - Throws: the failure `missing-input`, with the port's name as its message.
    public func text(_ port: String) throws(FlowHandlerFailure) -> String {
        guard let text = self[port] else { throw FlowHandlerFailure(.missingInput, port) }
        return text
    }

    /// Returns the items of a list port, or nil if it has no value.
    public func list(_ port: String) -> [String]? {
        guard case .array(let items) = values[port] else { return nil }
        return items.compactMap(\.string)
    }

    /// Returns the entries of a map port, or nil if it has no value.
    public func map(_ port: String) -> [FlowEntry]? {
        values[port]?.members?.map { FlowEntry(key: $0.name, value: $0.value.string ?? $0.value.jsonText) }
    }
}

/// A handler's outputs: values by port name.
public struct FlowHandlerOutputs: Sendable, ExpressibleByDictionaryLiteral {
    /// The values that are not secret.
    package private(set) var values: JSONValue
    package private(set) var secrets: [String: FlowSecret] = [:]

    /// Creates outputs from a JSON object with one member per port.
    public init(_ json: JSONValue = .object([])) {
        values = json
    }

    /// Creates outputs from texts by port.
    public init(dictionaryLiteral elements: (String, String)...) {
        values = .object(elements.map { JSONMember($0.0, .string($0.1)) })
    }

    /// The values as a JSON object. Secrets in it are copies that cannot be erased.
    public var json: JSONValue {
        guard !secrets.isEmpty else { return values }
        let added = secrets.sorted { $0.key < $1.key }.map { JSONMember($0.key, .string($0.value.text)) }
        return .object((values.members ?? []) + added)
    }

    /// Sets a port to a JSON value that its type can hold.
    public mutating func set(_ port: String, _ value: JSONValue) {
        remove(port)
        values = .object((values.members ?? []) + [JSONMember(port, value)])
    }

    /// Sets a port to a secret. The flow's value is a handle; the runner erases the secret when no value refers to it.
    public mutating func set(_ port: String, _ secret: FlowSecret) {
        remove(port)
        secrets[port] = secret
    }

    private mutating func remove(_ port: String) {
        secrets[port] = nil
        guard values[port] != nil else { return }
        values = .object((values.members ?? []).filter { $0.name != port })
    }
}

/// Reports why a handler failed.
public struct FlowHandlerFailure: Error, Sendable, Equatable {
    /// The failure's name. Use one that the handler's declaration in the flow lists.
    public let name: String
    /// A description for people. The host receives it, so it must not contain a secret.
    public let message: String

    /// Creates a failure with a name and a message.
    public init(_ name: String, _ message: String = "") {
        self.name = name
        self.message = message
    }

    /// Creates a failure that every flow knows without a declaration.
    package init(_ error: ReservedError, _ message: String) {
        self.init(error.rawValue, message)
    }
}
