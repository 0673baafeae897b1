import FlowSyntax

/// The names of elements or attributes of all kinds of document, as an enumeration in Swift.
struct NameEnumeration {
    let type: String
    let summary: String
    /// The names as written in files, sorted.
    let spellings: [String]

    /// The enumerations of all element names and of all attribute names.
    static var all: [NameEnumeration] {
        let elements = DocumentKind.allCases.flatMap(Language.elements)
        return [
            NameEnumeration("ElementName", "The element names of the three grammars.", elements.map(\.name)),
            NameEnumeration(
                "AttributeName", "The attribute names of the three grammars.",
                elements.flatMap { $0.attributes.map(\.name) }),
        ]
    }

    private init(_ type: String, _ summary: String, _ spellings: [String]) {
        self.type = type
        self.summary = summary
        self.spellings = Set(spellings).sorted()
    }

    /// Keywords of Swift. As names of cases, they need backticks.
    private static let keywords: Set = [
        "as", "case", "class", "continue", "default", "else", "enum", "for", "if", "import", "in", "is", "let",
        "repeat", "return", "self", "switch", "var", "where", "while",
    ]

    private static func caseName(_ spelling: String) -> String {
        var name = ""
        for word in spelling.split(separator: "-") {
            name += name.isEmpty ? String(word) : word.prefix(1).uppercased() + word.dropFirst()
        }
        return keywords.contains(name) ? "`\(name)`" : name
    }

    /// The file in Swift that declares the enumeration.
    var file: GeneratedFile {
        GeneratedFile(
            path: "Sources/Compiler/FlowSyntax/\(type).swift",
            text: GeneratedFile.header + """

                /// \(summary)
                ///
                /// The raw values have no meaning outside one process; files contain the `spelling`.
                package enum \(type): UInt8, Sendable, Hashable, CaseIterable {
                    /// A name that no grammar defines, or that is in a namespace.
                    case unknown
                \(spellings.map { "    case \(Self.caseName($0))\n" }.joined())
                    /// The name as written in a file; empty for `unknown`.
                    package var spelling: String { Self.spellings[Int(rawValue)] }

                    /// Creates the name with a spelling, or `unknown` if no grammar defines it.
                    package init(spelling: String) { self = Self.bySpelling[spelling] ?? .unknown }

                    private static let spellings: [String] = [
                        "",
                \(spellings.map { "        \"\($0)\",\n" }.joined())    ]

                    private static let bySpelling = Dictionary(
                        uniqueKeysWithValues: allCases.dropFirst().map { ($0.spelling, $0) }
                    )
                }

                """)
    }
}
