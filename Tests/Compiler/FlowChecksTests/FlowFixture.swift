import FlowChecks
import FlowDiagnostics
import FlowIR
import FlowTable
import TestSupport

/// A flow built by hand: a node and a state for each call, with places that tell which node or transition is meant.
struct FlowFixture {
    var slots: Table<Slot, Slot> = [Slot(name: "error.type", type: .text), Slot(name: "error.message", type: .text)]
    var counters: Table<Counter, String> = []
    var events: [Event] = []
    var inputs: [Ask] = []
    var states: Table<State, State> = [
        State(name: "", node: nil, kind: .end(Ending(outcome: "", step: "", shows: [])), transitions: [:])
    ]
    var nodes: Table<Node, Node> = []
    var annotations = FlowAnnotations()

    static let (start, submit, cancel, handled) = (EventID.start, EventID.submit, EventID.cancel, EventID.handled)
    static let (success, invalid, otherChallenge) = (EventID.success, EventID.invalid, EventID.otherChallenge)
    static let (otherError, otherFailure) = (EventID.otherError, EventID.otherFailure)

    /// A flow that starts at the first state that is added.
    init() { states[0].transitions = [Self.start: Block([.jump(1)])] }

    mutating func add(
        _ id: String, _ nodeKind: Node.Kind, _ kind: State.Kind, _ transitions: [EventID: [Instruction]] = [:],
        isOwn: Bool = true
    ) {
        let offset = Int32(nodes.count * 10)
        let node = nodes.add(Node(id: id, kind: nodeKind))
        states.append(State(name: id, node: node, kind: kind, transitions: transitions.mapValues { Block($0) }))
        place(SourceRange(file: FileID(0), start: offset, end: offset + 5), isOwn: isOwn)
    }

    mutating func place(_ range: SourceRange, isOwn: Bool = true) {
        annotations.nodes.append(NodePlace(range: range, isOwn: isOwn))
    }

    mutating func step(_ id: String, _ transitions: [EventID: [Instruction]], isOwn: Bool = true) {
        let presentation = Presentation(step: ByteString(id), shows: [], asks: [], timeLimit: nil)
        add(id, .step, .present(presentation), transitions, isOwn: isOwn)
    }

    mutating func call(
        _ id: String, _ transitions: [EventID: [Instruction]], gives: [SlotID] = []
    ) {
        let outputs = gives.map { ReplyForm.Output(slot: $0, path: [], encoding: .text, prefix: "", isRequired: false) }
        let reply = ReplyForm(challengePath: [], successPath: [], outputs: outputs)
        add(id, .call, .call(Request(operation: "Operate", inputs: [], reply: reply)), transitions)
    }

    mutating func handler(_ id: String, _ transitions: [EventID: [Instruction]]) {
        add(id, .call, .handler(HandlerUse(handler: ByteString(id), inputs: [], outputs: [])), transitions)
    }

    mutating func choice(_ id: String, _ instructions: [Instruction]) {
        add(id, .choice, .choice(Block(instructions)))
    }

    mutating func end(_ id: String, isOwn: Bool = true) {
        add(id, .end, .end(Ending(outcome: ByteString(id), step: "", shows: [])), isOwn: isOwn)
    }

    /// A transition of the source; its place is 1000 plus its number.
    mutating func mark() -> Instruction {
        let offset = Int32(1000 + annotations.transitions.count)
        let range = SourceRange(file: FileID(0), start: offset, end: offset + 1)
        return .mark(annotations.transitions.add(TransitionPlace(range: range, name: "on event")))
    }

    mutating func slot(_ name: String, _ type: SlotType = .text) -> SlotID {
        slots.add(Slot(name: name, type: type))
    }

    mutating func counter(_ name: String) -> CounterID {
        counters.add(name)
    }

    /// Adds a decision; its place is 2000, those of its branches follow.
    mutating func decide(_ kind: Decision.Kind, isClosed: Bool = false, _ conditions: [Condition]) {
        let branches = conditions.enumerated().map { index, condition in
            Decision.Branch(
                condition: condition, range: SourceRange(file: FileID(0), 2001 + index..<2002 + index), hasGuard: true)
        }
        annotations.branching.decisions.append(
            Decision(
                kind: kind, branches: branches, isClosed: isClosed, range: SourceRange(file: FileID(0), 2000..<2001),
                subject: kind == .choice ? "choice 'begin'" : "'submit' at 'sms'"))
    }

    var flow: LoweredFlow {
        LoweredFlow(
            name: "fixture", version: "", slots: slots, counters: counters, events: events, inputs: inputs,
            states: states, initialState: 0, patterns: [], errorClasses: [],
            transitionCount: annotations.transitions.count,
            nodes: nodes)
    }

    /// What all control checks find.
    var diagnostics: [Diagnostic] {
        FlowChecks.controlFindings(AnnotatedFlow(flow: flow, annotations: annotations))
    }

    /// What they find, each as `code offset`.
    var findings: [String] { diagnostics.map { "\($0.code) \($0.range.start)" } }
}
