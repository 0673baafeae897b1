import FlowAnnotations
package import FlowDiagnostics

extension Decision {
    /// The finding that the solver gave up, which several checks report.
    var tooComplex: Diagnostic {
        Diagnostic(
            .guardTooComplex, at: range, "the guards of \(subject) are too complex to be decided",
            help: ["split the decision, or test fewer values in it"])
    }
}

extension DiagnosticCode {
    /// Guards that the solver gave up on.
    package static let guardTooComplex = DiagnosticCode(
        "guard-too-complex", .warning, summary: "Guards should be simple enough for the compiler to decide.")
}

extension Sequence<String> {
    /// Data in words as one phrase; data that may be anything are `always`.
    var whenPhrase: String {
        let words = joined(separator: " and ")
        return words.isEmpty ? "always" : "when " + words
    }
}
