import FlowDiagnostics
import FlowIR
import FlowSyntax

/// The instances of a flow, and the states of their nodes before lowering.
struct StateAllocation: Sendable {
    /// The compiled flow and all inlined sub-flows. Each instance is followed by those inside it.
    var instances: [Instance] = []
    /// The states, by instance and then by the index of the node; nil for a removed node.
    var nodes: [[NodeStates?]] = []
    /// The inlined sub-flows, by instance and then by the index of the use.
    var uses: [[Int: Instance]] = []
    /// The indices of the nodes that challenges enter, by instance and then by the name of the challenge or `*`.
    var challengeNodes: [[Symbol: Int]] = []
    var states: Table<State, DraftState> = []
    var writtenNodes: Table<Node, Node> = []
    var nodePlaces: Table<Node, NodePlace> = []
    var counters = CounterTable()
}

/// Allocates the states of a flow and of the sub-flows that it uses.
struct StateAllocator {
    private let program: Program
    private let units: [Int: FlowUnit]
    private let wording: NameDiagnostics
    private var plan = StateAllocation()
    private var findings: [Diagnostic] = []
    /// Whether sub-flows are inlined; false if there are too many of them.
    private var inlinesUses = true

    /// The maximum number of sub-flows in a flow, including those in sub-flows.
    private static let maxUses = 4_096

    /// Allocates the states of a flow.
    ///
    /// - Parameters:
    ///   - unit: the compiled flow
    ///   - units: the flow and its sub-flows, by document
    ///   - program: the documents of the compilation
    /// - Returns: the allocation, and findings about uses of sub-flows
    static func plan(
        _ unit: FlowUnit, _ units: [Int: FlowUnit], of program: Program
    ) -> (plan: StateAllocation, findings: [Diagnostic]) {
        var allocator = StateAllocator(
            program: program, units: units, wording: NameDiagnostics(symbols: program.symbols))
        allocator.inlinesUses = allocator.checkNumberOfUses(in: unit)
        allocator.addInstance(of: unit, prefix: "", user: nil)
        return (allocator.plan, allocator.findings)
    }

    private init(program: Program, units: [Int: FlowUnit], wording: NameDiagnostics) {
        self.program = program
        self.units = units
        self.wording = wording
    }

    /// Adds and returns an instance of a flow, with the states and counters of its nodes and the instances inside it.
    ///
    /// `user` is the instance and node of the use; nil for the compiled flow.
    @discardableResult
    private mutating func addInstance(
        of unit: FlowUnit, prefix: String, user: (instance: Instance, node: Int)?
    ) -> Instance {
        let number = plan.instances.count
        let instance = Instance(number: number, unit: unit, prefix: prefix, user: user)
        plan.instances.append(instance)
        plan.nodes.append([])
        plan.uses.append([:])
        plan.challengeNodes.append([:])
        plan.counters.addDeclared(of: instance, program.symbols)
        plan.nodes[number].reserveCapacity(unit.nodes.count)
        for (index, node) in unit.nodes.enumerated() {
            plan.nodes[number].append(node.map { allocateStates(of: $0, instance) })
            guard let node else { continue }
            if node.kind == .challenge { addChallengeNode(index, node, instance) }
            if node.kind == .use { addUse(index, node, instance) }
            // Attempts with a declared counter need no counter of the node's own.
            let counted = unit.countedTransitions[index].filter { $0.attempts?.counter == nil }
            plan.counters.addAttempts(counted, at: index, named: prefixedName(of: node, in: instance), of: instance)
        }
        return instance
    }

    /// Records the node that a challenge enters.
    ///
    /// Of several nodes for a challenge, records the one whose identifier is the challenge's name, or else the first.
    private mutating func addChallengeNode(_ index: Int, _ node: UnitNode, _ instance: Instance) {
        guard let challenge = node.parts[0].challenge?.symbol else { return }
        let isFirst = plan.challengeNodes[instance.number][challenge] == nil
        if isFirst || node.id.symbol == challenge { plan.challengeNodes[instance.number][challenge] = index }
    }

    private mutating func newState(_ name: String, of node: NodeID) -> StateID {
        plan.states.add(DraftState(name: name, node: node))
    }

    /// Returns the identifier of a node after the path of its uses, as in `mfa.code`.
    private func prefixedName(of node: UnitNode, in instance: Instance) -> String {
        instance.prefix + program.symbols[node.id.symbol]
    }

