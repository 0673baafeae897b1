package import FlowDiagnostics
import FlowSyntax

/// Reads the instructions with which an author suppresses findings.
///
/// ```
/// <?flowc allow="dead-branch" because="pools made before 2020 send it"?>
/// ```
struct SuppressionReader {
    private static let allow = "allow"
    private static let because = "because"

    /// All codes by name, computed for the first instruction.
    private static let codesByName = Dictionary(DiagnosticCode.allCodes.map { ($0.rawValue, $0) }) { first, _ in first }

    private let instruction: SyntaxInstruction
    private var findings: [Diagnostic] = []

    /// Adds the suppressions of all documents to a bag, and findings about mistakes in them.
    static func read(_ graph: DocumentGraph, _ bag: inout DiagnosticBag) {
        for node in graph.nodes {
            let tree = node.document.tree
            for instruction in tree.compilerInstructions {
                var reader = SuppressionReader(instruction: instruction)
                let suppressions = reader.readSuppressions { tree.tagRange(of: $0) }
                bag.add(contentsOf: reader.findings)
                for suppression in suppressions { bag.suppress(suppression) }
            }
        }
    }

    /// Returns the suppressions of an instruction, and reports its mistakes.
    ///
    /// A mistake in one code does not invalidate the others. Without an element after the instruction, there are no
    /// suppressions. `tagRange` returns the location of an element's start tag.
    private mutating func readSuppressions(tagRange: (ElementID) -> SourceRange) -> [Suppression] {
        checkFields()
        let reason = readReason()
        let codes = readCodes()
        guard let element = instruction.element else {
            report(
                instruction.range, "no element follows this suppression",
                help: ["put the suppression directly before the element with the finding"])
            return []
        }
        let scope = SourceRange(
            file: instruction.range.file, start: instruction.range.start, end: tagRange(element).end)
        return codes.map { Suppression($0.code, at: $0.place, scope: scope, reason: reason) }
    }

    /// Reports unknown and duplicate fields, and text that is not a field.
    private mutating func checkFields() {
        var firstRanges: [String: SourceRange] = [:]
        for field in instruction.fields {
            if let first = firstRanges[field.name] {
                let note = Diagnostic.Note("first given here", at: first)
                report(
                    field.nameRange, "the attribute '\(field.name)' appears twice", notes: [note],
                    help: ["remove one of them"])
            } else if field.name != Self.allow, field.name != Self.because {
                let near = NearNames.suggest(field.name, among: [Self.allow, Self.because])
                let help = near.map { "did you mean '\($0)'?" }
                report(
                    field.nameRange, "unknown attribute '\(field.name)'",
                    help: help.isEmpty ? ["write 'allow' and 'because'"] : help)
            }
            firstRanges[field.name] = firstRanges[field.name] ?? field.nameRange
        }
        if let range = instruction.unreadable {
            report(range, "this part of a suppression is not an attribute", help: ["write name=\"value\""])
        }
    }

    /// Returns the valid codes with their locations, and reports the others.
    private mutating func readCodes() -> [(code: DiagnosticCode, place: SourceRange)] {
        guard let field = field(Self.allow) else {
            reportMissing(Self.allow, "a suppression needs allow=\"CODE\"")
            return []
        }
        if field.words.isEmpty { report(field.valueRange, "a suppression needs at least one code") }
        return field.words.compactMap { word in
            guard let code = Self.codesByName[word.text] else {
                report(word.range, "unknown finding '\(word.text)'", help: Self.help(forUnknownCode: word.text))
                return nil
            }
            guard code.canBeSuppressed else {
                report(
                    word.range, "'\(word.text)' cannot be suppressed",
                    help: ["correct the flow: you can suppress only warnings, and errors with which it can still run"])
                return nil
            }
            return (code, word.range)
        }
    }

    /// Returns the reason with single blanks between its words, and reports a missing or empty one.
    private mutating func readReason() -> String {
        guard let field = field(Self.because) else {
            reportMissing(Self.because, "a suppression needs because=\"REASON\"")
            return ""
        }
        if field.words.isEmpty { report(field.valueRange, "the reason of a suppression must not be empty") }
        return field.words.map(\.text).joined(separator: " ")
    }

    /// Returns the first field with a name, or nil if there is none.
    private func field(_ name: String) -> SyntaxInstruction.Field? { instruction.fields.first { $0.name == name } }

    /// Reports a missing field, unless it may be misspelled or be part of unreadable text, which has its own finding.
    private mutating func reportMissing(_ name: String, _ message: String) {
        let isMisspelled = instruction.fields.contains { field in
            NearNames.suggest(field.name, among: [Self.allow, Self.because]).contains(name)
        }
        if !isMisspelled, instruction.unreadable == nil { report(instruction.targetRange, message) }
    }

    /// Adds a finding about a mistake in the instruction.
    private mutating func report(
        _ range: SourceRange, _ message: String, notes: [Diagnostic.Note] = [], help: [String] = []
    ) {
        findings.append(Diagnostic(.badSuppression, at: range, message, notes: notes, help: help))
    }

    /// Returns help text that suggests codes similar to an unknown one.
    private static func help(forUnknownCode name: String) -> [String] {
        NameFindings.help(near: DiagnosticCode.namesSimilar(to: name))
    }
}

extension DiagnosticCode {
    /// A suppression has a mistake.
    package static let badSuppression = DiagnosticCode(
        "bad-suppression",
        summary: "A suppression must precede its element, name a code and give a reason.")
    /// A suppression suppresses no finding.
    package static let unusedSuppression = DiagnosticCode(
        "unused-suppression", .warning, summary: "A suppression should match at least one finding.")

    /// A flow has no rounds to write a trigger for; only `flowc lambda` reports this.
    package static let missingRounds = DiagnosticCode(
        "missing-rounds", summary: "`flowc lambda` needs a flow with rounds.")

    /// A Swift name is not unique, or a part has two; only `flowc generate swift` and the plugins report this.
    package static let swiftNameClash = DiagnosticCode(
        "swift-name-clash", summary: "`flowc generate swift` needs names that stay different in Swift.")

    package static let allCodes: [DiagnosticCode] = byModule.values.joined().sorted { $0.rawValue < $1.rawValue }

    /// Returns the names of codes that are similar to an unknown name, nearest first.
    package static func namesSimilar(to name: String) -> [String] {
        NearNames.suggest(name, among: allCodes.map(\.rawValue))
    }
}
