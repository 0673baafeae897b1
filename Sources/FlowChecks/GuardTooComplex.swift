package import FlowDiagnostics
import FlowIR

extension Decision {
    /// The finding that the solver could not decide the guards.
    var tooComplex: Diagnostic {
        Diagnostic(
            .guardTooComplex, at: range, "the guards of \(subject) are too complex to check",
            help: ["split the decision, or test fewer values in it"])
    }
}

extension DiagnosticCode {
    package static let guardTooComplex = DiagnosticCode(
        "guard-too-complex", .warning, summary: "Guards should be simple enough for the compiler to decide.")
}

extension Sequence<String> {
    /// The conditions as a phrase such as `when code is absent`, or `in every case` if there is no condition.
    var whenPhrase: String {
        let conditions = joined(separator: " and ")
        return conditions.isEmpty ? "in every case" : "when " + conditions
    }
}
