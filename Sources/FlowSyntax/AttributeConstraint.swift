/// A constraint on the combination of attributes of one element.
package enum AttributeConstraint<Name: Sendable>: Sendable {
    /// The element must have exactly one of the attributes.
    case exactlyOne([Name])
    /// The element must have at most one of the attributes.
    case atMostOne([Name])
    /// The first attribute requires the second.
    case needs(Name, Name)
    /// The first attribute requires at least one of the others.
    case needsOne(Name, [Name])
    /// If the first attribute has the value, the second is required.
    case wordNeeds(Name, String, Name)
    /// If the first attribute has the value, the second is not allowed.
    case wordExcludes(Name, String, Name)
    /// If the first attribute has any other value, the second is not allowed.
    case onlyWithWord(Name, String, Name)

    /// Returns the constraint with other names.
    func map<Other>(_ name: (Name) -> Other) -> AttributeConstraint<Other> {
        switch self {
        case .exactlyOne(let names): .exactlyOne(names.map(name))
        case .atMostOne(let names): .atMostOne(names.map(name))
        case .needs(let first, let second): .needs(name(first), name(second))
        case .needsOne(let first, let others): .needsOne(name(first), others.map(name))
        case .wordNeeds(let first, let word, let second): .wordNeeds(name(first), word, name(second))
        case .wordExcludes(let first, let word, let second): .wordExcludes(name(first), word, name(second))
        case .onlyWithWord(let first, let word, let second): .onlyWithWord(name(first), word, name(second))
        }
    }
}
