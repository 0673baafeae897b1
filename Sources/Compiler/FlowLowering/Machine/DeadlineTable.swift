import FlowDiagnostics
import FlowIR
import FlowSyntax

/// The time limit that the steps of a group or flow share, in one instance.
struct Deadline: Sendable {
    /// The slot of the instant at which the deadline expires.
    let slot: SlotID
    let instance: Instance
    /// The innermost scope whose transitions handle the expiry.
    let outward: ScopeDeclaration
    /// The value of `within`: a number of seconds, or the name of a value.
    let limit: Name
}

/// The deadlines of the groups and flows whose `within` applies.
struct DeadlineTable: Sendable {
    /// The deadlines by number of the instance and number of the scope.
    private let all: [Int: [Int: Deadline]]

    /// Creates the deadlines of a plan, and adds a slot for each of them to `slots`.
    ///
    /// A restart keeps all of these slots, so they must exist before any node is lowered.
    init(_ plan: StateAllocation, _ slots: inout SlotTable) {
        var all: [Int: [Int: Deadline]] = [:]
        for instance in plan.instances {
            let roots = instance.unit.composition.roots
            let groups = instance.unit.composition.groups.map(\.scope)
            // A base flow's `within` applies only if no nearer flow has one.
            let flow = roots.lazy.map(\.scope).first { $0.within != nil }
            for scope in [flow].compactMap({ $0 }) + groups {
                guard let limit = scope.within else { continue }
                // The flow's own transitions handle the expiry even if a base flow has the limit.
                let outward = scope.kind == .flow ? roots[0].scope : scope
                all[instance.number, default: [:]][scope.number] = Deadline(
                    slot: slots.newDeadlineSlot(of: instance), instance: instance, outward: outward, limit: limit)
            }
        }
        self.all = all
    }

    /// Returns the deadlines around a node, outermost first, with those around the use of its flow.
    ///
    /// The result is empty for an end of the compiled flow and for a removed node.
    func around(node index: Int, of instance: Instance) -> [Deadline] {
        guard !all.isEmpty, let node = instance.unit.nodes[index], node.kind != .end || instance.user != nil
        else { return [] }
        let outer = instance.user.map { around(node: $0.node, of: $0.instance) } ?? []
        let ownDeadlines = all[instance.number] ?? [:]
        return outer + node.scopes.reversed().compactMap { ownDeadlines[$0.number] }
    }

    /// The slots of all deadlines, in ascending order.
    var slots: [SlotID] { all.values.flatMap { $0.values.map(\.slot) }.sorted() }

    /// The place of each `within`, by the slot of its deadline.
    var places: [SlotID: SourceRange] {
        Dictionary(uniqueKeysWithValues: all.values.flatMap { $0.values.map { ($0.slot, $0.limit.range) } })
    }
}
