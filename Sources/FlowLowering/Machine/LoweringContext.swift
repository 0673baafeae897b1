import FlowDiagnostics
import FlowModel

/// The context of a node during lowering.
struct LoweringContext: Sendable {
    let instance: Instance
    /// Index of the node in its composition.
    let index: Int
    let node: UnitNode
    let plan: NodeStates
    /// Its name, with the prefix of its instance.
    let name: String
    /// The handler whose result is being lowered, the outermost one.
    var work: Int?

    var unit: FlowUnit { instance.unit }
}
