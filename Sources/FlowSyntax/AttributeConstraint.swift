/// What attributes of one element ask of each other.
package enum AttributeConstraint: Sendable {
    /// One of them must be there, and no more.
    case exactlyOne([AttributeName])
    /// No more than one of them may be there.
    case atMostOne([AttributeName])
    /// The first makes sense only beside the second.
    case needs(AttributeName, AttributeName)
    /// The first makes sense only beside one of the others.
    case needsOne(AttributeName, [AttributeName])
    /// Where the first has the word, the other must be there.
    case wordNeeds(AttributeName, String, AttributeName)
    /// Where the first has the word, the other must not be there.
    case wordExcludes(AttributeName, String, AttributeName)
    /// The other makes sense only where the first has the word.
    case onlyWithWord(AttributeName, String, AttributeName)
}
