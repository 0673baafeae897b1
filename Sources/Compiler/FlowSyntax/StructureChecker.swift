package import FlowDiagnostics

/// Checks the structure of a document against the rules of its kind.
///
/// The checker accepts exactly the documents that the grammar accepts. It reports all findings of a file in one linear
/// pass over the tree. The exceptions are a wrong root, after which it reports nothing else, and an unknown element,
/// whose content it skips.
package struct StructureChecker {
    let tree: SyntaxTree
    let vocabulary: Vocabulary
    var findings: [Diagnostic] = []

    /// Checks a tree by the rules of a kind of document, and adds all findings to the bag.
    ///
    /// - Returns: whether the structure is valid
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
            // The content of an unknown element is skipped.
            index = isKnown ? index + 1 : max(Int(tree.elements[index].subtreeEnd), index + 1)
        }
    }

    /// Checks an element, and adds the findings about it.
    ///
    /// - Returns: whether the element is known; the caller skips the content of an unknown element
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
        let (present, meant) = checkAttributes(of: element, record, ruleIndex)
        for constraint in rule.constraints { check(constraint, of: element, present, meant) }
        return true
    }

    /// Checks that an element's parent permits the element. An unknown parent permits every element.
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
    ///
    /// - Returns: the names of the known attributes that are present, and the same names with those that the unknown
    ///   attributes are probably meant to have
    private mutating func checkAttributes(
        of element: ElementID, _ record: ElementRecord, _ ruleIndex: Int
    ) -> (present: AttributeSet, meant: AttributeSet) {
        let rule = vocabulary.rules[ruleIndex]
        var present = AttributeSet()
        var unknown: [SyntaxAttribute] = []
        let first = Int(record.firstAttribute)
        for index in first..<first + Int(record.attributeCount) {
            let name = tree.attributes[index].name
            let attribute = SyntaxAttribute(index: Int32(index), name: name)
            guard name != .unknown, let slot = vocabulary.slot(name, inRule: ruleIndex) else {
                unknown.append(attribute)
                continue
            }
            present.insert(name)
            let kind = rule.attributes[slot].kind
            if !tree.withBytes(of: attribute, kind.accepts) { findings += badValueFindings(for: attribute, kind) }
        }
        let meant = unknown.isEmpty ? present : reportUnknown(unknown, rule, present)
        // A missing attribute that an unknown attribute is meant to be was reported with the unknown one.
        if !meant.isSuperset(of: rule.required) {
            let missing = rule.attributes.filter { $0.isRequired && !meant.contains($0.name) }
            findings += missing.map { missingAttribute($0.name, of: element) }
        }
        return (present, meant)
    }

    /// Reports the attributes that the rule of their element does not permit.
    ///
    /// - Returns: `present`, with the attributes that the unknown ones are probably meant to be
    private mutating func reportUnknown(
        _ unknown: [SyntaxAttribute], _ rule: ElementRule, _ present: AttributeSet
    ) -> AttributeSet {
        var meant = present
        for attribute in unknown {
            let similar = namesSimilar(to: attribute, rule)
            for known in rule.attributes where similar.contains(known.name.spelling) { meant.insert(known.name) }
        }
        guard meant == present, unknown.count == 1, let (name, value) = substitute(for: unknown[0], rule, present)
        else {
            findings += unknown.map { unknownAttribute($0, rule) }
            return meant
        }
        findings.append(wrongAttribute(unknown[0], insteadOf: name, value, rule))
        meant.insert(name)
        return meant
    }

    /// Returns the attribute that an unknown one is probably meant to be, and its value; nil if this is not clear.
    ///
    /// It is clear in two cases. Either the element lacks only one required attribute, which can have the value of the
    /// unknown one. Or an `on` lacks a selector, and the unknown attribute is `command` or has the name of an event.
    private func substitute(
        for attribute: SyntaxAttribute, _ rule: ElementRule, _ present: AttributeSet
    ) -> (name: AttributeName, value: String)? {
        let missing = rule.attributes.filter { $0.isRequired && !present.contains($0.name) }
        if missing.count == 1, tree.withBytes(of: attribute, missing[0].kind.accepts) {
            return (missing[0].name, tree.trimmedText(of: attribute))
        }
        let name = tree.writtenName(of: attribute)
        guard rule.name == .on, !Self.selectors.contains(where: present.contains) else { return nil }
        if Self.events.contains(name) { return (.event, name) }
        return name == "command" ? (.event, tree.trimmedText(of: attribute)) : nil
    }

    /// The attributes of which an `on` needs one.
    private static let selectors: [AttributeName] = [.event, .error, .challenge, .select, .failure, .outcome]
    /// The built-in events that authors may write as names of attributes.
    private static let events = ["start", "submit", "cancel", "back", "timeout", "success", "invalid", "reply"]
}

