import FlowDiagnostics
import FlowSyntax

/// A finding in a flow file.
public struct FlowFinding: Sendable {
    /// The stable code, such as `unknown-target`.
    public let code: String
    /// Whether the flow is not compiled because of it.
    public let isError: Bool
    /// The file.
    public let path: String
    /// The line, from 1.
    public let line: Int
    /// The column in Unicode scalars, from 1.
    public let column: Int
    /// One sentence.
    public let message: String
}
