/// A system that the findings are compared with, as a column of the table.
enum ComparedSystem: String, CaseIterable {
    case qt = "Qt"
    case uscxml = "uSCXML"
    case commons = "Com"
    case stateMachine = "p-sm"
    case sismic
    case transitions = "trans"
    case xstate = "XState"
    case webFlow = "SWF"
    case b2c = "B2C"
    case asl = "ASL"
    case xmllint
    case jing

    /// How a system finds what a code of ours is about.
    enum Mark: String {
        /// With the right line.
        case line = "L"
        /// It names what is wrong, without a line.
        case named = "S"
        /// Something else is reported, because of it.
        case aside = "s"
        /// When a run comes there.
        case running = "R"
        /// With another tool that walks a model made of it.
        case model = "M"
        /// Its documents or sources do not tell.
        case unknown = "?"
        /// Not at all, or its language cannot say it.
        case none = "-"
    }

    /// What the systems find, by code, in the order of the columns; a code that is not here is found by none.
    ///
    /// The first seven and the last two columns were measured with the 20 seeded mistakes, the last two
    /// also with the bad examples of
    /// the pages and a grammar of the language; the three between are from sources and documents.
    private static let found: [String: String] = [
        "not-well-formed": "L S L L - - - L L ? L L",
        "unknown-element": "L s L - - - - L L ? L L",
        "unknown-attribute": "L s - - - - - L L ? L L",
        "misplaced-element": "L S L S S - - L L ? L L",
        "missing-attribute": "? ? ? ? ? ? ? L L ? S L",
        "missing-element": "? ? ? ? ? ? ? L L ? ? ?",
        "bad-value": "? ? ? ? ? ? ? L L ? L L",
        "conflicting-attributes": "? ? ? ? ? ? ? ? ? ? L L",
        "unexpected-text": "? ? ? ? ? ? ? L L ? S L",
        "file-not-found": "L - - s - - - ? ? ? - -",
        "unknown-target": "L S S S S - S R - S L L",
        "duplicate-node": "L S - - S - - L L S L L",
        "duplicate-name": "? ? ? ? ? ? ? ? L ? - -",
        "missing-start": "? ? ? ? ? ? ? ? ? ? - -",
        "unknown-value": "- - - - R - - - S - - -",
        "guard-syntax": "- S R S R - - S - S - -",
        "unreachable-node": "- S - S - - - - - ? - -",
        "no-way-to-end": "- - - S - - - - - s - -",
        "overlapping-transitions": "- S - - R - - - - - - -",
        "dead-branch": "- S - - - - - - - - - -",
        "livelock": "- - - s - - - - - - - -",
        "missing-value": "- - - - R - - - ? - - -",
        "never-violated": "- M - - R - - - - - - -",
        "always-violated": "- M - - R - - - - - - -",
        "reachable-violated": "- M - - - - M - - - - -",
        "unknown-event": "- - - - - - - ? ? ? - -",
        "type-mismatch": "? ? ? ? ? ? ? ? ? ? - -",
        "unused-value": "? ? ? ? ? ? ? ? ? ? - -",
        "unused-declaration": "? ? ? ? ? ? ? ? ? ? - -",
        "never-given": "- - - - R - - - ? - - -",
        "unknown-flow": "? ? ? ? ? ? ? ? ? ? - -",
        "unknown-outcome": "? ? ? ? ? ? ? ? ? ? - -",
        "recursive-use": "? ? ? ? ? ? ? ? ? ? - -",
        "bad-pattern": "? ? ? ? ? ? ? ? ? ? - -",
        "unknown-operation": "? ? ? ? ? ? ? ? ? ? - -",
        "unknown-handler": "? ? ? ? ? ? ? ? ? ? - -",
        "nothing-inherited": "- - - - - - - ? ? - - -",
        "late-timeout": "- - - - - - - ? ? ? - -",
        "kept-secret": "- - - - - - - - - - - -",
        "unsupported-encoding": "? ? ? ? ? ? ? ? ? ? ? ?",
        "doctype-not-allowed": "? ? ? ? ? ? ? ? ? ? ? ?",
        "file-too-large": "? ? ? ? ? ? ? ? ? ? ? ?",
        "nesting-too-deep": "? ? ? ? ? ? ? ? ? ? ? ?",
        "too-many-attributes": "? ? ? ? ? ? ? ? ? ? ? ?",
        "value-too-long": "? ? ? ? ? ? ? ? ? ? ? ?",
        "grammar-drift": "? ? ? ? ? ? ? ? ? ? ? ?",
        "import-cycle": "? ? ? ? ? ? ? ? ? ? ? ?",
        "file-unreadable": "? ? ? ? ? ? ? ? ? ? ? ?",
        "wrong-document-kind": "? ? ? ? ? ? ? ? ? ? ? ?",
        "too-many-files": "? ? ? ? ? ? ? ? ? ? ? ?", "table-limit": "? ? ? ? ? ? ? ? ? ? ? ?",
    ]

    /// The marks of a code's row, in the order of the columns.
    static func marks(_ code: String) -> [Mark] {
        guard let row = found[code] else { return allCases.map { _ in .none } }
        return row.split(separator: " ").map { Mark(rawValue: String($0)) ?? .none }
    }

    /// The codes that some system finds or may find.
    static var comparedCodes: [String] { found.keys.sorted() }
}
