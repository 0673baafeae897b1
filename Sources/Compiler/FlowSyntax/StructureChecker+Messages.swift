internal import FlowDiagnostics

/// The findings of the checker, except those about the values of attributes.
extension StructureChecker {
    /// Creates a finding about a root element that does not match the document's kind.
    func wrongRoot() -> Diagnostic {
        let root = vocabulary.kind.rootName.spelling
        return Diagnostic(
            tree.name(of: tree.root) == .unknown ? .unknownElement : .misplacedElement,
            at: tree.nameRange(of: tree.root),
            "a \(vocabulary.kind.description) starts with the element '\(root)', "
                + "not \(described(tree.root))",
            subjects: [root, tree.writtenName(of: tree.root)], help: namespaceHelp(tree.root))
    }

    /// Creates a finding about an element that documents of this kind do not have.
    func unknownElement(_ element: ElementID) -> Diagnostic {
        let name = tree.writtenName(of: element)
        let allowed = allowedChildren(ofParentOf: element)
        return Diagnostic(
            .unknownElement, at: tree.nameRange(of: element),
            "a \(vocabulary.kind.description) has no element \(described(element))", subjects: [name],
            help: namespaceHelp(element) + Self.help(name, among: allowed.names, otherwise: allowed.sentence))
    }

    /// Creates a finding about an element that its parent does not permit.
    func misplacedElement(_ element: ElementID) -> Diagnostic {
        let name = tree.name(of: element).spelling
        let parent = tree.parent(of: element).map { tree.name(of: $0).spelling } ?? ""
        let parents = vocabulary.parents(of: tree.name(of: element)).map(\.spelling)
        let help =
            parents.isEmpty
            ? "'\(name)' can only be the root element" : "'\(name)' is allowed in: \(Self.list(parents))"
        return Diagnostic(
            .misplacedElement, at: tree.nameRange(of: element), "the element '\(name)' is not allowed in '\(parent)'",
            subjects: [name, parent], help: [help] + followHelp(element, in: parent))
    }

    /// Returns help text for a node, other than a challenge, that is inside a step; otherwise an empty array.
    private func followHelp(_ element: ElementID, in parent: String) -> [String] {
        let nodes: [ElementName] = [.call, .step, .choice, .use, .end]
        guard parent == ElementName.step.spelling, nodes.contains(tree.name(of: element)) else { return [] }
        return ["move it out of the step, and lead to it with <on event=\"submit\" to=\"…\"/>"]
    }

    /// Creates a finding about an element that its parent permits only once.
    func repeatedElement(_ element: ElementID, first: ElementID) -> Diagnostic {
        let name = tree.name(of: element).spelling
        let parent = tree.parent(of: element).map { tree.name(of: $0).spelling } ?? ""
        return Diagnostic(
            .misplacedElement, at: tree.nameRange(of: element),
            "the element '\(parent)' contains more than one '\(name)'",
            subjects: [parent, name],
            notes: [Diagnostic.Note("the first is here", at: tree.nameRange(of: first))],
            help: ["remove this '\(name)', or move its content to the first one"])
    }

    /// Creates a finding about a required child that an element lacks.
    func missingElement(_ name: ElementName, in element: ElementID) -> Diagnostic {
        let parent = tree.name(of: element).spelling
        return Diagnostic(
            .missingElement, at: tree.nameRange(of: element),
            "the element '\(parent)' needs an element '\(name.spelling)'",
            subjects: [parent, name.spelling])
    }

    /// Creates a finding about text in an element that permits none.
    func unexpectedText(_ element: ElementID) -> Diagnostic {
        let name = tree.name(of: element).spelling
        return Diagnostic(
            .unexpectedText, at: tree.contentRange(of: element) ?? tree.tagRange(of: element),
            "text is not allowed in the element '\(name)'", subjects: [name],
            help: vocabulary.rule(tree.name(of: element))?.children.contains(.doc) == true
                ? ["put explanations into '<doc>' or a comment"] : ["put explanations into a comment"])
    }

    /// Creates a finding about an attribute that the rule of its element does not permit.
    func unknownAttribute(_ attribute: SyntaxAttribute, _ rule: ElementRule) -> Diagnostic {
        let name = tree.writtenName(of: attribute)
        let names = rule.attributes.map(\.name.spelling)
        let element = rule.name.spelling
        let sentence = names.isEmpty ? "'\(element)' has no attributes" : "'\(element)' can have: \(Self.list(names))"
        return Diagnostic(
            .unknownAttribute, at: tree.nameRange(of: attribute), "the element '\(element)' has no attribute '\(name)'",
            subjects: [element, name], help: Self.help(name, among: names, otherwise: sentence))
    }

    /// Creates a finding about an unknown attribute that probably means `name`, which the element lacks, with `value`.
    func wrongAttribute(
        _ attribute: SyntaxAttribute, insteadOf name: AttributeName, _ value: String, _ rule: ElementRule
    ) -> Diagnostic {
        let (element, written) = (rule.name.spelling, tree.writtenName(of: attribute))
        return Diagnostic(
            .unknownAttribute, at: tree.nameRange(of: attribute),
            "the element '\(element)' has no attribute '\(written)', and needs '\(name.spelling)'",
            subjects: [element, written, name.spelling], help: ["write \(name.spelling)=\"\(Self.shortened(value))\""])
    }

    /// Returns the attributes of a rule whose names are similar to the name of an unknown attribute.
    func namesSimilar(to attribute: SyntaxAttribute, _ rule: ElementRule) -> [String] {
        NearNames.suggest(tree.writtenName(of: attribute), among: rule.attributes.map(\.name.spelling))
    }

