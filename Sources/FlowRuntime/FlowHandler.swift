public import FlowCore
package import FlowTable

/// Computes what a flow needs and the service does not give: a proof, a code, a signature.
///
/// A flow declares its handlers with typed ports: what they get and what they give. The host registers an implementation
/// under each name in ``FlowHandlers``.
public protocol FlowHandler: Sendable {
    /// Does the work. May wait, for a person too; should stop when its task is cancelled.
    /// - Parameter inputs: the values of the ports that have one.
    /// - Returns: the values of the ports that it gives.
    /// - Throws: a failure with a name that the flow has a transition for.
    func handle(_ inputs: FlowHandlerInputs) async throws(FlowHandlerFailure) -> FlowHandlerOutputs
}

/// What a handler gets: values by the names of its ports.
public struct FlowHandlerInputs: Sendable {
    /// With handles in place of secrets.
    private let values: JSONValue
    private let secrets: FlowSecrets

    /// Inputs made of a JSON object, one member per port.
    public init(_ json: JSONValue) {
        self.init(json, FlowSecrets())
    }

    init(_ values: JSONValue, _ secrets: FlowSecrets) {
        self.values = values
        self.secrets = secrets
    }

    /// The values as a JSON object.
    public var json: JSONValue { secrets.revealed(values) }

    /// The value of a port that is not a list or a map, if it has one. Of a ``FlowSecret`` it is a copy, which nobody can erase.
    public subscript(port: String) -> String? { values[port].map { secrets.revealed($0) }?.string }

    /// The value of a port that the handler cannot do without, as a secret.
    /// - Throws: the failure `missing-input`, with the port's name as its message.
    public func secret(_ port: String) throws(FlowHandlerFailure) -> FlowSecret {
        guard let text = values[port]?.string else { throw FlowHandlerFailure(.missingInput, port) }
        return secrets.secret(text) ?? FlowSecret(text)
    }

    /// The value of a port that the handler cannot do without.
    /// - Throws: the failure `missing-input`, with the port's name as its message.
    public func text(_ port: String) throws(FlowHandlerFailure) -> String {
        guard let text = self[port] else { throw FlowHandlerFailure(.missingInput, port) }
        return text
    }

    /// The items of a list port, if it has a value.
    public func list(_ port: String) -> [String]? {
        guard case .array(let items) = values[port] else { return nil }
        return items.compactMap(\.string)
    }

    /// The entries of a map port, if it has a value.
    public func map(_ port: String) -> [FlowEntry]? {
        values[port]?.members?.map { FlowEntry(key: $0.name, value: $0.value.string ?? $0.value.jsonText) }
    }
}

/// What a handler gives: values by the names of its ports.
public struct FlowHandlerOutputs: Sendable, ExpressibleByDictionaryLiteral {
    /// Those that are no secrets.
    package private(set) var values: JSONValue
    package private(set) var secrets: [String: FlowSecret] = [:]

    /// Outputs made of a JSON object, one member per port.
    public init(_ json: JSONValue = .object([])) {
        values = json
    }

    /// Outputs made of texts by port.
    public init(dictionaryLiteral elements: (String, String)...) {
        values = .object(elements.map { JSONMember($0.0, .string($0.1)) })
    }

    /// The values as a JSON object; with copies of secrets, which nobody can erase.
    public var json: JSONValue {
        guard !secrets.isEmpty else { return values }
        let added = secrets.sorted { $0.key < $1.key }.map { JSONMember($0.key, .string($0.value.text)) }
        return .object((values.members ?? []) + added)
    }

    /// Gives a value for a port, any JSON value that its type can hold.
    public mutating func set(_ port: String, _ value: JSONValue) {
        remove(port)
        values = .object((values.members ?? []) + [JSONMember(port, value)])
    }

    /// Gives a secret for a port: the flow's value is a handle, and the runner erases the secret when no value holds it any more.
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

/// Why a handler could not do its work.
public struct FlowHandlerFailure: Error, Sendable, Equatable {
    /// The failure's name, best one that the handler's declaration in the flow lists.
    public let name: String
    /// A text for people; it is told to the host, so it must hold no secret.
    public let message: String

    /// A failure.
    public init(_ name: String, _ message: String = "") {
        self.name = name
        self.message = message
    }

    /// A failure that flows know without a declaration.
    package init(_ error: ReservedError, _ message: String) {
        self.init(error.rawValue, message)
    }
}
