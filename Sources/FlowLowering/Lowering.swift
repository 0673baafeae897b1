package import FlowAnnotations
package import FlowDiagnostics
import FlowModel
package import FlowSyntax
import FlowTable

/// The way from located trees to an annotated flow, each pass a function of the values before it:
///
/// ```
/// trees ─► Program ─► FlowUnit, one for each flow ─► StateAllocation ─► MachineBuilder ─► AnnotatedFlow
///          read       compose, declare                allocate           lower             finish
/// ```
///
/// Every pass returns its findings; names and types are checked in a pass of their own, ``NameResolver``.
package enum Lowering {
    /// Lowers the flow of document `root`.
    /// - Parameters:
    ///   - trees: all documents at hand.
    ///   - links: the documents that each of them names, as indices into `trees`.
    ///   - root: the document of the flow.
    /// - Returns: the flow, unless it is abstract, and all findings.
    package static func lower(_ trees: [SyntaxTree], links: [DocumentLinks], root: Int) -> LoweredFlow {
        guard trees.indices.contains(root), trees.count == links.count else {
            return LoweredFlow(flow: nil, findings: [])
        }
        let (program, serviceFindings) = Program.read(trees, links: links, root: root)
        let (units, unitFindings) = UnitCollection.collect(from: root, of: program)
        guard let unit = units[root] else { return LoweredFlow(flow: nil, findings: serviceFindings + unitFindings) }
        let (plan, planFindings) = StateAllocator.plan(unit, units, of: program)
        let builder = MachineBuilder.build(plan, of: program)
        var findings = serviceFindings + unitFindings + planFindings
        var checked: Set<ObjectIdentifier> = []
        for instance in plan.instances where checked.insert(ObjectIdentifier(instance.unit)).inserted {
            findings += NameResolver.findings(
                in: instance.unit, units, of: program, isCompiled: instance.user == nil, builder.notes)
        }
        if !unit.isAbstract { findings += excess(builder.tables.counters) }
        let notes = builder.notes
        let (flow, machineFindings) = IRFinalizer.finish(builder, unit)
        findings += machineFindings
        if !findings.contains(where: { $0.severity == .error }) {
            findings += DeadTransitions.findings(in: unit, notes)
        }
        return LoweredFlow(flow: unit.isAbstract ? nil : flow, findings: findings)
    }

    /// The finding about counters for which a table has no room.
    private static func excess(_ counters: CounterTable) -> [Diagnostic] {
        guard let range = counters.excess else { return [] }
        let most = TableFormat.maximumCounters
        return [
            Diagnostic(
                .tooManyCounters, at: range,
                "the flow has \(counters.names.count) counters, but at most \(most) are possible",
                help: [
                    "each node with attempts has its own counter: limit fewer nodes, or share a <counter> with counter=\"…\""
                ])
        ]
    }

    /// Reads documents, and counts how often each of their attributes is read.
    package static func audit(_ trees: [SyntaxTree], links: [DocumentLinks], root: Int) -> AttributeAudit {
        let audit = AttributeAudit()
        _ = Program.read(trees, links: links, root: root, audit: audit)
        return audit
    }

    /// Checks a service description by itself.
    package static func checkService(_ trees: [SyntaxTree], root: Int) -> [Diagnostic] {
        let reader = AttributeDecoder(pass: ASTBuilder(), tree: trees[root], element: trees[root].root)
        return ServiceReader.read(reader, byItself: true).findings
    }
}

/// A flow that was lowered, and what is wrong with its names.
package struct LoweredFlow: Sendable {
    /// The flow, unless it is abstract; where `findings` has errors, parts of it may be missing.
    package var flow: AnnotatedFlow?
    /// All findings.
    package var findings: [Diagnostic]
}
