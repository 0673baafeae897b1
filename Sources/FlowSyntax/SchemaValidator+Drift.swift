package import FlowDiagnostics

extension SchemaValidator {
    /// Validates a document that the structural checks accepted.
    ///
    /// If the grammar rejects the document, the bag receives one finding, at the element of the first violation.
    package static func checkDrift(_ document: ParsedDocument, as kind: DocumentKind, bag: inout DiagnosticBag) {
        guard let first = violations(of: document, as: kind).first else { return }
        let element = first.element ?? document.tree.root
        bag.add(
            Diagnostic(
                .grammarDrift, at: document.tree.nameRange(of: element),
                "the grammar rejects what the structural checks accept: \(first.message)",
                help: ["this is a bug in the compiler: report it, and attach the file"]))
    }
}
