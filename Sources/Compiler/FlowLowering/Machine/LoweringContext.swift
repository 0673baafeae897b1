import FlowDiagnostics
import FlowIR

/// A node of an instance that is being lowered.
struct LoweringContext: Sendable {
    let instance: Instance
    /// The index of the node in its composition.
    let index: Int
    let node: UnitNode
    let states: NodeStates
    /// The name of the node, with the prefix of its instance.
    let name: String
    /// The number of the first use in the chain of handlers whose failures are being lowered; nil outside of a chain.
    var work: Int?

    var unit: FlowUnit { instance.unit }
}

/// An inlined flow: the compiled flow, or a copy of a sub-flow for one of its uses.
final class Instance: Sendable {
    /// The position among all instances.
    let number: Int
    let unit: FlowUnit
    /// The prefix of the names of its nodes and values: empty for the compiled flow, otherwise such as `use.`.
    let prefix: String
    /// The instance that contains the use, and the node of the use there; nil for the compiled flow.
    let user: (instance: Instance, node: Int)?

    init(number: Int, unit: FlowUnit, prefix: String, user: (instance: Instance, node: Int)?) {
        self.number = number
        self.unit = unit
        self.prefix = prefix
        self.user = user
    }

    /// This instance and those that it is inlined into, up to the compiled flow.
    var chain: some Sequence<Instance> { sequence(first: self) { $0.user?.instance } }
}
