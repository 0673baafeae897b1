internal import FlowDiagnostics

extension StructureChecker {
    /// Checks a constraint between attributes of an element.
    mutating func check(_ constraint: AttributeConstraint, _ index: Int, _ present: AttributeSet) {
        switch constraint {
        case .exactlyOne(let names):
            checkExclusion(names, index, present)
            if !names.contains(where: present.contains) { findings.append(missingOneOf(names, index)) }
        case .atMostOne(let names): checkExclusion(names, index, present)
        case .needs(let name, let other):
            if present.contains(name), !present.contains(other) {
                findings.append(missingBeside(name, other, index))
            }
        case .needsOne(let name, let others):
            if present.contains(name), !others.contains(where: present.contains) {
                findings.append(missingBeside(name, anyOf: others, index))
            }
        case .wordNeeds(let name, let word, let other):
            if has(name, word, index, present), !present.contains(other) {
                findings.append(missingBeside(name, other, index, word: word))
            }
        case .wordExcludes(let name, let word, let other):
            if has(name, word, index, present), present.contains(other) {
                findings.append(excluded(other, name, index, "'\(name.spelling)' is '\(word)'"))
            }
        case .onlyWithWord(let name, let word, let other):
            if present.contains(name), present.contains(other), !has(name, word, index, present) {
                findings.append(excluded(other, name, index, "'\(name.spelling)' is not '\(word)'"))
            }
        }
    }

    /// Reports all but the first of the exclusive attributes, in source order.
    private mutating func checkExclusion(_ names: [AttributeName], _ index: Int, _ present: AttributeSet) {
        var first: SyntaxAttribute?
        for attribute in tree.attributes(of: ElementID(index)) where names.contains(attribute.name) {
            if let first { findings.append(conflicting(attribute, with: first)) } else { first = attribute }
        }
    }

    private func has(_ name: AttributeName, _ word: String, _ index: Int, _ present: AttributeSet) -> Bool {
        guard present.contains(name), let attribute = tree.attribute(name, of: ElementID(index)) else { return false }
        return tree.word(of: attribute) == word
    }
}
