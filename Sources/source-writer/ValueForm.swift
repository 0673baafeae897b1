import FlowSyntax

/// The forms of values in the compact form of RELAX NG.
enum ValueForm {
    private static let name = #"[A-Za-z_][A-Za-z0-9_.\-]*"#

    /// The forms with names, each after those that it needs.
    static let all: [(name: String, pattern: String)] = [
        ("id", string(name)), ("names", "list { id+ }"),
        ("passing", string("\(name)(/\(name))*(:\(name))?")), ("passings", "list { passing+ }"),
        ("wordOrStar", #"list { ("*" | id)+ }"#), ("key", string(#"\#(name)(\*)?|\*"#)), ("keys", "list { key+ }"),
        ("anyText", "xsd:string"), ("nonEmpty", #"xsd:string { minLength = "1" }"#), ("paths", "list { nonEmpty+ }"),
        ("boolean", #""true" | "false""#), ("number", string("[0-9]{1,9}")),
        ("tries", string("0*([1-9][0-9]?|1[0-9][0-9]|2[0-4][0-9]|25[0-5])")),
        (
            "seconds",
            string("0*([1-9][0-9]{0,3}|[1-7][0-9]{4}|8[0-5][0-9]{3}|86[0-3][0-9]{2}|86400)")
        ),
        ("oneWord", string(#"\S+"#)), ("swiftName", string("[A-Za-z][A-Za-z0-9]*")),
        ("references", #"list { xsd:string { pattern = "[A-Za-z0-9_.:\-]+" }+ }"#),
    ]

    /// Returns the form of a string that matches a regular expression.
    private static func string(_ pattern: String) -> String { "xsd:string { pattern = \"\(pattern)\" }" }

    /// Returns the pattern of a kind of value, and the names of the forms that it needs.
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

    /// Returns the form of a value that is one of some words.
    private static func choice(_ words: [String]) -> String { words.map { "\"\($0)\"" }.joined(separator: " | ") }
}
