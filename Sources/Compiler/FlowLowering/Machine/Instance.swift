/// An inlined flow: the compiled flow, or a copy of a sub-flow for one of its uses.
final class Instance: Sendable {
    /// The position among all instances.
    let number: Int
    let unit: FlowUnit
    /// The prefix of the names of its nodes and values: empty for the compiled flow, otherwise such as `use.`.
    let prefix: String
    /// The instance that contains the use, and the node of the use there; nil for the compiled flow.
    let user: (instance: Instance, node: Int)?

    /// Creates an instance of a flow.
    init(number: Int, unit: FlowUnit, prefix: String, user: (instance: Instance, node: Int)?) {
        self.number = number
        self.unit = unit
        self.prefix = prefix
        self.user = user
    }

    /// This instance and those that it is inlined into, up to the compiled flow.
    var chain: some Sequence<Instance> { sequence(first: self) { $0.user?.instance } }
}
