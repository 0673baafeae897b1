internal import FlowDiagnostics

/// The messages of findings, one function each.
extension StructureChecker {
    func wrongRoot() -> Diagnostic {
        let root = vocabulary.kind.rootName.spelling
        return Diagnostic(
            tree.name(of: tree.root) == .unknown ? .unknownElement : .misplacedElement,
            at: tree.nameRange(of: tree.root),
            "a \(vocabulary.kind.description) starts with the element '\(root)', "
                + "not '\(tree.writtenName(of: tree.root))'",
            subjects: [root, tree.writtenName(of: tree.root)], help: namespaceHelp(tree.root))
    }

    func unknownElement(_ index: Int) -> Diagnostic {
        let element = ElementID(index)
        let name = tree.writtenName(of: element)
        let allowed = allowedChildren(ofParentOf: element)
        return Diagnostic(
            .unknownElement, at: tree.nameRange(of: element),
            "a \(vocabulary.kind.description) has no element '\(name)'", subjects: [name],
            help: namespaceHelp(element) + Self.help(name, allowed.names, allowed.sentence))
    }

    func misplacedElement(_ index: Int) -> Diagnostic {
        let element = ElementID(index)
        let name = tree.name(of: element).spelling
        let parent = tree.parent(of: element).map { tree.name(of: $0).spelling } ?? ""
        let parents = vocabulary.parents(of: tree.name(of: element)).map(\.spelling)
        let help = parents.isEmpty ? "'\(name)' is the root element" : "'\(name)' is allowed in: \(Self.list(parents))"
        return Diagnostic(
            .misplacedElement, at: tree.nameRange(of: element), "the element '\(name)' is not allowed in '\(parent)'",
            subjects: [name, parent], help: [help])
    }

    func repeatedElement(_ element: ElementID, first: ElementID) -> Diagnostic {
        let name = tree.name(of: element).spelling
        let parent = tree.parent(of: element).map { tree.name(of: $0).spelling } ?? ""
        return Diagnostic(
            .misplacedElement, at: tree.nameRange(of: element), "'\(parent)' contains more than one '\(name)'",
            subjects: [parent, name],
            notes: [Diagnostic.Note("the first is here", at: tree.nameRange(of: first))],
            help: ["'\(parent)' contains at most one '\(name)'"])
    }

    func missingElement(_ name: ElementName, _ index: Int) -> Diagnostic {
        let element = ElementID(index)
        let parent = tree.name(of: element).spelling
        return Diagnostic(
            .missingElement, at: tree.nameRange(of: element), "'\(parent)' needs an element '\(name.spelling)'",
            subjects: [parent, name.spelling])
    }

    func unexpectedText(_ index: Int) -> Diagnostic {
        let element = ElementID(index)
        let name = tree.name(of: element).spelling
        return Diagnostic(
            .unexpectedText, at: tree.contentRange(of: element) ?? tree.tagRange(of: element),
            "text is not allowed in '\(name)'", subjects: [name],
            help: vocabulary.rule(tree.name(of: element))?.children.contains(.doc) == true
                ? ["put explanations into '<doc>' or a comment"] : ["put explanations into a comment"])
    }

    func unknownAttribute(_ attribute: SyntaxAttribute, _ index: Int, _ rule: ElementRule) -> Diagnostic {
        let name = tree.writtenName(of: attribute)
        let names = rule.attributes.map(\.name.spelling)
        let element = rule.name.spelling
        let sentence = names.isEmpty ? "'\(element)' has no attributes" : "'\(element)' can have: \(Self.list(names))"
        return Diagnostic(
            .unknownAttribute, at: tree.nameRange(of: attribute), "'\(element)' has no attribute '\(name)'",
            subjects: [element, name], help: Self.help(name, names, sentence))
    }

    /// Similar names for an unknown attribute.
    func near(_ attribute: SyntaxAttribute, _ rule: ElementRule) -> [String] {
        NearNames.suggest(tree.writtenName(of: attribute), among: rule.attributes.map(\.name.spelling))
    }

