import FlowSyntax

/// The tables of elements and attributes in the reference page of a kind of document.
struct ReferenceTables {
    private let kind: DocumentKind
    private let elements: [Language.Element]

    /// Returns the page of a kind of document with new tables.
    ///
    /// A table is between the lines `<!-- elements -->` and `<!-- end of elements -->`, or between
    /// `<!-- attributes of ELEMENT: NAMES -->` and `<!-- end of attributes -->`. Without `: NAMES`, the table contains
    /// the attributes that no other table of the element contains.
    /// - Throws: ``SourceMistake`` if the page lacks the table of elements, or names an unknown element or attribute.
    static func file(_ kind: DocumentKind) throws -> GeneratedFile {
        let tables = ReferenceTables(kind: kind, elements: Language.elements(kind))
        let path = tables.path
        let text = try PackageFolder.replacing(
            "elements", with: tables.elementTable, in: PackageFolder.text(at: path), of: path)
        return GeneratedFile(path: path, text: try tables.withAttributes(text))
    }

    private var path: String {
        switch kind {
        case .flow: "Docs/Reference/Language.md"
        case .service: "Docs/Reference/ServiceDescriptions.md"
        case .scenario: "Docs/Reference/Scenarios.md"
        }
    }

    /// The table of all elements: what they mean, their parents, their attributes, and the constraints on these.
    private var elementTable: [String] {
        let rows = elements.map { element in
            let parents = elements.filter { $0.children.contains(element.name) }.map { "`\($0.name)`" }
            let attributes = element.attributes.map { attribute in
                let name = attribute.isRequired ? "**`\(attribute.name)`**" : "`\(attribute.name)`"
                // Guards have no kind of their own: `when` is a nonempty text.
                return name + " " + (attribute.name == "when" ? "[guard](#guards)" : Self.text(attribute.kind))
            }
            let parentList = parents.isEmpty ? "the root" : parents.joined(separator: ", ")
            let attributeList = attributes.joined(separator: "; ")
            let rules = element.constraints.map(Self.text).joined(separator: "; ")
            return "| `\(element.name)` | \(element.meaning) | \(parentList) | \(attributeList) | \(rules) |"
        }
        return ["| element | meaning | parents | attributes | rules |", "| --- | --- | --- | --- | --- |"] + rows
    }

    /// Returns the text of a page with new tables of attributes between its comments.
    private func withAttributes(_ text: String) throws -> String {
        let place = /<!-- attributes of ([a-z]+)(?:: ([a-z -]+))? -->\n(?:[^<]|<[^!])*<!-- end of attributes -->\n/
        let matches = text.matches(of: place)
        var result = ""
        var end = text.startIndex
        for match in matches {
            guard let element = elements.first(where: { $0.name == match.1 }) else {
                throw SourceMistake(description: "\(path): no element '\(match.1)'")
            }
            let names = match.2.map { $0.split(separator: " ").map(String.init) }
            // The attributes that the tables of this element name. A table without names contains all others.
            let others = matches.filter { $0.1 == match.1 }.flatMap {
                $0.2?.split(separator: " ").map(String.init) ?? []
            }
            let attributes = element.attributes.filter { names?.contains($0.name) ?? !others.contains($0.name) }
            guard names == nil || attributes.count == names?.count else {
                throw SourceMistake(description: "\(path): '\(match.1)' lacks one of the attributes '\(match.2 ?? "")'")
            }
            let head = text[match.range].prefix { $0 != "\n" }
            result += text[end..<match.range.lowerBound] + head + "\n\n"
            result += Self.table(attributes).map { $0 + "\n" }.joined() + "\n<!-- end of attributes -->\n"
            end = match.range.upperBound
        }
        return result + text[end...]
    }

    /// Returns the table of attributes, with a column for defaults if one of them has a default.
    private static func table(_ attributes: [Language.Attribute]) -> [String] {
        guard attributes.contains(where: { $0.fallback != nil }) else {
            return ["| attribute | meaning |", "| --- | --- |"] + attributes.map { "| `\($0.name)` | \($0.meaning) |" }
        }
        return ["| attribute | meaning | default |", "| --- | --- | --- |"]
            + attributes.map { attribute in
                let fallback = attribute.fallback.map { $0 + " " } ?? ""
                return "| `\(attribute.name)` | \(attribute.meaning) | \(fallback)|"
            }
    }

    /// Returns what a kind of value is called in the tables.
    private static func text(_ kind: ValueKind) -> String {
        switch kind {
        case .text, .nonEmpty: "text"
        case .name: "name"
        case .nameOrStar: "name or `*`"
        case .names, .passings, .references: "names"
        case .namesOrStar: "names or `*`"
        case .key: "key"
        case .keys: "keys"
        case .number: "number"
        case .tries: "1 to 255"
        case .nameOrSeconds: "seconds, or a name"
        case .token: "word"
        case .swiftName: "name in camel case"
        case .paths: "paths"
        case .boolean: "boolean"
        // The words are the types of values, which have a section of their own.
        case .word(let words) where words.contains("secret"): "a type"
        case .word(let words): list(words)
        case .words(let words): "list of " + list(words)
        }
    }

    private static func text(_ constraint: AttributeConstraint<String>) -> String {
        switch constraint {
        case .exactlyOne(let names): "exactly one of \(list(names))"
        case .atMostOne(let names): "at most one of \(list(names))"
        case .needs(let name, let other): "`\(name)` needs `\(other)`"
        case .needsOne(let name, let others): "`\(name)` needs one of \(list(others))"
        case .wordNeeds(let name, let word, let other): "`\(name)=\"\(word)\"` needs `\(other)`"
        case .wordExcludes(let name, let word, let other): "`\(name)=\"\(word)\"` excludes `\(other)`"
        case .onlyWithWord(let name, let word, let other): "`\(other)` only with `\(name)=\"\(word)\"`"
        }
    }

    /// Returns names in code font, separated by commas.
    private static func list(_ names: [String]) -> String { names.map { "`\($0)`" }.joined(separator: ", ") }
}
