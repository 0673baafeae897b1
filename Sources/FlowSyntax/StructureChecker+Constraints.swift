internal import FlowDiagnostics

extension StructureChecker {
    /// Checks a constraint on the attributes of an element, and reports each violation.
    ///
    /// `present` contains the names of the attributes that the element has.
    mutating func check(
        _ constraint: AttributeConstraint<AttributeName>, of element: ElementID, _ present: AttributeSet
    ) {
        switch constraint {
        case .exactlyOne(let names):
            checkExclusion(of: names, on: element)
            if !names.contains(where: present.contains) { findings.append(missingOneOf(names, of: element)) }
        case .atMostOne(let names): checkExclusion(of: names, on: element)
        case .needs(let name, let other):
            if present.contains(name), !present.contains(other) {
                findings.append(missingAttribute(other, beside: name, of: element))
            }
        case .needsOne(let name, let others):
            if present.contains(name), !others.contains(where: present.contains) {
                findings.append(missingOneOf(others, beside: name, of: element))
            }
        case .wordNeeds(let name, let word, let other):
            if has(name, equalTo: word, on: element, present), !present.contains(other) {
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

    /// Returns whether an element has an attribute whose value is a word, ignoring white space at its ends.
    private func has(
        _ name: AttributeName, equalTo word: String, on element: ElementID, _ present: AttributeSet
    ) -> Bool {
        guard present.contains(name), let attribute = tree.attribute(name, of: element) else { return false }
        return tree.trimmedText(of: attribute) == word
    }
}
