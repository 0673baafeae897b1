/// One attribute that an element may have.
package struct AttributeRule: Sendable {
    /// The name.
    package let name: AttributeName
    /// The form of its value.
    package let kind: ValueKind
    /// True when the element cannot do without it.
    package let isRequired: Bool

    /// An attribute that must be there.
    static func required(_ name: AttributeName, _ kind: ValueKind) -> AttributeRule {
        AttributeRule(name: name, kind: kind, isRequired: true)
    }

    /// An attribute that may be there.
    static func optional(_ name: AttributeName, _ kind: ValueKind) -> AttributeRule {
        AttributeRule(name: name, kind: kind, isRequired: false)
    }
}
