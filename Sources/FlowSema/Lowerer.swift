import FlowAnnotations
import FlowDiagnostics
import FlowModel
import FlowSyntax
import FlowTable

/// Turns a composed flow into states and blocks; names are resolved on the way, and what does not resolve is a finding.
final class Lowerer {
    let documents: Documents
    let links: [DocumentLinks]
    let service: ServiceDescription
    var bag: DiagnosticBag
    var slots: [Slot] = [Slot(name: "error.type", type: .text), Slot(name: "error.message", type: .text)]
    /// Words of choices, by slot.
    var words: [SlotID: [String]] = [:]
    private(set) var counterNames: [String] = []
    /// The first counter, or limit, for which a table has no room.
    private(set) var excessCounter: SourceRange?
    var outputSlots: [String: SlotID] = [:]
    var states: [ProtoState] = []
    var nodes: [Node] = []
    var patterns: [Pattern] = []
    var patternIDs: [String: PatternID] = [:]
    var map = SourceMap()
    var transitionIDs: [Place: TransitionID] = [:]
    var transitionCache: [Place: [TransitionDeclaration]] = [:]
    var keyCache: [Place: ScopeKeys] = [:]
    /// What flows and groups say for the nodes inside, by name: their children are many, and each node asks.
    var scopeContents: [Place: [ElementName: [Place]]] = [:]
    /// By requesting state: the request, and what its keys come from.
    var requests: [StateID: PreparedRequest] = [:]
    var errorTypes: Set<String> = []
    /// What flows and groups were asked before: whether a child is limited or guarded.
    var outerAnswers: [OuterQuestion: Bool] = [:]
    /// Handlers and the host's events that something mentions.
    var usedHandlers: Set<String> = []
    var mentionedEvents: Set<String> = []
    /// By transition and position in its list of names: the index of a named reply.
    var namedReplies: [[Int]: Int] = [:]

    /// The work of a handler that is being lowered and all that its failures lead to, with the states that wait for it.
    var handlerWork: [(work: HandlerWork, state: StateID)] = []

    /// A state before its events have numbers.
    struct ProtoState {
        var name: String
        var node: Int?
        var kind: State.Kind?
        var transitions: [(event: EventKey, block: Block)] = []
    }

    init(documents: Documents, links: [DocumentLinks], service: ServiceDescription, bag: DiagnosticBag) {
        self.documents = documents
        self.links = links
        self.service = service
        self.bag = bag
    }

    func newState(_ name: String, node: Int?) -> StateID {
        states.append(ProtoState(name: name, node: node))
        return states.count - 1
    }

    func newSlot(_ name: String, _ type: ValueType) -> SlotID {
        slots.append(Slot(name: name, type: type))
        return slots.count - 1
    }

    func newCounter(_ name: String, at range: SourceRange) -> CounterID {
        if counterNames.count == TableFormat.maximumCounters, excessCounter == nil { excessCounter = range }
        counterNames.append(name)
        return counterNames.count - 1
    }

    /// The number of a transition as written: one for each place, however often it is inlined.
    func transition(at place: Place, _ range: SourceRange, _ name: @autoclosure () -> String) -> TransitionID {
        if let known = transitionIDs[place] { return known }
        let id = map.transitions.count
        transitionIDs[place] = id
        map.transitions.append(TransitionPlace(range: range, name: name()))
        return id
    }

    /// Prepares a context: declarations, states of every node, contexts of uses.
    func prepare(_ context: FlowContext) {
        ContextBuilder(documents: documents, context: context).build(&bag)
        for (name, range) in zip(context.counters.keys.sorted(), context.counterPlaces) {
            context.counters[name] = newCounter(context.prefix + name, at: range)
        }
        context.nodes.reserveCapacity(context.composition.nodes.count)
        for (index, node) in context.composition.nodes.enumerated() {
            context.nodes.append(NodeStates())
            if node.parts.isEmpty { continue }
            prepareNode(index, node, context)
        }
    }

    private func prepareNode(_ index: Int, _ node: Composition.NodeDeclaration, _ context: FlowContext) {
        let kind = Node.Kind(rawValue: node.element.spelling) ?? .step
        let number = nodes.count
        let id = context.prefix + node.id
        nodes.append(Node(id: id, kind: kind))
        map.nodes.append(NodePlace(range: node.range, isOwn: node.isOwn && context.parent == nil))
        var plan = NodeStates(node: number)
        let shape = shape(of: node, context)
        if shape.presents { plan.present = newState(id, node: number) }
        if shape.requests { plan.request = newState(shape.presents ? id + "/request" : id, node: number) }
        if shape.presents, shape.requests {
            plan.compute = shape.hasWorkAfterAsk ? newState(id + "/compute", node: number) : plan.request
        }
        let direct = plan.present ?? plan.request
        if let direct, !shape.hasEntry {
            plan.entry = direct
        } else {
            plan.entry = newState(direct == nil ? id : id + "/enter", node: number)
        }
        if !shape.presents, shape.requests {
            // A repeated computation must not reset the counter that limits it.
            plan.compute = shape.hasLimits ? newState(id + "/compute", node: number) : plan.entry
        }
        context.nodes[index] = plan
        if kind == .challenge, let name = documents.attribute(.name, node.parts[0]) {
            context.challengeNodes[name.text] = index
        }
        if kind == .use { prepareUse(index, node, context) }
    }

    private func prepareUse(_ index: Int, _ node: Composition.NodeDeclaration, _ context: FlowContext) {
        guard let name = documents.attribute(.flow, node.parts[0]) else { return }
        guard let root = context.composition.imports[name.text] else {
            bag.add(
                Findings.unknown(
                    name, "flow", .unknownFlow, among: context.composition.imports.keys.sorted(),
                    help: ["a sub-flow is made known with <import file=\"…\"/>"]))
            return
        }
        var ancestor: FlowContext? = context
        while let current = ancestor {
            if current.composition.roots.first == root {
                bag.add(
                    Diagnostic(
                        .recursiveUse, at: name.range, "the flow '\(name.text)' uses itself",
                        help: ["a sub-flow is inlined, so it cannot contain itself: use a step that leads back"]))
                return
            }
            ancestor = current.parent
        }
        let composition = Composer.compose(root.document, documents, links, &bag)
        let inner = FlowContext(
            prefix: context.prefix + node.id + ".", composition: composition, parent: context, useNode: index)
        context.uses[index] = inner
        prepare(inner)
    }

    /// Lowers every node of a context.
    func lower(_ context: FlowContext) {
        checkDeclarations(context)
        for (index, node) in context.composition.nodes.enumerated() where !node.parts.isEmpty {
            switch node.element {
            case .choice: lowerChoice(index, node, context)
            case .use: lowerUse(index, node, context)
            case .end: lowerEnd(index, node, context)
            default: lowerActive(index, node, context)
            }
        }
        for index in context.uses.keys.sorted() { if let inner = context.uses[index] { lower(inner) } }
    }

    /// The state in which a node is entered.
    func entry(_ name: Name, _ context: FlowContext) -> StateID? {
        guard let index = context.composition.nodeIndex[name.text] else {
            let known = context.composition.nodes.filter { !$0.parts.isEmpty }.map(\.id)
            if let removal = context.composition.removals[name.text] {
                bag.add(Findings.removedNode(name, at: removal))
            } else {
                bag.add(Findings.unknown(name, "node", .unknownTarget, among: known))
            }
            return nil
        }
        return context.nodes[index].entry
    }
}
