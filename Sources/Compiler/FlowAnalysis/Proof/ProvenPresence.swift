package import FlowIR

/// Proves that values are always present in certain states.
///
/// The proof is sound but not complete: a value that is not proven to be present may still never be absent.
package struct ProvenPresence {
    /// A source whose value is read in a state.
    package struct Use: Hashable, Sendable {
        package var state: StateID
        /// Where the value comes from.
        package var source: Source

        package init(state: StateID, source: Source) {
            self.state = state
            self.source = source
        }
    }

    private let context: AnalysisContext
    private var open: [Use]

    /// The maximum number of partitions that are tried for a use, each finer than the one before.
    private static let maxPartitions = 3

    /// Returns the uses whose value is present whenever their state is entered.
    package static func proven(
        _ uses: [Use], in flow: LoweredFlow, _ annotations: FlowAnnotations, _ analyses: AnalysisCache
    ) -> Set<Use> {
        let assigned = analyses.definiteAssignment
        var proven: Set<Use> = []
        for use in uses {
            let isAssigned = assigned[use.state].map { use.source.slots.contains(where: $0.contains) } ?? false
            if use.source.isLiteral || isAssigned { proven.insert(use) }
        }
        let open = uses.filter { !proven.contains($0) }
        guard !open.isEmpty else { return proven }
        var proof = ProvenPresence(open, flow, annotations, analyses.solver)
        return proven.union(proof.prove())
    }

    /// Adds the uses to the needs of their states, so that the analysis tracks whether their values are present.
    private init(
        _ uses: [Use], _ flow: LoweredFlow, _ annotations: FlowAnnotations, _ solver: ConditionSolver
    ) {
        var annotations = annotations
        for use in uses {
            // No finding is about this need, so its range can be that of any node, and its reason empty.
            guard let range = annotations.nodes.first?.range else { continue }
            let need = DataNeed(source: use.source, reason: "", range: range)
            annotations.states[use.state, default: StateFacts()].needs.append(need)
        }
        context = AnalysisContext(flow, annotations, solver, HistoryVariables(flow, annotations, []))
        open = uses
    }

    /// Returns the uses that a fixpoint proves, either without a partition or with one of those tried for a use.
    private mutating func prove() -> Set<Use> {
        let all = Set(open)
        discharge(by: PartitionedFixpoint.Partition(predicates: LiveSet(context.table.layout)))
        var tried: [PartitionedFixpoint.Partition] = []
        // The partition of one use can prove others, too.
        for use in open where open.contains(use) {
            var partition = PartitionedFixpoint.Partition(predicates: LiveSet(context.table.layout))
            for predicate in use.source.slots.compactMap(context.table.presence) {
                partition.predicates.insert(predicate)
            }
            for _ in 0..<Self.maxPartitions where open.contains(use) {
                if !tried.contains(partition) { discharge(by: partition) }
                tried.append(partition)
                context.addDependencies(to: &partition.predicates)
            }
        }
        return all.subtracting(open)
    }

    /// Removes the uses whose value is present in every abstract state of a fixpoint.
    private mutating func discharge(by partition: PartitionedFixpoint.Partition) {
        let fixpoint = PartitionedFixpoint(context, partition)
        guard fixpoint.isComplete else { return }
        let states = Dictionary(grouping: fixpoint.graph.nodes, by: \.state)
        open = open.filter { use in
            (states[use.state] ?? []).contains { context.literalsOfAbsence(use.source, in: $0.valuation) != nil }
        }
    }
}

extension AnalysisContext {
    /// Returns the literals which say that every slot of a source is absent.
    ///
    /// Returns nil if the value cannot be absent: it is a literal, or one of its slots is present in the state. The
    /// table must have the presence of each slot.
    package func literalsOfAbsence(_ source: Source, in valuation: AbstractState) -> [Literal]? {
        if source.isLiteral { return nil }
        var extended = valuation
        var literals: [Literal] = []
        for slot in source.slots {
            guard let predicate = table.presence(slot), extended.holds(predicate) != true,
                theory.allows(predicate, false, in: extended)
            else { return nil }
            extended.set(predicate, false)
            literals.append(Literal(predicate, false))
        }
        return literals
    }
}

extension Source {
    /// Whether the value is a literal, and therefore always present.
    fileprivate var isLiteral: Bool { if case .literal = origin { true } else { false } }
}
