import FlowDiagnostics
import FlowModel

/// A node that is being lowered.
struct LoweringContext: Sendable {
    let instance: Instance
    /// Index of the node in its composition.
    let index: Int
    let node: UnitNode
    let plan: NodeStates
    /// Its name, with the prefix of its instance.
    let name: String
    /// The work of a handler that this is a consequence of, the outermost one.
    var work: Int?

    var unit: FlowUnit { instance.unit }
}
