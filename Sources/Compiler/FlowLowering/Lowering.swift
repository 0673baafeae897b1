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
    ///   - links: for each document, the documents that it refers to, as indices into `trees`
    ///   - root: the index of the flow's document in `trees`
    /// - Returns: the flow and all findings. The flow is nil if it is abstract, or if `links` or `root` is invalid.
    package static func lower(_ trees: [SyntaxTree], links: [DocumentLinks], root: Int) -> LoweringResult {
        guard trees.indices.contains(root), trees.count == links.count else {
            return LoweringResult(flow: nil, findings: [])
        }
        let (program, serviceFindings) = Program.read(trees, links: links, root: root)
        let (units, unitFindings) = UnitCollection.collect(from: root, of: program)
        guard let unit = units[root] else { return LoweringResult(flow: nil, findings: serviceFindings + unitFindings) }
        let (plan, planFindings) = StateAllocator.plan(unit, units, of: program)
        let instances = plan.instances
        // The builder consumes the plan, so that it can change the states in place.
        let builder = MachineBuilder.build(consume plan, of: program)
        let notes = builder.notes
        var findings = serviceFindings + unitFindings + planFindings
        findings += nameFindings(in: instances, units, of: program, notes)
        if !unit.isAbstract { findings += excessCounterFindings(builder.tables.counters) }
        // The finalizer consumes the builder, so that it can release each draft as soon as its state is created.
        let (flow, machineFindings) = IRFinalizer.finish(consume builder, unit)
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
                    "each transition with attempts uses a counter for every node that it applies to: "
                        + "limit fewer nodes, or share a <counter> with counter=\"…\""
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
    /// The flow, or nil if it is abstract or missing. If `findings` contains errors, the flow may be incomplete.
    package var flow: AnnotatedFlow?
    package var findings: [Diagnostic]
}

/// Composes a flow and the sub-flows that it uses.
enum UnitCollection {
    /// Composes the flow of a document and every sub-flow that it uses, directly or through another sub-flow.
    ///
    /// - Returns: the flows by document, and findings about their composition and declarations
    static func collect(from root: Int, of program: Program) -> (units: [Int: FlowUnit], findings: [Diagnostic]) {
        var units: [Int: FlowUnit] = [:]
        var findings: [Diagnostic] = []
        var pending = [root]
        while let document = pending.popLast() {
            guard units[document] == nil, program.flows.indices.contains(document), program.flows[document] != nil
            else { continue }
            let (composition, compositionFindings) = InheritanceResolver.compose(document, of: program)
            let (declarations, declarationFindings) = UnitDeclarations.collect(composition, program.symbols)
            units[document] = FlowUnit(composition, declarations, program.services(of: document))
            findings += compositionFindings + declarationFindings
            // The first part of a node, which is that of the nearest file, names its sub-flow.
            let used = Set(composition.nodes.compactMap { $0.parts.first?.flow?.symbol })
            pending += used.compactMap { composition.imports[$0] }
        }
        return (units, findings)
    }
}

/// Finds transitions of the compiled file that match no event, have no target, or never lead to their target.
enum DeadTransitions {
    /// Returns a finding for each dead transition of the compiled file; empty if the flow is abstract.
    ///
    /// The flow must have no errors, because an unknown name would make further transitions dead.
    static func findings(in unit: FlowUnit, _ notes: SideTables) -> [Diagnostic] {
        guard !unit.isAbstract, let file = unit.root?.file else { return [] }
        // A handler that the machine never uses receives nothing, but another finding explains why.
        let uses = notes.handlerUses.sorted { $0.key < $1.key }.map(\.value.scope)
        return (unit.allScopes + uses).filter { $0.file == file }.flatMap { scope in
            scope.ownTransitions.compactMap { finding(about: $0, in: scope, notes) }
        }
    }

    /// Returns a finding if a transition of a scope is dead; otherwise nil.
    private static func finding(
        about transition: TransitionDeclaration, in scope: ScopeDeclaration, _ notes: SideTables
    ) -> Diagnostic? {
        guard notes.considered[transition.number] else {
            let selector = transition.selector
            let isUntimed = selector.kind == .event && selector.contains(.timeout) && transition.after == nil
            let limit = "add after=\"…\" to limit a step, or within=\"…\" to a group of steps or to the flow"
            return Diagnostic(
                .deadTransition, at: transition.selector.range,
                scope.kind == .work
                    ? "this use of the handler cannot receive this event"
                    : "no node in the scope of this transition can receive this event",
                help: (isUntimed ? [limit] : []) + ["remove it, or move it to where the event can occur"])
        }
        guard notes.taken[transition.number] || !notes.leadsNowhere[transition.number] else {
            return Diagnostic(
                .deadTransition, at: transition.selector.range,
                "this transition has no target, and no outer scope has one for this event",
                help: ["add a target such as to=\"…\""])
        }
        return unreachedTargetFinding(of: transition)
    }

    /// Returns a finding if a transition allows only one attempt, so that it always leads to `then`; otherwise nil.
    private static func unreachedTargetFinding(of transition: TransitionDeclaration) -> Diagnostic? {
        guard let attempts = transition.attempts, attempts.maximum == 1 else { return nil }
        return Diagnostic(
            .deadTransition, at: attempts.range,
            "the first attempt is the last, so this transition always leads to 'then'",
            help: ["allow more attempts, or remove 'attempts' and lead directly to the node of 'then'"])
    }
}
