/// The rule of one attribute of an element.
package struct AttributeRule: Sendable {
    package let name: AttributeName
    /// The form of the attribute's value.
    package let kind: ValueKind
    /// Whether the attribute is required.
    package let isRequired: Bool

    /// Creates the rule of a required attribute.
    static func required(_ name: AttributeName, _ kind: ValueKind) -> AttributeRule {
        AttributeRule(name: name, kind: kind, isRequired: true)
    }

    /// Creates the rule of an optional attribute.
    static func optional(_ name: AttributeName, _ kind: ValueKind) -> AttributeRule {
        AttributeRule(name: name, kind: kind, isRequired: false)
    }
}
