package import FlowDiagnostics

extension DiagnosticCode {
    /// Guards that the solver gave up on.
    package static let guardTooComplex = DiagnosticCode(
        "guard-too-complex", .warning, summary: "Guards should be simple enough to be decided by the compiler.")
}
