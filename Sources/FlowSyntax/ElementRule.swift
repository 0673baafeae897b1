/// The rule of an element: its attributes and its content.
package struct ElementRule: Sendable {
    package let name: ElementName
    /// The permitted attributes.
    package let attributes: [AttributeRule]
    /// The constraints between attributes.
    package let constraints: [AttributeConstraint<AttributeName>]
    /// The permitted children, in any order and number.
    package let children: [ElementName]
    /// The children permitted at most once.
    package let once: [ElementName]
    /// The required children.
    package let needed: [ElementName]
    /// Whether text is permitted.
    package let hasText: Bool
    /// The required attributes.
    let required: AttributeSet

    /// Creates the rule of an element of the language.
    init(_ element: Language.Element) {
        name = ElementName(spelling: element.name)
        attributes = element.attributes.map {
            AttributeRule(name: AttributeName(spelling: $0.name), kind: $0.kind, isRequired: $0.isRequired)
        }
        constraints = element.constraints.map { $0.map(AttributeName.init(spelling:)) }
        children = element.children.map(ElementName.init(spelling:))
        once = element.once.map(ElementName.init(spelling:))
        needed = element.needed.map(ElementName.init(spelling:))
        hasText = element.hasText
        required = AttributeSet(attributes.filter(\.isRequired).map(\.name))
    }
}

/// The rule of one attribute of an element.
package struct AttributeRule: Sendable {
    package let name: AttributeName
    /// The form of the attribute's value.
    package let kind: ValueKind
    /// Whether the attribute is required.
    package let isRequired: Bool
}
