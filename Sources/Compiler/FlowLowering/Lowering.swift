package import FlowDiagnostics
package import FlowIR
package import FlowSyntax
import FlowTable

/// Lowers syntax trees to an annotated flow. Each pass is a function of the results before it:
///
/// ```
/// trees ─► Program ─► FlowUnit, one for each flow ─► StateAllocation ─► MachineBuilder ─► AnnotatedFlow
///          read       compose, declare                allocate           lower             finish
/// ```
///
/// Every pass returns its findings. A separate pass, ``NameResolver``, checks names and types.
package enum Lowering {
    /// Lowers one flow and the sub-flows that it uses.
    ///
    /// - Parameters:
    ///   - trees: the documents of the compilation
    ///   - links: for each document, the documents that it names, as indices into `trees`
    ///   - root: the index of the flow's document in `trees`
    /// - Returns: the flow and all findings. The flow is nil if it is abstract, or if `root` is not a flow.
    package static func lower(_ trees: [SyntaxTree], links: [DocumentLinks], root: Int) -> LoweringResult {
        guard trees.indices.contains(root), trees.count == links.count else {
            return LoweringResult(flow: nil, findings: [])
        }
        let (program, serviceFindings) = Program.read(trees, links: links, root: root)
        let (units, unitFindings) = UnitCollection.collect(from: root, of: program)
        guard let unit = units[root] else { return LoweringResult(flow: nil, findings: serviceFindings + unitFindings) }
        let (plan, planFindings) = StateAllocator.plan(unit, units, of: program)
        let builder = MachineBuilder.build(plan, of: program)
        let notes = builder.notes
        var findings = serviceFindings + unitFindings + planFindings
        findings += nameFindings(in: plan.instances, units, of: program, notes)
        if !unit.isAbstract { findings += excessCounterFindings(builder.tables.counters) }
        let (flow, machineFindings) = IRFinalizer.finish(builder, unit)
        findings += machineFindings
        if !findings.contains(where: { $0.severity == .error }) {
            findings += DeadTransitions.findings(in: unit, notes)
        }
        return LoweringResult(flow: unit.isAbstract ? nil : flow, findings: findings)
    }

    /// Returns the findings about the names in every flow. Each flow is checked once, even if several uses inline it.
    private static func nameFindings(
        in instances: [Instance], _ units: [Int: FlowUnit], of program: Program, _ notes: SideTables
    ) -> [Diagnostic] {
        var checked: Set<ObjectIdentifier> = []
        var findings: [Diagnostic] = []
        for instance in instances where checked.insert(ObjectIdentifier(instance.unit)).inserted {
            findings += NameResolver.findings(
                in: instance.unit, units, of: program, isCompiled: instance.user == nil, notes)
        }
        return findings
    }

    /// Returns a finding if the flow has more counters than a table can hold; otherwise an empty array.
    private static func excessCounterFindings(_ counters: CounterTable) -> [Diagnostic] {
        guard let range = counters.firstExcess else { return [] }
        let maximum = TableFormat.maximumCounters
        return [
            Diagnostic(
                .tooManyCounters, at: range,
                "the flow has \(counters.names.count) counters, but at most \(maximum) are allowed",
                help: [
                    "each node with attempts has its own counter: limit fewer nodes, or share a <counter> with counter=\"…\""
                ])
        ]
    }

    /// Reads the documents of a flow, and returns how often each attribute was read.
    package static func attributeAudit(_ trees: [SyntaxTree], links: [DocumentLinks], root: Int) -> AttributeAudit {
        let audit = AttributeAudit()
        // Reading counts the attributes. The program itself is not needed.
        _ = Program.read(trees, links: links, root: root, audit: audit)
        return audit
    }

    /// Returns the findings about a service description that is checked without a flow.
    package static func serviceFindings(_ trees: [SyntaxTree], root: Int) -> [Diagnostic] {
        let reader = AttributeDecoder(builder: ASTBuilder(), tree: trees[root], element: trees[root].root)
        return ServiceReader.read(reader, byItself: true).findings
    }
}

/// The result of lowering a flow.
package struct LoweringResult: Sendable {
    /// The flow, or nil if it is abstract. If `findings` contains errors, the flow may be incomplete.
    package var flow: AnnotatedFlow?
    package var findings: [Diagnostic]
}
