internal import FlowDiagnostics

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
            return Diagnostic(.badValue, at: word.range, message, help: [Self.formHelp(for: kind)])
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
        case .passings: "path to a node"
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
        let nameHelp = "a name starts with a letter or '_' and continues with letters, digits, '_', '.' and '-'"
        switch kind {
        case .key, .keys: return nameHelp + "; a key can end in '*'"
        case .passings: return "write NODE, USE/NODE for a node of a sub-flow, or USE:OUTCOME for its outcome"
        case .number: return "a number has 1 to 9 digits"
        case .tries: return "write a number from 1 to 255"
        case .token: return "write one word without white space"
        case .nameOrSeconds: return "write a number of seconds from 1 to 86400, or the name of a value of type seconds"
        case .references: return "a reference consists of letters, digits, '_', '.', ':' and '-'"
        case .swiftName: return "a 'swift-name' consists of letters and digits, and starts with a letter"
        case .words(let words): return "write one or more of \(list(words))"
        case .text, .nonEmpty, .name, .nameOrStar, .names, .namesOrStar, .paths, .word: return nameHelp
        }
    }

    /// The number of characters after which messages cut off a value.
    private static let maxQuotedLength = 60

    /// Returns a value for a message; a long one is cut off, and ends in `…`.
    private static func shortened(_ text: String) -> String {
        text.unicodeScalars.count <= maxQuotedLength ? text : String(text.prefix(maxQuotedLength)) + "…"
    }
}
