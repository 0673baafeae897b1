package import FlowDiagnostics

/// Checks the structure of a document against the rules of its kind.
///
/// It reports all findings of a file in one linear pass over the tree, but none inside an unknown element. It accepts
/// exactly the documents that the grammar accepts.
package struct StructureChecker {
    let tree: SyntaxTree
    let vocabulary: Vocabulary
    var findings: [Diagnostic] = []

    /// Checks a tree as one kind of document, and reports problems.
    /// - Returns: whether there are none.
    @discardableResult
    package static func check(_ tree: SyntaxTree, as kind: DocumentKind, bag: inout DiagnosticBag) -> Bool {
        var checker = StructureChecker(tree: tree, vocabulary: .vocabulary(kind))
        checker.run()
        bag.add(contentsOf: checker.findings)
        return checker.findings.isEmpty
    }

    private mutating func run() {
        guard let first = tree.elements.first else { return }
        guard first.name == vocabulary.kind.rootName else { return findings.append(wrongRoot()) }
        var index = 0
        while index < tree.elements.count {
            index = check(index) ? index + 1 : max(Int(tree.elements[index].subtreeEnd), index + 1)
        }
    }

    /// Checks one element. It returns false for an unknown one, whose content is skipped.
    private mutating func check(_ index: Int) -> Bool {
        let record = tree.elements[index]
        guard let rule = vocabulary.ruleIndex(record.name) else {
            findings.append(unknownElement(index))
            return false
        }
        if record.parent >= 0 { checkPlace(index, record) }
        let known = vocabulary.rules[rule]
        if record.text >= 0, !known.hasText { findings.append(unexpectedText(index)) }
        if !known.once.isEmpty || !known.needed.isEmpty { checkChildren(index, known) }
        checkAttributes(index, record, rule, known)
        return true
    }

    private mutating func checkPlace(_ index: Int, _ record: ElementRecord) {
        let parent = tree.elements[Int(record.parent)]
        guard let rule = vocabulary.ruleIndex(parent.name), !vocabulary.allows(record.name, inRule: rule) else {
            return
        }
        findings.append(misplacedElement(index))
    }

    private mutating func checkChildren(_ index: Int, _ rule: ElementRule) {
        var firsts: [ElementName: ElementID] = [:]
        for child in tree.children(of: ElementID(index)) {
            let name = tree.name(of: child)
            guard let first = firsts[name] else {
                firsts[name] = child
                continue
            }
            if rule.once.contains(name) { findings.append(repeatedElement(child, first: first)) }
        }
        for name in rule.needed where firsts[name] == nil { findings.append(missingElement(name, index)) }
    }

    private mutating func checkAttributes(_ index: Int, _ record: ElementRecord, _ rule: Int, _ known: ElementRule) {
        var present = AttributeSet()
        var misspelt: Set<String> = []
        let first = Int(record.firstAttribute)
        for slot in first..<first + Int(record.attributeCount) {
            let name = tree.attributes[slot].name
            let attribute = SyntaxAttribute(index: Int32(slot), name: name)
            guard name != .unknown, let number = vocabulary.slot(name, inRule: rule) else {
                findings.append(unknownAttribute(attribute, index, known))
                misspelt.formUnion(near(attribute, known))
                continue
            }
            present.insert(name)
            let kind = known.attributes[number].kind
            if !tree.withBytes(of: attribute, kind.accepts) { findings += badValue(attribute, kind) }
        }
        if !present.isSuperset(of: known.required) {
            for attribute in known.attributes where attribute.isRequired && !present.contains(attribute.name) {
                // A misspelled attribute is already reported.
                if misspelt.contains(attribute.name.spelling) { continue }
                findings.append(missingAttribute(attribute.name, index))
            }
        }
        for constraint in known.constraints { check(constraint, index, present) }
    }
}
