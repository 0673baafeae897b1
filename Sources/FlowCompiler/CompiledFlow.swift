import FlowDiagnostics
import FlowSyntax

/// The result of compiling a flow file.
public struct CompiledFlow: Sendable {
    /// The table, if there are no errors.
    public let table: [UInt8]?
    /// All findings, sorted by place.
    public let findings: [FlowFinding]
    /// The findings as text for people.
    public let report: String
}
