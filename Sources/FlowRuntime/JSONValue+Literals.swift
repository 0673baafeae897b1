public import FlowCore

/// JSON objects as dictionary literals, such as `["username": "ana"]`.
extension JSONValue: ExpressibleByDictionaryLiteral {
    /// Creates an object with these members, in this order.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(elements.map { JSONMember($0.0, $0.1) })
    }
}

/// JSON arrays as array literals.
extension JSONValue: ExpressibleByArrayLiteral {
    /// Creates an array with these items.
    public init(arrayLiteral elements: JSONValue...) {
        self = .array(elements)
    }
}

/// JSON strings as string literals.
extension JSONValue: ExpressibleByStringLiteral {
    /// Creates a JSON string from a string literal.
    public init(stringLiteral value: String) {
        self = .string(value)
    }
}

/// JSON booleans as boolean literals.
extension JSONValue: ExpressibleByBooleanLiteral {
    /// Creates a JSON boolean from a boolean literal.
    public init(booleanLiteral value: Bool) {
        self = .bool(value)
    }
}
