/// The rules of one kind of document, indexed by name.
///
/// The rules accept the same documents as the grammar, which is generated from the same table; a test compares them.
package struct Vocabulary: Sendable {
    package let kind: DocumentKind
    /// The rules, starting with the root's.
    package let rules: [ElementRule]
    /// The index of each element's rule, by the raw value of its name.
    private let ruleByName: [UInt8]
    /// The index of each attribute in a rule, one row of attribute names per rule.
    private let attributeByName: [UInt8]
    /// Whether each element is permitted as a child, one row of element names per rule.
    private let childByName: [Bool]

    private static let elementCount = ElementName.allCases.count
    private static let attributeCount = AttributeName.allCases.count
    /// The index that stands for no rule or no attribute.
    private static let noIndex = UInt8.max

    private init(_ kind: DocumentKind) {
        self.kind = kind
        rules = Language.elements(kind).map(ElementRule.init)
        var ruleByName = [UInt8](repeating: Self.noIndex, count: Self.elementCount)
        var attributeByName = [UInt8](repeating: Self.noIndex, count: rules.count * Self.attributeCount)
        var childByName = [Bool](repeating: false, count: rules.count * Self.elementCount)
        for (index, rule) in rules.enumerated() {
            ruleByName[Int(rule.name.rawValue)] = UInt8(index)
            for (slot, attribute) in rule.attributes.enumerated() {
                attributeByName[index * Self.attributeCount + Int(attribute.name.rawValue)] = UInt8(slot)
            }
            for child in rule.children { childByName[index * Self.elementCount + Int(child.rawValue)] = true }
        }
        self.ruleByName = ruleByName
        self.attributeByName = attributeByName
        self.childByName = childByName
    }

    private static let flow = Vocabulary(.flow)
    private static let service = Vocabulary(.service)
    private static let scenario = Vocabulary(.scenario)

    package static func vocabulary(_ kind: DocumentKind) -> Vocabulary {
        switch kind {
        case .flow: flow
        case .service: service
        case .scenario: scenario
        }
    }

    /// Returns the rule of an element, or nil if documents of this kind have no such element.
    package func rule(_ name: ElementName) -> ElementRule? { ruleIndex(name).map { rules[$0] } }

    /// Returns the names of the elements that may contain an element; empty if it can only be the root.
    package func parents(of name: ElementName) -> [ElementName] {
        rules.filter { $0.children.contains(name) }.map(\.name)
    }

    /// Returns the index of an element's rule, or nil if documents of this kind have no such element.
    func ruleIndex(_ name: ElementName) -> Int? {
        let index = ruleByName[Int(name.rawValue)]
        return index == Self.noIndex ? nil : Int(index)
    }

    /// Returns the index of an attribute in its rule, or nil if the rule does not permit the attribute.
    func slot(_ name: AttributeName, inRule rule: Int) -> Int? {
        let slot = attributeByName[rule * Self.attributeCount + Int(name.rawValue)]
        return slot == Self.noIndex ? nil : Int(slot)
    }

    func allows(_ child: ElementName, inRule rule: Int) -> Bool {
        childByName[rule * Self.elementCount + Int(child.rawValue)]
    }
}

/// The rule of an element: its attributes and its content.
package struct ElementRule: Sendable {
    package let name: ElementName
    package let attributes: [AttributeRule]
    package let constraints: [AttributeConstraint<AttributeName>]
    /// The permitted children, in any order. Those that are not in ``once`` can be repeated.
    package let children: [ElementName]
    /// The children permitted at most once.
    package let once: [ElementName]
    /// The children required at least once.
    package let needed: [ElementName]
    package let hasText: Bool
    let required: AttributeSet

    /// Creates the rule of an element from its description, whose names are texts.
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

/// The rule of an attribute of an element.
package struct AttributeRule: Sendable {
    package let name: AttributeName
    /// The form of the attribute's value.
    package let kind: ValueKind
    package let isRequired: Bool
}

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

    /// Returns the constraint with each of its names replaced by the result of `name`.
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

/// A set of attribute names, stored as a bit mask.
package struct AttributeSet: Equatable, Sendable {
    /// The names with raw values below 64, one bit each.
    private var low: UInt64 = 0
    /// The names with raw values from 64, one bit each.
    private var high: UInt64 = 0

    package init() {}

    init(_ names: some Sequence<AttributeName>) {
        for name in names { insert(name) }
    }

    mutating func insert(_ name: AttributeName) {
        if name.rawValue < 64 { low |= 1 << UInt64(name.rawValue) } else { high |= 1 << UInt64(name.rawValue - 64) }
    }

    package func contains(_ name: AttributeName) -> Bool {
        let bits = name.rawValue < 64 ? low >> UInt64(name.rawValue) : high >> UInt64(name.rawValue - 64)
        return bits & 1 == 1
    }

    /// Returns whether the set contains all names of another set.
    func isSuperset(of other: AttributeSet) -> Bool { other.low & ~low == 0 && other.high & ~high == 0 }
}
