import FlowAnnotations
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

/// The way into a node on which deadlines begin.
struct Beginning: Hashable {
    let entry: StateID
    let slots: [SlotID]
}

extension MachineBuilder {
    /// Numbers all deadlines: where a restart keeps them, none may be unknown.
    mutating func addDeadlines() {
        for instance in plan.instances {
            let roots = instance.unit.composition.roots
            let groups = instance.unit.composition.groups.map(\.scope)
            for scope in (roots.first { $0.scope.within != nil }.map { [$0.scope] } ?? []) + groups {
                guard let limit = scope.within else { continue }
                let outward = scope.kind == .flow ? roots[0].scope : scope
                deadlines[instance.number, default: [:]][scope.number] = Deadline(
                    slot: tables.slots.deadline(of: instance), instance: instance, outward: outward, limit: limit)
            }
        }
    }

    /// The deadlines that a node is in, the outermost first. An end of the compiled flow waits for nothing.
    private func deadlines(at index: Int, of instance: Instance) -> [Deadline] {
        guard !deadlines.isEmpty, let node = instance.unit.nodes[index], node.kind != .end || instance.user != nil
        else {
            return []
        }
        let outer = instance.user.map { deadlines(at: $0.node, of: $0.instance) } ?? []
        let own = deadlines[instance.number] ?? [:]
        return outer + node.scopes.reversed().compactMap { own[$0.number] }
    }

    var slotsOfDeadlines: [SlotID] { deadlines.values.flatMap { $0.values.map(\.slot) }.sorted() }

    var placesOfDeadlines: [SlotID: SourceRange] {
        Dictionary(uniqueKeysWithValues: deadlines.values.flatMap { $0.values.map { ($0.slot, $0.limit.range) } })
    }

    // MARK: Entering

    /// The state in which a node is entered from another: deadlines that hold there and not here begin on the way.
    mutating func entry(_ name: Name, _ instance: Instance, from source: Site?) -> StateID? {
        instance.unit.composition.nodeIndex[name.symbol].flatMap { entry($0, of: instance, from: source) }
    }

    /// The state in which a node is entered from another.
    mutating func entry(_ index: Int, of instance: Instance, from source: Site?) -> StateID? {
        guard let target = plan.nodes[instance.number][index] else { return nil }
        let running = source.map { deadlines(at: $0.index, of: $0.instance).map(\.slot) } ?? []
        let new = deadlines(at: index, of: instance).filter { !running.contains($0.slot) }
        guard !new.isEmpty else { return target.entry }
        let beginning = Beginning(entry: target.entry, slots: new.map(\.slot))
        if let known = beginnings[beginning] { return known }
        let state = newState("\(plan.writtenNodes[target.node].id)/begin", target.node)
        beginnings[beginning] = state
        var instructions: [Instruction] = []
        for deadline in new {
            guard let limit = limit(deadline.limit, deadline.instance) else { continue }
            instructions.append(.begin(deadline.slot, limit))
            guard case .slot(let slot) = limit else { continue }
            notes.states[state, default: StateFacts()].needs.append(
                DataNeed(
                    source: Source(.slot(slot)), reason: "it limits the time from here on", range: deadline.limit.range)
            )
        }
        states[state].kind = .choice(Block(instructions + [.jump(target.entry)]))
        return state
    }

    /// A limit of time as it is written: a number, or the name of a value.
    private mutating func limit(_ name: Name, _ instance: Instance) -> Presentation.TimeLimit? {
        if let seconds = Int(symbols[name.symbol]) { return .seconds(seconds) }
        return tables.slots.slot(name.symbol, of: instance).map { .slot($0) }
    }

    // MARK: The time is over

    /// What a step does when a deadline is over, by the deadlines that it is in.
    /// - Returns: the slots of these, the outermost first.
    mutating func lowerDeadlines(of state: StateID, _ site: Site) -> [SlotID] {
        let all = deadlines(at: site.index, of: site.instance)
        for deadline in all {
            let instructions = over(deadline, at: site)
            if instructions.isEmpty { reportUnheard(deadline) }
            states[state].transitions.append((.deadline(tables.slots[deadline.slot].name), Block(instructions)))
        }
        return all.map(\.slot)
    }

    /// Transitions are looked for from the group or flow outwards that has the deadline, in its instance.
    private mutating func over(_ deadline: Deadline, at site: Site) -> [Instruction] {
        var site = site
        while site.instance !== deadline.instance {
            guard let (instance, node) = site.instance.user, let outer = self.site(node, instance) else { return [] }
            site = outer
        }
        return resolve(.host(.timeout), site, outward: deadline.outward)
    }

    private mutating func reportUnheard(_ deadline: Deadline) {
        let range = deadline.limit.range
        guard !notes.findings.contains(where: { $0.code == .missingElement && $0.range == range }) else { return }
        notes.findings.append(
            Diagnostic(
                .missingElement, at: range, "nothing says what follows when the time of 'within' is over",
                subjects: ["within"],
                help: ["add <on event=\"timeout\" to=\"…\"/> here, or further out"]))
    }
}
