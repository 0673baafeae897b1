package import FlowDiagnostics

/// Checks the structure of a document against the rules of its kind.
///
/// The checker accepts exactly the documents that the grammar accepts. It reports all findings of a file in one linear
/// pass over the tree, except those inside an unknown element.
package struct StructureChecker {
    let tree: SyntaxTree
    let vocabulary: Vocabulary
    var findings: [Diagnostic] = []

    /// Checks a tree as a kind of document, and adds all findings to the bag.
    /// - Returns: whether the structure is valid.
    @discardableResult
    package static func check(_ tree: SyntaxTree, as kind: DocumentKind, bag: inout DiagnosticBag) -> Bool {
        var checker = StructureChecker(tree: tree, vocabulary: .vocabulary(kind))
        checker.run()
        bag.add(contentsOf: checker.findings)
        return checker.findings.isEmpty
    }

    /// Checks the root and, if it is the root of the document's kind, all elements.
    private mutating func run() {
        guard let first = tree.elements.first else { return }
        guard first.name == vocabulary.kind.rootName else { return findings.append(wrongRoot()) }
        var index = 0
        while index < tree.elements.count {
            let isKnown = check(ElementID(index))
            index = isKnown ? index + 1 : max(Int(tree.elements[index].subtreeEnd), index + 1)
        }
    }

    /// Checks an element, and adds the findings about it.
    /// - Returns: whether the element is known; the caller skips the content of an unknown element.
    private mutating func check(_ element: ElementID) -> Bool {
        let record = tree.elements[Int(element.index)]
        guard let ruleIndex = vocabulary.ruleIndex(record.name) else {
            findings.append(unknownElement(element))
            return false
        }
        let rule = vocabulary.rules[ruleIndex]
        if record.parent >= 0 { checkPlace(of: element, record) }
        if record.text >= 0, !rule.hasText { findings.append(unexpectedText(element)) }
        if !rule.once.isEmpty || !rule.needed.isEmpty { checkChildren(of: element, rule) }
        let present = checkAttributes(of: element, record, ruleIndex)
        for constraint in rule.constraints { check(constraint, of: element, present) }
        return true
    }

    /// Checks that an element's parent permits the element. An unknown parent permits all.
    private mutating func checkPlace(of element: ElementID, _ record: ElementRecord) {
        let parent = tree.elements[Int(record.parent)]
        guard let rule = vocabulary.ruleIndex(parent.name), !vocabulary.allows(record.name, inRule: rule) else {
            return
        }
        findings.append(misplacedElement(element))
    }

    /// Checks that required children are present, and that no child is repeated that is permitted only once.
    private mutating func checkChildren(of element: ElementID, _ rule: ElementRule) {
        var firsts: [ElementName: ElementID] = [:]
        for child in tree.children(of: element) {
            let name = tree.name(of: child)
            guard let first = firsts[name] else {
                firsts[name] = child
                continue
            }
            if rule.once.contains(name) { findings.append(repeatedElement(child, first: first)) }
        }
        for name in rule.needed where firsts[name] == nil { findings.append(missingElement(name, in: element)) }
    }

    /// Checks an element's attributes: their names, their values, and that no required one is missing.
    /// - Returns: the names of the known attributes that are present.
    private mutating func checkAttributes(
        of element: ElementID, _ record: ElementRecord, _ ruleIndex: Int
    ) -> AttributeSet {
        let rule = vocabulary.rules[ruleIndex]
        var present = AttributeSet()
        var similarNames: Set<String> = []
        let first = Int(record.firstAttribute)
        for index in first..<first + Int(record.attributeCount) {
            let name = tree.attributes[index].name
            let attribute = SyntaxAttribute(index: Int32(index), name: name)
            guard name != .unknown, let slot = vocabulary.slot(name, inRule: ruleIndex) else {
                findings.append(unknownAttribute(attribute, rule))
                similarNames.formUnion(namesSimilar(to: attribute, rule))
                continue
            }
            present.insert(name)
            let kind = rule.attributes[slot].kind
            if !tree.withBytes(of: attribute, kind.accepts) { findings += badValueFindings(for: attribute, kind) }
        }
        if !present.isSuperset(of: rule.required) { reportMissing(rule, present, of: element, except: similarNames) }
        return present
    }

    /// Reports the required attributes that an element lacks.
    ///
    /// Those in `misspelled` are left out, since a misspelled attribute is already reported as unknown.
    private mutating func reportMissing(
        _ rule: ElementRule, _ present: AttributeSet, of element: ElementID, except misspelled: Set<String>
    ) {
        for attribute in rule.attributes where attribute.isRequired && !present.contains(attribute.name) {
            if misspelled.contains(attribute.name.spelling) { continue }
            findings.append(missingAttribute(attribute.name, of: element))
        }
    }
}
