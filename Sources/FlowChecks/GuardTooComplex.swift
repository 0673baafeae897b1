import FlowAnnotations
package import FlowDiagnostics

extension Decision {
    /// The finding that the solver gave up on a guard.
    var tooComplex: Diagnostic {
        Diagnostic(
            .guardTooComplex, at: range, "the guards of \(subject) are too complex to check",
            help: ["split the decision, or test fewer values in it"])
    }
}

extension DiagnosticCode {
    /// Guards that are too complex for the solver.
    package static let guardTooComplex = DiagnosticCode(
        "guard-too-complex", .warning, summary: "Guards should be simple enough for the compiler to decide.")
}

extension Sequence<String> {
    /// The data as one phrase, or `always` if there is no condition.
    var whenPhrase: String {
        let words = joined(separator: " and ")
        return words.isEmpty ? "in every case" : "when " + words
    }
}
