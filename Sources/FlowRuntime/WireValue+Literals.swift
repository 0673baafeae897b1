public import FlowCore

/// JSON objects as dictionary literals: `["username": "ana"]`.
extension WireValue: ExpressibleByDictionaryLiteral {
    /// An object with these members, in this order.
    public init(dictionaryLiteral elements: (String, WireValue)...) {
        self = .object(elements.map { WireMember($0.0, $0.1) })
    }
}

/// JSON arrays as array literals.
extension WireValue: ExpressibleByArrayLiteral {
    /// An array of these items.
    public init(arrayLiteral elements: WireValue...) {
        self = .array(elements)
    }
}

/// JSON texts as string literals.
extension WireValue: ExpressibleByStringLiteral {
    /// A text.
    public init(stringLiteral value: String) {
        self = .string(value)
    }
}

/// JSON booleans as boolean literals.
extension WireValue: ExpressibleByBooleanLiteral {
    /// A boolean.
    public init(booleanLiteral value: Bool) {
        self = .bool(value)
    }
}
