import FlowDiagnostics
import FlowSyntax

/// The result of compiling a flow file.
public struct CompiledFlow: Sendable {
    /// The table; nil if the flow has errors.
    public let table: [UInt8]?
    /// The findings, sorted by location.
    public let findings: [FlowFinding]
    /// The findings as text for users, with source excerpts.
    public let report: String
}
