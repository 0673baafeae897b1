/// The rule of an element: its attributes and its content.
package struct ElementRule: Sendable {
    package let name: ElementName
    /// The permitted attributes.
    package let attributes: [AttributeRule]
    /// The constraints between attributes.
    package let constraints: [AttributeConstraint]
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

    /// Creates the rule of an element; by default without attributes, constraints, children or text.
    init(
        _ name: ElementName, _ attributes: [AttributeRule] = [], _ constraints: [AttributeConstraint] = [],
        children: [ElementName] = [], once: [ElementName] = [], needed: [ElementName] = [], hasText: Bool = false
    ) {
        self.name = name
        self.attributes = attributes
        self.constraints = constraints
        self.children = children
        self.once = once
        self.needed = needed
        self.hasText = hasText
        required = AttributeSet(attributes.filter(\.isRequired).map(\.name))
    }
}
