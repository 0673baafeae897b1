import FlowCompiler
import FlowDiagnostics
import FlowSyntax
import TestSupport

/// The tables of the language's pages that are made from the compiler itself, between two marks each.
struct LanguageTable {
    let page: String
    /// The mark's name: the lines are between `<!-- NAME -->` and `<!-- end of NAME -->`.
    let name: String
    let lines: [String]

    /// All elements of a kind of document: where each may stand, and its attributes.
    static func elements(_ kind: DocumentKind) -> LanguageTable {
        let vocabulary = Vocabulary.vocabulary(kind)
        let rows = vocabulary.rules.map { rule in
            let parents = vocabulary.parents(of: rule.name).map { "`\($0.spelling)`" }
            let attributes = rule.attributes.map(Self.text)
            let rules = rule.constraints.compactMap(Self.text)
            return "| `\(rule.name.spelling)` | \(parents.isEmpty ? "the root" : parents.joined(separator: ", "))"
                + " | \(attributes.joined(separator: "; ")) | \(rules.joined(separator: "; ")) |"
        }
        let head = ["| element | parents | attributes | rules |", "| --- | --- | --- | --- |"]
        return LanguageTable(page: LanguageReference.page(of: kind), name: "elements", lines: head + rows)
    }

    /// All findings of the compiler, in the order of their codes.
    static var codes: LanguageTable {
        let rows = DiagnosticCode.allCodes.sorted { $0.rawValue < $1.rawValue }.map { code in
            let mark = code.defaultSeverity == .warning ? " (warning)" : ""
            return "| [`\(code.rawValue)`](Findings/\(code.rawValue).md) | \(code.summary)\(mark) |"
        }
        return LanguageTable(
            page: "Docs/Reference/Findings.md", name: "codes", lines: ["| code | rule |", "| --- | --- |"] + rows)
    }

    /// The page with these lines between its marks.
    /// - Returns: the page as it is, and as it should be; nil if it has no marks.
    func applied() throws -> (is: String, should: String)? {
        let text = try PackageFiles.text(page)
        let (start, end) = ("<!-- \(name) -->\n", "<!-- end of \(name) -->\n")
        let parts = text.split(separator: start, maxSplits: 1)
        guard parts.count == 2, let rest = parts[1].firstRange(of: end) else { return nil }
        let made = start + "\n" + lines.joined(separator: "\n") + "\n\n"
        return (text, parts[0] + made + parts[1][rest.lowerBound...])
    }

    private static func text(_ attribute: AttributeRule) -> String {
        let name = "`\(attribute.name.spelling)`"
        let kind = attribute.name == .when ? "[guard](#guards)" : text(attribute.kind)
        return (attribute.isRequired ? "**\(name)**" : name) + " " + kind
    }

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
        case .word(let words) where words == ["true", "false"]: "boolean"
        case .word(let words) where words.contains("secret"): "a type"
        case .word(let words): words.map { "`\($0)`" }.joined(separator: ", ")
        case .words(let words): "list of " + words.map { "`\($0)`" }.joined(separator: ", ")
        }
    }

    private static func text(_ constraint: AttributeConstraint) -> String? {
        switch constraint {
        case .exactlyOne(let names): "exactly one of \(list(names))"
        case .atMostOne(let names): "at most one of \(list(names))"
        case .needs(let name, let other): "\(list([name])) needs \(list([other]))"
        case .needsOne(let name, let others): "\(list([name])) needs one of \(list(others))"
        case .wordNeeds(let name, let word, let other): "`\(name.spelling)=\"\(word)\"` needs \(list([other]))"
        case .wordExcludes(let name, let word, let other): "`\(name.spelling)=\"\(word)\"` excludes \(list([other]))"
        case .onlyWithWord(let name, let word, let other): "\(list([other])) only with `\(name.spelling)=\"\(word)\"`"
        }
    }

    private static func list(_ names: [AttributeName]) -> String {
        names.map { "`\($0.spelling)`" }.joined(separator: ", ")
    }
}
