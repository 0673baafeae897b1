public import FlowCore

/// Values by name that a host gives to a flow: inputs, answers, or the outputs of a handler.
///
/// Setting a name again replaces its value. Nil removes the value.
public struct FlowValues: Sendable, Redacted {
    /// The values that are not secret, in the order in which they were set.
    private(set) var values: [JSONMember] = []
    private(set) var secrets: [String: FlowSecret] = [:]

    /// Creates a set without values.
    public init() {}

    /// Sets a text, such as an answer of the type `text`, `digits` or `choice`.
    public mutating func set(_ name: String, _ text: String?) { set(name, json: text.map { .string($0) }) }

    /// Sets a secret, whose memory is zeroed after its last use.
    public mutating func set(_ name: String, _ secret: FlowSecret?) {
        remove(name)
        secrets[name] = secret
    }

    /// Sets a list.
    public mutating func set(_ name: String, _ items: [String]?) {
        set(name, json: items.map { .array($0.map { .string($0) }) })
    }

    /// Sets a map, with its entries sorted by key.
    public mutating func set(_ name: String, _ map: [String: String]?) {
        let members = map?.sorted { $0.key < $1.key }.map { JSONMember($0.key, .string($0.value)) }
        set(name, json: members.map { .object($0) })
    }

    /// Sets a flag.
    public mutating func set(_ name: String, _ flag: Bool?) { set(name, json: flag.map { .bool($0) }) }

    /// Sets a number of seconds. The flow refuses a duration with a fraction of a second as `not-seconds`.
    public mutating func set(_ name: String, _ duration: Duration?) {
        let text = duration.map { duration in
            let (seconds, attoseconds) = duration.components
            return attoseconds == 0 ? String(seconds) : "\(duration)"
        }
        set(name, text)
    }

    /// Creates values from the members of an object. Any other JSON has no values.
    package init(_ object: JSONValue) { values = object.members ?? [] }

    /// Returns these values with others added, which replace values of the same name.
    package func merging(_ others: FlowValues) -> FlowValues {
        var result = self
        for (name, _) in others.secrets { result.remove(name) }
        for member in others.values { result.remove(member.name) }
        result.values += others.values
        result.secrets.merge(others.secrets) { $1 }
        return result
    }

    /// Removes a value, whether it is secret or not.
    package mutating func remove(_ name: String) {
        values.removeAll { $0.name == name }
        secrets[name] = nil
    }

    /// Replaces a value, or removes it if the new one is nil.
    private mutating func set(_ name: String, json value: JSONValue?) {
        remove(name)
        if let value { values.append(JSONMember(name, value)) }
    }
}

extension FlowHandlerOutputs {
    /// Creates outputs from values by port name.
    public init(_ values: FlowValues) {
        self.init(.object(values.values))
        for (port, secret) in values.secrets { set(port, secret) }
    }
}

/// JSON objects as dictionary literals, such as `["username": "ana"]`.
extension JSONValue: ExpressibleByDictionaryLiteral {
    /// Creates an object with these members, in this order.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(elements.map { JSONMember($0.0, $0.1) })
    }
}

extension JSONValue: ExpressibleByArrayLiteral {
    /// Creates an array with these items.
    public init(arrayLiteral elements: JSONValue...) {
        self = .array(elements)
    }
}

extension JSONValue: ExpressibleByStringLiteral {
    /// Creates a JSON string from a string literal.
    public init(stringLiteral value: String) {
        self = .string(value)
    }
}

extension JSONValue: ExpressibleByBooleanLiteral {
    /// Creates a JSON boolean from a boolean literal.
    public init(booleanLiteral value: Bool) {
        self = .bool(value)
    }
}
