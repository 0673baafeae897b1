/// What an element may have and contain.
package struct ElementRule: Sendable {
    /// The name.
    package let name: ElementName
    /// The attributes that it may have.
    package let attributes: [AttributeRule]
    /// What these ask of each other.
    package let constraints: [AttributeConstraint]
    /// The elements that it may contain, in any order and number.
    package let children: [ElementName]
    /// Those that it may contain once at most.
    package let once: [ElementName]
    /// Those that it must contain.
    package let needed: [ElementName]
    /// True when it may contain text.
    package let hasText: Bool
    let required: AttributeSet

    /// Writes a rule.
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
