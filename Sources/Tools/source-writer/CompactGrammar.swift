import FlowSyntax

/// The grammar of a kind of document in the compact form of RELAX NG, from which trang makes the other forms.
struct CompactGrammar {
    private let kind: DocumentKind
    private let elements: [Language.Element]
    /// The names of the forms in ``ValueForm/all`` that the attributes use.
    private var forms: Set<String> = []

    /// Returns the grammar of a kind of document as a file.
    /// - Throws: ``SourceMistake`` if the grammar cannot state the rules of an element.
    static func file(_ kind: DocumentKind) throws -> GeneratedFile {
        var grammar = CompactGrammar(kind: kind, elements: Language.elements(kind))
        // Creating the definitions also records the forms that they use.
        let definitions = try grammar.elements.map { try grammar.definition(of: $0) }
        let text = """
            # Grammar of \(kind.description)s (RELAX NG, compact form), written by .ci/generate from Sources/Compiler/FlowSyntax/Language.
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

    /// Returns the definition of an element, after the definitions of the attributes that its patterns repeat.
    /// - Throws: ``SourceMistake`` if the grammar cannot state the rules of the element.
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

    /// Returns the attributes that the patterns contain more than once, each time with all of their values.
    private static func repeatedAttributes(
        of element: Language.Element, in patterns: [AttributePattern]
    ) -> [Language.Attribute] {
        let names = patterns.flatMap(\.names)
        return element.attributes.filter { attribute in
            let count = names.count { $0 == attribute.name }
            return count > 1 && !patterns.contains { hasWords(attribute.name, $0) }
        }
    }

    /// Returns whether a pattern contains an attribute with only some of its values.
    private static func hasWords(_ name: String, _ pattern: AttributePattern) -> Bool {
        switch pattern {
        case .attribute(let other, let words): other == name && words != nil
        case .group(let patterns), .choice(let patterns): patterns.contains { hasWords(name, $0) }
        case .optional(let pattern): hasWords(name, pattern)
        }
    }

    /// Returns the patterns of an element's children and text.
    /// - Throws: ``SourceMistake`` if the grammar cannot state how often children occur.
    private func content(of element: Language.Element) throws -> [String] {
        let children = element.children.map(Self.reference)
        if element.hasText {
            guard children.isEmpty else {
                throw SourceMistake(
                    description: "the grammar cannot state that '\(element.name)' has both text and children")
            }
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
        // The first needed child is stated separately; any number of other children may be around it.
        return [
            "    (\(Self.alternatives(others)))*", "    \(needed)", "    (\(Self.alternatives(children)))*",
        ]
    }

    /// Returns the choice between some patterns.
    private static func alternatives(_ patterns: [String]) -> String { patterns.joined(separator: " | ") }

    /// Returns a pattern of attributes in the compact form.
    ///
    /// Attributes in `shared` have definitions of their own, so the text refers to these definitions.
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

    /// Returns Markdown as plain text that begins with a capital letter and ends in `end`.
    private static func plain(_ markdown: String, _ end: String = "") -> String {
        let text = markdown.replacing(/\[([^\]]*)\]\([^)]*\)/) { $0.1 }.replacing("`", with: "'")
        return text.prefix(1).uppercased() + text.dropFirst() + end
    }

    /// Returns a reference to the definition of an element. The keyword `start` needs a backslash as a name.
    private static func reference(_ name: String) -> String { name == "start" ? "\\start" : name }
}

/// The patterns of attribute values in the compact form of RELAX NG. A *form* is a pattern with a name.
enum ValueForm {
    /// The regular expression of a name.
    private static let name = #"[A-Za-z_][A-Za-z0-9_.\-]*"#

    /// All forms, each after those that it refers to.
    static let all: [(name: String, pattern: String)] = [
        ("id", string(name)), ("names", "list { id+ }"),
        ("passing", string("\(name)(/\(name))*(:\(name))?")), ("passings", "list { passing+ }"),
        ("wordOrStar", #"list { ("*" | id)+ }"#), ("key", string(#"\#(name)(\*)?|\*"#)), ("keys", "list { key+ }"),
        ("anyText", "xsd:string"), ("nonEmpty", #"xsd:string { minLength = "1" }"#), ("paths", "list { nonEmpty+ }"),
        ("boolean", #""true" | "false""#), ("number", string("[0-9]{1,9}")),
        ("tries", string("0*([1-9][0-9]?|1[0-9][0-9]|2[0-4][0-9]|25[0-5])")),
        ("seconds", string("0*([1-9][0-9]{0,3}|[1-7][0-9]{4}|8[0-5][0-9]{3}|86[0-3][0-9]{2}|86400)")),
        ("oneWord", string(#"\S+"#)), ("swiftName", string("[A-Za-z][A-Za-z0-9]*")),
        ("references", #"list { xsd:string { pattern = "[A-Za-z0-9_.:\-]+" }+ }"#),
    ]

    /// Returns the pattern of a string that matches a regular expression.
    private static func string(_ pattern: String) -> String { "xsd:string { pattern = \"\(pattern)\" }" }

    /// Returns the pattern of a kind of value, and the names of the forms that it uses, directly or through others.
    static func form(of kind: ValueKind) -> (pattern: String, names: [String]) {
        switch kind {
        case .text: ("anyText", ["anyText"])
        case .nonEmpty: ("nonEmpty", ["nonEmpty"])
        case .name: ("id", ["id"])
        case .nameOrStar: (#""*" | id"#, ["id"])
        case .names: ("names", ["id", "names"])
        case .namesOrStar: ("wordOrStar", ["id", "wordOrStar"])
        case .passings: ("passings", ["passing", "passings"])
        case .key: ("key", ["key"])
        case .keys: ("keys", ["key", "keys"])
        case .number: ("number", ["number"])
        case .tries: ("tries", ["tries"])
        case .nameOrSeconds: ("id | seconds", ["id", "seconds"])
        case .token: ("oneWord", ["oneWord"])
        case .references: ("references", ["references"])
        case .paths: ("paths", ["nonEmpty", "paths"])
        case .swiftName: ("swiftName", ["swiftName"])
        case .boolean: ("boolean", ["boolean"])
        case .word(let words): (choice(words), [])
        case .words(let words): ("list { (\(choice(words)))+ }", [])
        }
    }

    /// Returns the pattern of a value that is one of some words.
    private static func choice(_ words: [String]) -> String { words.map { "\"\($0)\"" }.joined(separator: " | ") }
}