    /// Adds a node and the states that its shape requires, and returns these states.
    private mutating func allocateStates(of node: UnitNode, _ instance: Instance) -> NodeStates {
        let id = prefixedName(of: node, in: instance)
        // The default is never used, because the spelling of each node's element is a kind of node.
        let number = plan.writtenNodes.add(Node(id: id, kind: Node.Kind(rawValue: node.kind.spelling) ?? .step))
        plan.nodePlaces.append(NodePlace(range: node.id.range, isOwn: node.isOwn && instance.user == nil))
        let shape = node.shape
        let present = shape.presents ? newState(id, of: number) : nil
        let request = shape.requests ? newState(shape.presents ? id + "/request" : id, of: number) : nil
        let sending = node.sentKeys.isEmpty ? request : newState(id + "/send", of: number)
        let needsComputeState = shape.presents && shape.requests && shape.hasWorkAfterAsk
        let computeAfterAsk = needsComputeState ? newState(id + "/compute", of: number) : sending
        let stateAfterEntry = present ?? sending
        let entry: StateID
        if let stateAfterEntry, !shape.hasEntry {
            entry = stateAfterEntry
        } else {
            entry = newState(stateAfterEntry == nil ? id : id + "/enter", of: number)
        }
        // Without an ask, the entry does the work that precedes the request.
        let compute = shape.presents ? computeAfterAsk : entry
        return NodeStates(
            node: number, entry: entry, present: present, compute: shape.requests ? compute : nil, sending: sending,
            request: request)
    }

    /// Inlines the sub-flow of a use, or reports that it is unknown or recursive.
    ///
    /// If the flow has too many uses to inline, only checks the use.
    private mutating func addUse(_ index: Int, _ node: UnitNode, _ instance: Instance) {
        guard let name = node.parts[0].flow else { return }
        let imports = instance.unit.composition.imports
        guard let document = imports[name.symbol], let unit = units[document] else {
            findings.append(
                wording.unknown(
                    name, "flow", .unknownFlow, sorting: imports.keys,
                    help: ["import a sub-flow with <import file=\"…\"/>"]))
            return
        }
        if instance.chain.contains(where: { $0.unit.root?.document == document }) {
            findings.append(
                Diagnostic(
                    .recursiveUse, at: name.range, "the flow '\(program.symbols[name.symbol])' uses itself",
                    help: ["to repeat nodes, add a transition back to the first one: a flow cannot contain itself"]))
            return
        }
        guard inlinesUses else { return }
        let prefix = instance.prefix + program.symbols[node.id.symbol] + "."
        plan.uses[instance.number][index] = addInstance(of: unit, prefix: prefix, user: (instance, index))
    }

    // MARK: Number of uses

    /// Checks that a flow does not inline too many sub-flows.
    ///
    /// Every use copies the sub-flow and all sub-flows in it, so the number of copies can double with every file.
    ///
    /// - Returns: whether all sub-flows can be inlined
    private mutating func checkNumberOfUses(in unit: FlowUnit) -> Bool {
        var known: [ObjectIdentifier: Int] = [:]
        let count = useCount(in: unit, &known)
        guard count > Self.maxUses, let use = unit.nodes.lazy.compactMap({ $0?.parts.first?.flow }).first
        else { return true }
        findings.append(
            Diagnostic(
                .tooManyUses, at: use.range,
                "the flow contains more than \(Self.maxUses) sub-flows, including nested ones",
                help: ["each <use> copies the sub-flow: keep one <use>, and let other transitions lead to it"]))
        return false
    }

    /// Returns the number of sub-flows that a flow inlines, but at most one more than the maximum.
    ///
    /// A use that closes a cycle counts as one sub-flow. `known` caches the results.
    private func useCount(in unit: FlowUnit, _ known: inout [ObjectIdentifier: Int]) -> Int {
        if let count = known[ObjectIdentifier(unit)] { return count }
        known[ObjectIdentifier(unit)] = 0
        var count = 0
        for name in unit.nodes.lazy.compactMap({ $0?.parts.first?.flow }) {
            guard let used = unit.composition.imports[name.symbol].flatMap({ units[$0] }) else { continue }
            count = min(count + 1 + useCount(in: used, &known), Self.maxUses + 1)
        }
        known[ObjectIdentifier(unit)] = count
        return count
    }
}

/// The states that are allocated for a node. A state is nil if the node does not need it.
struct NodeStates: Sendable {
    /// The index of the node in the table.
    let node: NodeID
    /// The state that enters the node. It is one of the other states if the node has nothing to do before that state.
    let entry: StateID
    /// The state that presents the step.
    let present: StateID?
    /// The state that runs what precedes the request: what follows the last ask or, without a step, all statements.
    let compute: StateID?
    /// The state that leads to the request: one that records which tested keys are sent, or the request's own state.
    let sending: StateID?
    /// The state that waits for the reply.
    let request: StateID?
}

/// A state whose events and targets do not have their final numbers yet.
struct DraftState: Sendable {
    /// The identifier of the node, in all but one of its states followed by `/` and a name, as in `code/request`.
    let name: String
    /// The index of the node in the table; nil for the initial state.
    let node: NodeID?
    /// The kind of state; nil until the state is lowered, and if the node has errors.
    var kind: State.Kind?
    /// The blocks by event, in the order in which events were lowered.
    var transitions: [(event: EventKey, block: Block)] = []

    /// The initial state: an end without an outcome, which waits only for a start.
    static let beforeStart = DraftState(
        name: "", node: nil, kind: .end(Ending(outcome: "", step: "", shows: [])))
}
