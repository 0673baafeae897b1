import FlowDiagnostics
import FlowSyntax

/// A finding in a flow file.
public struct FlowFinding: Sendable {
    /// The stable code, such as `unknown-target`.
    public let code: String
    /// Whether the finding is an error, which prevents compilation.
    public let isError: Bool
    /// The path of the file.
    public let path: String
    /// The line, counted from 1.
    public let line: Int
    /// The column in Unicode scalars, counted from 1.
    public let column: Int
    /// The finding in one sentence.
    public let message: String
}
