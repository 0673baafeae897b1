import FlowDiagnostics
import FlowSyntax
import Testing

/// The layout of a text, nil if it cannot be read.
func formatted(_ text: String) -> String? {
    formatted(Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) }
}

/// The layout of bytes, nil if they cannot be read.
func formatted(_ bytes: [UInt8]) -> [UInt8]? {
    var bag = DiagnosticBag()
    let result = Formatter.format(file: SourceFile(path: "t.xml", bytes: bytes), id: FileID(0), bag: &bag)
    #expect((result == nil) == bag.hasErrors)
    return result
}

/// What a document consists of, whatever its layout: cut by hand, values read by libxml2.
struct FormatTokens: Equatable {
    /// Tags, comments, instructions, CDATA sections and the lines of text, in order.
    private(set) var markup: [String] = []
    /// `element attribute=value` of every attribute; white space in lists and guards made equal.
    private(set) var values: [String] = []

    /// The tokens of a well-formed document.
    init(_ text: String) {
        var rest = Substring(text.replacing("\u{FEFF}", with: ""))
        if rest.hasPrefix("<?xml ") { rest = Self.cut(&rest, "?>").rest }
        while !rest.isEmpty { read(&rest) }
        guard let tree = Parsed(text).document?.tree else { return }
        let vocabulary = DocumentKind(rootName: tree.name(of: tree.root)).map(Vocabulary.vocabulary)
        for element in tree.allElements {
            let rule = vocabulary?.rule(tree.name(of: element))
            for attribute in tree.attributes(of: element) {
                let kind = rule?.attributes.first { $0.name == attribute.name }?.kind
                let isLoose = attribute.name == .when && kind != nil || Self.isList(kind)
                var value = tree.text(of: attribute)
                if isLoose { value = value.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
                values.append("\(tree.writtenName(of: element)) \(tree.writtenName(of: attribute))=\(value)")
            }
        }
    }

    private static func isList(_ kind: ValueKind?) -> Bool {
        switch kind {
        case .names, .namesOrStar, .passings, .keys, .references, .paths, .words: true
        default: false
        }
    }

    private mutating func read(_ rest: inout Substring) {
        if rest.hasPrefix("<!--") {
            add(Self.cut(&rest, "-->").token)
        } else if rest.hasPrefix("<![CDATA[") {
            markup.append(Self.cut(&rest, "]]>").token)
        } else if rest.hasPrefix("<?") {
            markup.append(Self.cut(&rest, "?>").token)
        } else if rest.hasPrefix("<") {
            let tag = Self.cut(&rest, ">").token
            let name = tag.dropFirst().prefix { !$0.isWhitespace && $0 != "/" && $0 != ">" }
            markup.append(tag.hasPrefix("</") ? "end" : "start \(name)")
            if tag.hasSuffix("/>") { markup.append("end") }
        } else {
            let text = rest.prefix { $0 != "<" }
            rest = rest[text.endIndex...]
            add(String(text))
        }
    }

    /// Adds text or a comment line by line.
    private mutating func add(_ text: String) {
        for line in text.split(whereSeparator: \.isNewline) {
            let trimmed = line.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed()
            if !trimmed.isEmpty { markup.append(String(trimmed)) }
        }
    }

    private static func cut(_ rest: inout Substring, _ terminator: String) -> (token: String, rest: Substring) {
        let end = rest.firstRange(of: terminator)?.upperBound ?? rest.endIndex
        let token = String(rest[..<end])
        rest = rest[end...]
        return (token, rest)
    }
}
