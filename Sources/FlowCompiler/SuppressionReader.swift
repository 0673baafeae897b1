import FlowDiagnostics
import FlowSyntax

/// Reads suppression instructions, by which an author allows findings.
///
/// ```
/// <?flowc allow="dead-branch" because="pools made before 2020 send it"?>
/// ```
struct SuppressionReader {
    private static let allow = "allow"
    private static let because = "because"

    /// Computed for the first instruction; most compilations have none.
    private static let known = Dictionary(DiagnosticCode.allCodes.map { ($0.rawValue, $0) }) { first, _ in first }

    private let instruction: SyntaxInstruction
    private var findings: [Diagnostic] = []

    /// Adds the suppressions of all documents, and findings about wrong ones.
    static func read(_ graph: DocumentGraph, _ bag: inout DiagnosticBag) {
        for node in graph.nodes {
            let tree = node.document.tree
            for instruction in tree.compilerInstructions {
                var reader = SuppressionReader(instruction: instruction)
                let suppressions = reader.suppressions { tree.tagRange(of: $0) }
                bag.add(contentsOf: reader.findings)
                for suppression in suppressions { bag.suppress(suppression) }
            }
        }
    }

    private init(instruction: SyntaxInstruction) { self.instruction = instruction }

    /// Returns the suppressions of a instruction, including the correct part of a wrong one, so that one mistake brings
    /// one finding.
    private mutating func suppressions(tag: (ElementID) -> SourceRange) -> [Suppression] {
        checkFields()
        let reason = reason()
        let codes = codes()
        guard let element = instruction.element else {
            report(
                instruction.range, "no element follows this suppression",
                help: ["put it directly before the element with the finding"])
            return []
        }
        let scope = SourceRange(
            file: instruction.range.file, start: instruction.range.start, end: tag(element).end)
        return codes.map { Suppression($0.code, at: $0.place, scope: scope, reason: reason) }
    }

    /// Checks that nothing but names and values is there.
    private mutating func checkFields() {
        var places: [String: SourceRange] = [:]
        for field in instruction.fields {
            if let first = places[field.name] {
                let note = Diagnostic.Note("first given here", at: first)
                report(field.nameRange, "'\(field.name)' is given twice", notes: [note])
            } else if field.name != Self.allow, field.name != Self.because {
                let near = NearNames.suggest(field.name, among: [Self.allow, Self.because])
                let help = near.map { "did you mean '\($0)'?" }
                report(
                    field.nameRange, "unknown attribute '\(field.name)'",
                    help: help.isEmpty ? ["a suppression has 'allow' and 'because'"] : help)
            }
            places[field.name] = places[field.name] ?? field.nameRange
        }
        if let range = instruction.unreadable {
            report(range, "this is not an attribute", help: ["write it as name=\"value\""])
        }
    }

    private mutating func codes() -> [(code: DiagnosticCode, place: SourceRange)] {
        guard let field = field(Self.allow) else {
            lacks(Self.allow, "a suppression needs allow=\"CODE\"")
            return []
        }
        if field.words.isEmpty { report(field.valueRange, "a suppression needs at least one code") }
        return field.words.compactMap { word in
            guard let code = Self.known[word.text] else {
                report(word.range, "unknown finding '\(word.text)'", help: Self.help(near: word.text))
                return nil
            }
            guard code.canBeSuppressed else {
                report(
                    word.range, "'\(word.text)' cannot be suppressed",
                    help: ["you can suppress warnings, and errors in flows that can still run"])
                return nil
            }
            return (code, word.range)
        }
    }

    private mutating func reason() -> String {
        guard let field = field(Self.because) else {
            lacks(Self.because, "a suppression needs because=\"REASON\"")
            return ""
        }
        if field.words.isEmpty { report(field.valueRange, "the reason of a suppression must not be empty") }
        return field.words.map(\.text).joined(separator: " ")
    }

    private func field(_ name: String) -> SyntaxInstruction.Field? { instruction.fields.first { $0.name == name } }

    /// Reports a missing field, unless another finding already covers it.
    private mutating func lacks(_ name: String, _ message: String) {
        let isMisspelt = instruction.fields.contains { field in
            NearNames.suggest(field.name, among: [Self.allow, Self.because]).contains(name)
        }
        if !isMisspelt, instruction.unreadable == nil { report(instruction.targetRange, message) }
    }

    private mutating func report(
        _ range: SourceRange, _ message: String, notes: [Diagnostic.Note] = [], help: [String] = []
    ) {
        findings.append(Diagnostic(.badSilencing, at: range, message, notes: notes, help: help))
    }

    private static func help(near name: String) -> [String] {
        NameFindings.help(near: DiagnosticCode.near(name))
    }
}
