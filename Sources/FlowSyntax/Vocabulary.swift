/// The rules of one kind of document, indexed by name.
///
/// They are equivalent to the grammar under `grammar/`; a test compares the two.
package struct Vocabulary: Sendable {
    /// The kind of document.
    package let kind: DocumentKind
    /// The rules, starting with the root's.
    package let rules: [ElementRule]
    private let ruleByName: [UInt8]
    private let attributeByName: [UInt8]
    private let childByName: [Bool]

    private static let elementCount = ElementName.allCases.count
    private static let attributeCount = AttributeName.allCases.count
    private static let none = UInt8.max

    init(_ kind: DocumentKind, _ rules: [ElementRule]) {
        self.kind = kind
        self.rules = rules
        var ruleByName = [UInt8](repeating: Self.none, count: Self.elementCount)
        var attributeByName = [UInt8](repeating: Self.none, count: rules.count * Self.attributeCount)
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

    /// The rules of a kind of document.
    package static func vocabulary(_ kind: DocumentKind) -> Vocabulary {
        switch kind {
        case .flow: flow
        case .service: service
        case .scenario: scenario
        }
    }

    /// The rule of an element, or nil if there is none.
    package func rule(_ name: ElementName) -> ElementRule? { ruleIndex(name).map { rules[$0] } }

    /// The elements that may contain an element.
    package func parents(of name: ElementName) -> [ElementName] {
        rules.filter { $0.children.contains(name) }.map(\.name)
    }

    func ruleIndex(_ name: ElementName) -> Int? {
        let index = ruleByName[Int(name.rawValue)]
        return index == Self.none ? nil : Int(index)
    }

    func slot(_ name: AttributeName, inRule rule: Int) -> Int? {
        let slot = attributeByName[rule * Self.attributeCount + Int(name.rawValue)]
        return slot == Self.none ? nil : Int(slot)
    }

    func allows(_ child: ElementName, inRule rule: Int) -> Bool {
        childByName[rule * Self.elementCount + Int(child.rawValue)]
    }
}