    func missingAttribute(_ name: AttributeName, _ index: Int) -> Diagnostic {
        let element = ElementID(index)
        let owner = tree.name(of: element).spelling
        return Diagnostic(
            .missingAttribute, at: tree.nameRange(of: element), "'\(owner)' needs the attribute '\(name.spelling)'",
            subjects: [owner, name.spelling])
    }

    func missingOneOf(_ names: [AttributeName], _ index: Int) -> Diagnostic {
        let element = ElementID(index)
        let (owner, spellings) = (tree.name(of: element).spelling, names.map(\.spelling))
        return Diagnostic(
            .missingAttribute, at: tree.nameRange(of: element),
            "'\(owner)' needs one of the attributes \(Self.list(spellings))", subjects: [owner] + spellings)
    }

    func missingBeside(
        _ name: AttributeName, _ other: AttributeName, _ index: Int, word: String? = nil
    ) -> Diagnostic {
        let element = ElementID(index)
        let attribute = tree.attribute(name, of: element)
        let place = attribute.map { tree.nameRange(of: $0) } ?? tree.nameRange(of: element)
        let subject = word.map { "\(name.spelling)=\"\($0)\"" } ?? name.spelling
        return Diagnostic(
            .missingAttribute, at: place, "'\(subject)' also needs the attribute '\(other.spelling)'",
            subjects: [name.spelling, other.spelling])
    }

    func missingBeside(_ name: AttributeName, anyOf others: [AttributeName], _ index: Int) -> Diagnostic {
        let element = ElementID(index)
        let spellings = others.map(\.spelling)
        return Diagnostic(
            .missingAttribute,
            at: tree.attribute(name, of: element).map { tree.nameRange(of: $0) } ?? tree.nameRange(of: element),
            "'\(name.spelling)' also needs one of the attributes \(Self.list(spellings))",
            subjects: [name.spelling] + spellings)
    }

    func conflicting(_ attribute: SyntaxAttribute, with first: SyntaxAttribute) -> Diagnostic {
        Diagnostic(
            .conflictingAttributes, at: tree.nameRange(of: attribute),
            "'\(attribute.name.spelling)' and '\(first.name.spelling)' exclude each other",
            subjects: [attribute.name.spelling, first.name.spelling],
            notes: [Diagnostic.Note("'\(first.name.spelling)' is here", at: tree.nameRange(of: first))],
            help: ["keep one of them"])
    }

    func excluded(_ name: AttributeName, _ by: AttributeName, _ index: Int, _ reason: String) -> Diagnostic {
        let element = ElementID(index)
        let attribute = tree.attribute(name, of: element)
        return Diagnostic(
            .conflictingAttributes, at: attribute.map { tree.nameRange(of: $0) } ?? tree.nameRange(of: element),
            "'\(name.spelling)' is not allowed where \(reason)", subjects: [name.spelling, by.spelling],
            notes: tree.attribute(by, of: element).map {
                [Diagnostic.Note("'\(by.spelling)' is here", at: tree.valueRange(of: $0))]
            } ?? [])
    }

    private func allowedChildren(ofParentOf element: ElementID) -> (names: [String], sentence: String) {
        guard let parent = tree.parent(of: element), let rule = vocabulary.rule(tree.name(of: parent)) else {
            return ([], "")
        }
        let names = rule.children.map(\.spelling)
        let sentence = names.isEmpty ? "contains no elements" : "can contain: \(Self.list(names))"
        return (names, "'\(rule.name.spelling)' \(sentence)")
    }

    private func namespaceHelp(_ element: ElementID) -> [String] {
        let name = tree.writtenName(of: element)
        let local = name.split(separator: ":").last.map(String.init) ?? name
        guard ElementName(spelling: local) != .unknown, tree.name(of: element) == .unknown else { return [] }
        return ["the elements of the language are in no namespace: write '<\(local)>' without a prefix or 'xmlns'"]
    }

    /// A similar name if there is one, otherwise the permitted ones.
    static func help(_ name: String, _ allowed: [String], _ sentence: String) -> [String] {
        let near = NearNames.suggest(name, among: allowed)
        guard near.isEmpty else { return NameFindings.help(near: near) }
        return sentence.isEmpty ? [] : [sentence]
    }

    static func list(_ names: [String]) -> String { names.map { "'\($0)'" }.joined(separator: ", ") }
}
