/// A constraint on the combination of attributes of one element.
package enum AttributeConstraint: Sendable {
    /// The element must have exactly one of the attributes.
    case exactlyOne([AttributeName])
    /// The element must have at most one of the attributes.
    case atMostOne([AttributeName])
    /// The first attribute requires the second.
    case needs(AttributeName, AttributeName)
    /// The first attribute requires at least one of the others.
    case needsOne(AttributeName, [AttributeName])
    /// If the first attribute has the value, the second is required.
    case wordNeeds(AttributeName, String, AttributeName)
    /// If the first attribute has the value, the second is not allowed.
    case wordExcludes(AttributeName, String, AttributeName)
    /// If the first attribute has any other value, the second is not allowed.
    case onlyWithWord(AttributeName, String, AttributeName)
}