extension StructureChecker {
    /// Checks a constraint on the attributes of an element, and reports each violation.
    ///
    /// `present` contains the names of the attributes that the element has, and `meant` also those that its unknown
    /// attributes are probably meant to have.
    mutating func check(
        _ constraint: AttributeConstraint<AttributeName>, of element: ElementID, _ present: AttributeSet,
        _ meant: AttributeSet
    ) {
        switch constraint {
        case .exactlyOne(let names):
            checkExclusion(of: names, on: element)
            if !names.contains(where: meant.contains) { findings.append(missingOneOf(names, of: element)) }
        case .atMostOne(let names): checkExclusion(of: names, on: element)
        case .needs(let name, let other):
            if present.contains(name), !meant.contains(other) {
                findings.append(missingAttribute(other, beside: name, of: element))
            }
        case .needsOne(let name, let others):
            if present.contains(name), !others.contains(where: meant.contains) {
                findings.append(missingOneOf(others, beside: name, of: element))
            }
        case .wordNeeds(let name, let word, let other):
            if has(name, equalTo: word, on: element, present), !meant.contains(other) {
                findings.append(missingAttribute(other, beside: name, word: word, of: element))
            }
        case .wordExcludes(let name, let word, let other):
            if has(name, equalTo: word, on: element, present), present.contains(other) {
                findings.append(excluded(other, by: name, of: element, "'\(name.spelling)' is '\(word)'"))
            }
        case .onlyWithWord(let name, let word, let other):
            if present.contains(name), present.contains(other), !has(name, equalTo: word, on: element, present) {
                findings.append(excluded(other, by: name, of: element, "'\(name.spelling)' is not '\(word)'"))
            }
        }
    }

    /// Reports all but the first of the exclusive attributes that an element has, in source order.
    private mutating func checkExclusion(of names: [AttributeName], on element: ElementID) {
        var first: SyntaxAttribute?
        for attribute in tree.attributes(of: element) where names.contains(attribute.name) {
            if let first { findings.append(conflicting(attribute, with: first)) } else { first = attribute }
        }
    }

    /// Returns whether an element has an attribute whose value equals `word`, ignoring white space at its ends.
    private func has(
        _ name: AttributeName, equalTo word: String, on element: ElementID, _ present: AttributeSet
    ) -> Bool {
        guard present.contains(name), let attribute = tree.attribute(name, of: element) else { return false }
        return tree.trimmedText(of: attribute) == word
    }
}

extension StructureChecker {
    /// Creates the finding about an invalid value or, for a list, the findings about its invalid words.
    func badValueFindings(for attribute: SyntaxAttribute, _ kind: ValueKind) -> [Diagnostic] {
        let name = attribute.name.spelling
        guard kind.isList else { return [badSingleValue(of: attribute, kind)] }
        let words = tree.tokens(of: attribute)
        guard !words.isEmpty else {
            let message = "the attribute '\(name)' needs at least one \(Self.term(for: kind))"
            return [Diagnostic(.badValue, at: tree.valueRange(of: attribute), message)]
        }
        return words.compactMap { word in
            let isValid = Array(word.text.utf8).withUnsafeBufferPointer(kind.acceptsToken)
            guard !isValid else { return nil }
            let message = "'\(Self.shortened(word.text))' is not a \(Self.term(for: kind))"
            let help = word.text.contains(",") ? ["separate words with spaces, not with commas"] : []
            return Diagnostic(.badValue, at: word.range, message, help: help + [Self.formHelp(for: kind)])
        }
    }

