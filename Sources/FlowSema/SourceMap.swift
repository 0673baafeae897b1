package import FlowDiagnostics
import FlowModel

/// Where the parts of a checked flow stand in the source, and what the checks need to know of how they were written.
package struct SourceMap: Sendable {
    /// By node of the flow: the place of its identifier.
    package var nodes: [SourceRange] = []
    /// By node of the flow: whether it is written in the file that was compiled, not inherited or imported.
    package var isOwnNode: [Bool] = []
    /// By transition as written: the place of its selector or target.
    package var transitions: [SourceRange] = []
    /// By transition as written: what it is, in words (`on error="CodeMismatchException"` and the like).
    package var transitionNames: [String] = []
    /// Where guards decide.
    package var decisions: [Decision] = []
    /// Answers that nothing takes.
    package var drops: [Drop] = []

    /// An empty map.
    package init() {}
}
