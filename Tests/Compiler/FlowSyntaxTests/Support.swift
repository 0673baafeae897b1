import FlowDiagnostics
import FlowSyntax

/// A text parsed for a test, with what it was parsed from.
struct Parsed {
    let file: SourceFile
    let document: ParsedDocument?
    let diagnostics: [Diagnostic]

    init(_ text: String, limits: ParseLimits = ParseLimits()) { self.init(Array(text.utf8), limits: limits) }

    init(_ bytes: [UInt8], limits: ParseLimits = ParseLimits()) {
        file = SourceFile(path: "t.xml", bytes: bytes)
        var bag = DiagnosticBag()
        document = DocumentParser.parse(file: file, id: FileID(0), limits: limits, bag: &bag)
        diagnostics = bag.diagnostics
    }

    /// `line:column` of an offset.
    func place(_ range: SourceRange) -> String {
        let position = file.position(ofOffset: Int(range.start))
        return "\(position.line):\(position.column)"
    }

    /// The source of a range.
    func source(_ range: SourceRange) -> String { file.text(range.offsets) }

    /// `line:column code` of each finding.
    var findings: [String] { diagnostics.map { place($0.range) + " " + $0.code.rawValue } }
}

/// `code 'source'` of each structural finding.
func structure(_ text: String, as kind: DocumentKind) -> [String] {
    let parsed = Parsed(text)
    guard let document = parsed.document else { return parsed.findings }
    var bag = DiagnosticBag()
    StructureChecker.check(document.tree, as: kind, bag: &bag)
    return bag.diagnostics.map { "\($0.code) '\(parsed.source($0.range))'" }
}
