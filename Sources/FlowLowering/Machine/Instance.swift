/// One flow at hand: the compiled one, or a sub-flow at one of its uses.
final class Instance: Sendable {
    /// The position among all instances.
    let number: Int
    let unit: FlowUnit
    /// The beginning of the names of inlined nodes and values: empty, or `use.`.
    let prefix: String
    /// The instance that it is inlined into, and the node that uses it there.
    let user: (instance: Instance, node: Int)?

    init(number: Int, unit: FlowUnit, prefix: String, user: (instance: Instance, node: Int)?) {
        self.number = number
        self.unit = unit
        self.prefix = prefix
        self.user = user
    }

    /// This instance, the one that it is inlined into, and so on.
    var chain: some Sequence<Instance> { sequence(first: self) { $0.user?.instance } }
}
