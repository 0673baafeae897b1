/// A constraint between attributes of one element.
package enum AttributeConstraint: Sendable {
    /// Exactly one of them is required.
    case exactlyOne([AttributeName])
    /// At most one of them is permitted.
    case atMostOne([AttributeName])
    /// The first requires the second.
    case needs(AttributeName, AttributeName)
    /// The first requires one of the others.
    case needsOne(AttributeName, [AttributeName])
    /// If the first has the word, the other is required.
    case wordNeeds(AttributeName, String, AttributeName)
    /// If the first has the word, the other is forbidden.
    case wordExcludes(AttributeName, String, AttributeName)
    /// The other is only permitted if the first has the word.
    case onlyWithWord(AttributeName, String, AttributeName)
}
