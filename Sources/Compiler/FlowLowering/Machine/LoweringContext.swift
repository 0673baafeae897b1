import FlowDiagnostics
import FlowIR

/// A node of an instance that is being lowered.
struct LoweringContext: Sendable {
    let instance: Instance
    /// The index of the node in its composition.
    let index: Int
    let node: UnitNode
    let plan: NodeStates
    /// The name of the node, with the prefix of its instance.
    let name: String
    /// The first use in the chain of handlers whose failures are being lowered; nil outside of such a chain.
    var work: Int?

    var unit: FlowUnit { instance.unit }
}
