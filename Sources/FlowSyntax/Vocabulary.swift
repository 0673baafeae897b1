/// The rules of one kind of document, indexed by name.
///
/// The rules accept the same documents as the grammar, which is generated from the same table; a test compares them.
package struct Vocabulary: Sendable {
    /// The kind of document.
    package let kind: DocumentKind
    /// The rules, starting with the root's.
    package let rules: [ElementRule]
    /// The index of each element's rule, by the raw value of its name.
    private let ruleByName: [UInt8]
    /// The slot of each attribute in its rule, one row of attribute names per rule.
    private let attributeByName: [UInt8]
    /// Whether each element is permitted as a child, one row of element names per rule.
    private let childByName: [Bool]

    private static let elementCount = ElementName.allCases.count
    private static let attributeCount = AttributeName.allCases.count
    /// The index that stands for no rule or no attribute.
    private static let noIndex = UInt8.max

    /// Indexes the rules of a kind of document.
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

    /// Returns the rules of a kind of document.
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

    /// Returns whether a rule permits an element as a child.
    func allows(_ child: ElementName, inRule rule: Int) -> Bool {
        childByName[rule * Self.elementCount + Int(child.rawValue)]
    }
}