    /// Creates a finding about a required attribute that an element lacks.
    func missingAttribute(_ name: AttributeName, of element: ElementID) -> Diagnostic {
        let owner = tree.name(of: element).spelling
        return Diagnostic(
            .missingAttribute, at: tree.nameRange(of: element),
            "the element '\(owner)' needs the attribute '\(name.spelling)'",
            subjects: [owner, name.spelling])
    }

    /// Creates a finding about an element that has none of several attributes, of which it needs one.
    func missingOneOf(_ names: [AttributeName], of element: ElementID) -> Diagnostic {
        let owner = tree.name(of: element).spelling
        let spellings = names.map(\.spelling)
        return Diagnostic(
            .missingAttribute, at: tree.nameRange(of: element),
            "the element '\(owner)' needs one of the attributes \(Self.list(spellings))", subjects: [owner] + spellings)
    }

    /// Creates a finding about an attribute that another attribute, or its value `word`, requires.
    func missingAttribute(
        _ missing: AttributeName, beside name: AttributeName, word: String? = nil, of element: ElementID
    ) -> Diagnostic {
        let subject = word.map { "\(name.spelling)=\"\($0)\"" } ?? name.spelling
        return Diagnostic(
            .missingAttribute, at: nameRange(of: name, on: element),
            "the attribute '\(subject)' also needs the attribute '\(missing.spelling)'",
            subjects: [name.spelling, missing.spelling])
    }

    /// Creates a finding about an attribute that requires one of several others.
    func missingOneOf(
        _ missing: [AttributeName], beside name: AttributeName, of element: ElementID
    ) -> Diagnostic {
        let spellings = missing.map(\.spelling)
        return Diagnostic(
            .missingAttribute, at: nameRange(of: name, on: element),
            "the attribute '\(name.spelling)' also needs one of the attributes \(Self.list(spellings))",
            subjects: [name.spelling] + spellings)
    }

    /// Creates a finding about an attribute that an earlier one excludes.
    func conflicting(_ attribute: SyntaxAttribute, with first: SyntaxAttribute) -> Diagnostic {
        Diagnostic(
            .conflictingAttributes, at: tree.nameRange(of: attribute),
            "the attributes '\(attribute.name.spelling)' and '\(first.name.spelling)' exclude each other",
            subjects: [attribute.name.spelling, first.name.spelling],
            notes: [Diagnostic.Note("'\(first.name.spelling)' is here", at: tree.nameRange(of: first))],
            help: ["keep one of them"])
    }

    /// Creates a finding about an attribute that is not allowed because of the value of another attribute.
    ///
    /// `condition` describes that value in the message, such as `'retry' is 'send'`.
    func excluded(
        _ name: AttributeName, by other: AttributeName, of element: ElementID, _ condition: String
    ) -> Diagnostic {
        Diagnostic(
            .conflictingAttributes, at: nameRange(of: name, on: element),
            "the attribute '\(name.spelling)' is not allowed when \(condition)",
            subjects: [name.spelling, other.spelling],
            notes: tree.attribute(other, of: element).map {
                [Diagnostic.Note("'\(other.spelling)' is here", at: tree.valueRange(of: $0))]
            } ?? [])
    }

    /// Returns the location of an attribute's name, or of the element's name if the attribute is absent.
    private func nameRange(of name: AttributeName, on element: ElementID) -> SourceRange {
        tree.attribute(name, of: element).map { tree.nameRange(of: $0) } ?? tree.nameRange(of: element)
    }

    /// Returns the names of an element's permitted siblings, and a sentence that lists them.
    ///
    /// Both are empty for the root and in an unknown parent.
    private func allowedChildren(ofParentOf element: ElementID) -> (names: [String], sentence: String) {
        guard let parent = tree.parent(of: element), let rule = vocabulary.rule(tree.name(of: parent)) else {
            return ([], "")
        }
        let names = rule.children.map(\.spelling)
        let sentence = names.isEmpty ? "contains no elements" : "can contain: \(Self.list(names))"
        return (names, "'\(rule.name.spelling)' \(sentence)")
    }

    /// Returns an element's name in quotes, with `in a namespace` if only a default namespace makes it unknown.
    private func described(_ element: ElementID) -> String {
        let name = tree.writtenName(of: element)
        let isKnown = ElementName(spelling: name) != .unknown && tree.name(of: element) == .unknown
        return isKnown ? "'\(name)' in a namespace" : "'\(name)'"
    }

    /// Returns help text for an element that is unknown only because of its namespace, or an empty array.
    private func namespaceHelp(_ element: ElementID) -> [String] {
        let name = tree.writtenName(of: element)
        let local = name.split(separator: ":").last.map(String.init) ?? name
        guard ElementName(spelling: local) != .unknown, tree.name(of: element) == .unknown else { return [] }
        return ["the elements of the language are in no namespace: write '<\(local)>' without a prefix or 'xmlns'"]
    }

    /// Returns help text that suggests names similar to an unknown one, or else `sentence` if it is not empty.
    private static func help(
        _ name: String, among allowed: [String], otherwise sentence: String
    ) -> [String] {
        let near = NearNames.suggest(name, among: allowed)
        guard near.isEmpty else { return NameFindings.help(near: near) }
        return sentence.isEmpty ? [] : [sentence]
    }

    /// Returns names in quotes, separated by commas.
    static func list(_ names: [String]) -> String { names.map { "'\($0)'" }.joined(separator: ", ") }
}
