import FlowDiagnostics
import FlowModel
import FlowSyntax

/// Where statements stand: for the names of states made on the way, and for failures.
struct StatementSite {
    let context: FlowContext
    /// Index of the node in its composition.
    let node: Int
    /// Name of the node, with the prefix of its context.
    let name: String
}
