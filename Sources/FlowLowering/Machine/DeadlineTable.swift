import FlowDiagnostics
import FlowModel
import FlowSyntax

/// The limit of time of a group or a flow, in one instance: its steps share it.
struct Deadline: Sendable {
    /// The slot that holds its end.
    let slot: SlotID
    let instance: Instance
    /// The nearest scope whose transitions count when it is over.
    let outward: ScopeDeclaration
    /// A number of seconds, or the name of a value.
    let limit: Name
}

/// The deadlines of a flow, by the group or flow that has them.
struct DeadlineTable: Sendable {
    /// By number of the instance and of the scope.
    private let all: [Int: [Int: Deadline]]

    /// Numbers all deadlines of a plan: where a restart keeps them, none may be unknown.
    init(_ plan: StateAllocation, _ slots: inout SlotTable) {
        var all: [Int: [Int: Deadline]] = [:]
        for instance in plan.instances {
            let roots = instance.unit.composition.roots
            let groups = instance.unit.composition.groups.map(\.scope)
            for scope in (roots.first { $0.scope.within != nil }.map { [$0.scope] } ?? []) + groups {
                guard let limit = scope.within else { continue }
                let outward = scope.kind == .flow ? roots[0].scope : scope
                all[instance.number, default: [:]][scope.number] = Deadline(
                    slot: slots.deadline(of: instance), instance: instance, outward: outward, limit: limit)
            }
        }
        self.all = all
    }

    /// The deadlines that a node is in, the outermost first. An end of the compiled flow waits for nothing.
    func around(_ index: Int, of instance: Instance) -> [Deadline] {
        guard !all.isEmpty, let node = instance.unit.nodes[index], node.kind != .end || instance.user != nil
        else { return [] }
        let outer = instance.user.map { around($0.node, of: $0.instance) } ?? []
        let own = all[instance.number] ?? [:]
        return outer + node.scopes.reversed().compactMap { own[$0.number] }
    }

    /// The slots that hold their ends.
    var slots: [SlotID] { all.values.flatMap { $0.values.map(\.slot) }.sorted() }

    /// Where each is written, by its slot.
    var places: [SlotID: SourceRange] {
        Dictionary(uniqueKeysWithValues: all.values.flatMap { $0.values.map { ($0.slot, $0.limit.range) } })
    }
}
