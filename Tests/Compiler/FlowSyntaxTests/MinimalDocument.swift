import FlowSyntax

/// Makes the smallest right documents around an element.
struct MinimalDocument {
    private let vocabulary: Vocabulary

    init(_ vocabulary: Vocabulary) { self.vocabulary = vocabulary }

    /// The element with what it needs, with other attributes put in or replaced.
    func element(_ rule: ElementRule, with extra: [(AttributeName, String)] = [], content: String = "") -> String {
        var attributes = extra
        for attribute in rule.attributes
        where attribute.isRequired && !extra.contains(where: { $0.0 == attribute.name }) {
            attributes.append((attribute.name, values(attribute)[0]))
        }
        for case .exactlyOne(let names) in rule.constraints where !extra.contains(where: { names.contains($0.0) }) {
            attributes.append((names[0], "a"))
        }
        let text = attributes.map { " \($0.0.spelling)=\"\($0.1)\"" }.joined()
        return "<\(rule.name.spelling)\(text)>\(content)</\(rule.name.spelling)>"
    }

    /// An element within its parents, up to the root.
    func document(around element: String, _ name: ElementName) -> String {
        var text = element
        var path = self.path(to: name).dropLast()
        while let parent = path.popLast(), let rule = vocabulary.rule(parent) {
            text = self.element(rule, content: text)
        }
        return text
    }

    /// Right values of an attribute.
    func values(_ attribute: AttributeRule) -> [String] {
        switch attribute.kind {
        case .word(let words): words
        case .number: ["1"]
        default: ["a"]
        }
    }

    /// The shortest way from the root to an element.
    private func path(to name: ElementName) -> [ElementName] {
        var paths: [[ElementName]] = [[vocabulary.kind.rootName]]
        var seen: Set<ElementName> = []
        while !paths.isEmpty {
            let path = paths.removeFirst()
            guard let last = path.last, seen.insert(last).inserted else { continue }
            if last == name { return path }
            paths += (vocabulary.rule(last)?.children ?? []).map { path + [$0] }
        }
        return [name]
    }
}