    /// Creates a finding about an invalid value that is not a list.
    private func badSingleValue(of attribute: SyntaxAttribute, _ kind: ValueKind) -> Diagnostic {
        let name = attribute.name.spelling
        let place = tree.valueRange(of: attribute)
        let text = tree.text(of: attribute)
        if case .word(let words) = kind {
            let message = "'\(Self.shortened(text))' is not a value of the attribute '\(name)'"
            let near = NearNames.suggest(tree.trimmedText(of: attribute), among: words)
            let help = NameFindings.help(near: near)
            return Diagnostic(
                .badValue, at: place, message, help: help + ["'\(name)' can be: \(Self.list(words))"])
        }
        guard !text.isEmpty else {
            let help = kind == .nonEmpty ? [] : [Self.formHelp(for: kind)]
            return Diagnostic(.badValue, at: place, "the attribute '\(name)' must not be empty", help: help)
        }
        let message = "'\(Self.shortened(text))' is not a \(Self.term(for: kind))"
        return Diagnostic(.badValue, at: place, message, help: [Self.formHelp(for: kind)])
    }

    /// Returns what messages call a value of a kind or, for a list, one of its words.
    private static func term(for kind: ValueKind) -> String {
        switch kind {
        case .name, .names: "name"
        case .nameOrStar, .namesOrStar: "name or '*'"
        case .passings: "path to a node or an outcome"
        case .key, .keys: "key"
        case .number: "number"
        case .tries: "number of attempts"
        case .token: "word"
        case .nameOrSeconds: "name or number of seconds"
        case .references: "reference"
        case .paths: "path"
        case .swiftName: "name in camel case"
        case .words: "possible value"
        case .text, .nonEmpty, .word: "value"
        }
    }

    /// Returns help text that describes the form of values of a kind.
    private static func formHelp(for kind: ValueKind) -> String {
        let nameHelp = "a name consists of ASCII letters, digits, '_', '.' and '-', and starts with a letter or '_'"
        switch kind {
        case .key, .keys: return nameHelp + "; a key can end in '*'"
        case .passings:
            return "write the name of a node, challenge or handler, "
                + "USE/NAME for one in the sub-flow of a <use>, or USE:OUTCOME for an outcome of this sub-flow"
        case .number: return "a number consists of 1 to 9 digits"
        case .tries: return "write a number from 1 to 255"
        case .token: return "write one word without white space"
        case .nameOrSeconds: return "write a number of seconds from 1 to 86400, or the name of a value of type seconds"
        case .references: return "a reference consists of ASCII letters, digits, '_', '.', ':' and '-'"
        case .swiftName: return "a 'swift-name' consists of ASCII letters and digits, and starts with a letter"
        case .words(let words): return "write one or more of \(list(words))"
        case .name, .nameOrStar, .names, .namesOrStar: return nameHelp
        // The result is not shown: `text` and `paths` accept every word, a value of the kind `nonEmpty` is invalid only
        // if it is empty, which needs no help, and for `word`, the help lists the words.
        case .text, .nonEmpty, .paths, .word: return nameHelp
        }
    }

    /// The number of Unicode scalars after which messages cut off a value.
    private static let maxQuotedLength = 60

    /// Returns a value for a message; a long one is cut off, and ends in `…`.
    static func shortened(_ text: String) -> String {
        let scalars = text.unicodeScalars
        return scalars.count <= maxQuotedLength ? text : String(scalars.prefix(maxQuotedLength)) + "…"
    }
}
