import FlowSyntax

/// The grammar of a kind of document in the compact form of RELAX NG, from which trang makes the other forms.
struct CompactGrammar {
    private let kind: DocumentKind
    private let elements: [Language.Element]
    /// The names of the forms of values that the elements use.
    private var forms: Set<String> = []

    /// Returns the grammar of a kind of document.
    static func file(_ kind: DocumentKind) throws -> GeneratedFile {
        var grammar = CompactGrammar(kind: kind, elements: Language.elements(kind))
        let definitions = try grammar.elements.map { try grammar.definition(of: $0) }
        let text = """
            # Grammar of \(kind.description)s (RELAX NG, compact form), written by .ci/generate from Sources/FlowSyntax/Language.
            # `zeroOrMore choice` instead of `interleave`: interleaving is quadratic in libxml2.

            start = \(Self.reference(kind.rootName.spelling))


            """
        let forms = ValueForm.all.filter { grammar.forms.contains($0.name) }.map { "\($0.name) = \($0.pattern)\n" }
        return GeneratedFile(
            path: "grammar/\(kind.rawValue).rnc", text: text + forms.joined() + definitions.map { "\n" + $0 }.joined())
    }

    /// Creates the grammar of a kind of document, without definitions.
    private init(kind: DocumentKind, elements: [Language.Element]) {
        self.kind = kind
        self.elements = elements
    }

    /// Returns the definition of an element, after those of the attributes that its pattern repeats.
    private mutating func definition(of element: Language.Element) throws -> String {
        guard let patterns = AttributePatternSolver.patterns(of: element) else {
            throw SourceMistake(
                description: "\(kind.rawValue): the constraints of '\(element.name)' exclude each other")
        }
        let repeated = Self.repeatedAttributes(of: element, in: patterns)
        var text = ""
        for attribute in repeated {
            text += "\(element.name).\(attribute.name) =\n"
            text += self.text(of: attribute, words: nil, indent: "  ") + "\n"
        }
        let shared = Set(repeated.map(\.name))
        var content = patterns.map { self.text(of: $0, element, shared, indent: "    ") }
        content += try self.content(of: element)
        text += "\(Self.reference(element.name)) =\n  ## \(Self.plain(element.meaning))\n  element \(element.name) {"
        if content.isEmpty { return text + " empty }\n" }
        return text + "\n" + content.joined(separator: ",\n") + "\n  }\n"
    }

    /// Returns the attributes that patterns contain more than once, and always with all of their values.
    private static func repeatedAttributes(
        of element: Language.Element, in patterns: [AttributePattern]
    ) -> [Language.Attribute] {
        let names = patterns.flatMap(\.names)
        return element.attributes.filter { attribute in
            let count = names.count { $0 == attribute.name }
            return count > 1 && !patterns.contains { hasWords(attribute.name, $0) }
        }
    }

    /// Returns whether a pattern contains an attribute with some of its values.
    private static func hasWords(_ name: String, _ pattern: AttributePattern) -> Bool {
        switch pattern {
        case .attribute(let other, let words): other == name && words != nil
        case .group(let patterns), .choice(let patterns): patterns.contains { hasWords(name, $0) }
        case .optional(let pattern): hasWords(name, pattern)
        }
    }

    /// Returns the patterns of an element's children and text.
    private func content(of element: Language.Element) throws -> [String] {
        let children = element.children.map(Self.reference)
        if element.hasText {
            guard children.isEmpty else { throw SourceMistake(description: "'\(element.name)' has text and children") }
            return ["    text"]
        }
        guard !children.isEmpty else { return [] }
        if element.once == element.children, children.count == 1 { return ["    \(children[0])?"] }
        guard element.once.isEmpty, element.needed.count <= 1 else {
            throw SourceMistake(description: "the grammar cannot state how often '\(element.name)' has its children")
        }
        guard let needed = element.needed.first.map(Self.reference) else {
            return ["    (\(Self.alternatives(children)))*"]
        }
        let others = children.filter { $0 != needed }
        return [
            "    (\(Self.alternatives(others)))*", "    \(needed)", "    (\(Self.alternatives(children)))*",
        ]
    }

    /// Returns the choice between some patterns.
    private static func alternatives(_ patterns: [String]) -> String { patterns.joined(separator: " | ") }

    /// Returns a pattern of attributes. Attributes in `shared` have definitions of their own, which the pattern names.
    private mutating func text(
        of pattern: AttributePattern, _ element: Language.Element, _ shared: Set<String>, indent: String
    ) -> String {
        switch pattern {
        case .attribute(let name, nil) where shared.contains(name): return "\(indent)\(element.name).\(name)"
        case .attribute(let name, let words):
            return element.attributes.first { $0.name == name }.map { text(of: $0, words: words, indent: indent) } ?? ""
        case .group(let patterns): return list(patterns, separator: ",", element, shared, indent)
        case .choice(let patterns): return list(patterns, separator: " |", element, shared, indent)
        case .optional(let inner): return text(of: inner, element, shared, indent: indent) + "?"
        }
    }

    /// Returns patterns in the compact form, joined by a separator.
    private mutating func list(
        _ patterns: [AttributePattern], separator: String, _ element: Language.Element, _ shared: Set<String>,
        _ indent: String
    ) -> String {
        let parts = patterns.map { text(of: $0, element, shared, indent: indent + "  ") }
        return "\(indent)(\n" + parts.joined(separator: separator + "\n") + "\n\(indent))"
    }

    /// Returns the pattern of an attribute with its documentation, for values of its kind or for some words.
    private mutating func text(of attribute: Language.Attribute, words: [String]?, indent: String) -> String {
        let form = ValueForm.form(of: words.map(ValueKind.word) ?? attribute.kind)
        forms.formUnion(form.names)
        let fallback = attribute.isRequired ? nil : attribute.fallback.map { " Default: \(Self.plain($0, "."))" }
        return "\(indent)## \(Self.plain(attribute.meaning, "."))\(fallback ?? "")\n"
            + "\(indent)attribute \(attribute.name) { \(form.pattern) }"
    }

    /// Returns a text in Markdown as plain text that begins with a capital letter.
    private static func plain(_ markdown: String, _ end: String = "") -> String {
        let text = markdown.replacing(/\[([^\]]*)\]\([^)]*\)/) { $0.1 }.replacing("`", with: "'")
        return text.prefix(1).uppercased() + text.dropFirst() + end
    }

    /// Returns a reference to the definition of an element.
    private static func reference(_ name: String) -> String { ["start"].contains(name) ? "\\\(name)" : name }
}
