import FlowCompiler
import FlowDiagnostics
import FlowIR
import FlowSyntax

/// What the pages of a flow say.
struct FlowSummary {
    let flow: LoweredFlow
    let interface: HostInterface
    /// The start and the reachable nodes.
    let nodes: [NodeFacts]
    let errors: [ErrorFacts]
    let operations: [OperationFacts]
    let assertions: [AssertionFacts]
    private let nodesByID: [NodeID?: NodeFacts]

    var name: String { flow.name }

    /// Collects the facts of a compiled flow; nil if it has errors or is abstract.
    init?(_ compilation: Compilation) {
        guard let flow = compilation.flow, let interface = HostInterface(compilation) else { return nil }
        self.flow = flow
        self.interface = interface
        nodes = NodeCollector.nodes(of: flow, compilation)
        nodesByID = Dictionary(nodes.map { ($0.node, $0) }) { first, _ in first }
        errors = ErrorCollector.errors(of: nodes)
        operations = OperationFacts.all(in: flow, compilation)
        assertions = AssertionFacts.all(in: compilation)
    }

    /// Returns the facts of a node, or nil if it cannot be reached.
    func node(_ id: NodeID?) -> NodeFacts? { nodesByID[id] }

    /// Returns the nodes of some kinds, in the order of the flow.
    func nodes(_ kinds: Card.Kind...) -> [NodeFacts] { nodes.filter { kinds.contains($0.kind) } }

    /// Returns the nodes that show a step, in the order of the flow.
    func nodes(showing step: String) -> [NodeFacts] { nodes(.asks).filter { $0.names.contains(step) } }
}

/// An operation of the service, as a flow uses it.
struct OperationFacts {
    let name: String
    /// The operation's `doc` as one line; empty if it has none.
    let doc: String
    private(set) var nodes: [NodeID] = []
    /// The members that the requests send.
    private(set) var members: Set<String> = []
    /// The challenges that the service can return.
    private(set) var challenges: Set<String> = []
    /// The errors that the service documents for the requests.
    private(set) var errors: Set<String> = []
    /// Whether the service can reply with success to one of the requests.
    private(set) var canSucceed = false

    /// Returns the operations of a flow, sorted by name.
    static func all(in flow: LoweredFlow, _ compilation: Compilation) -> [OperationFacts] {
        let notes = RequestNotes(compilation).byState
        var result: [String: OperationFacts] = [:]
        for (id, state) in flow.states.indexed() {
            guard case .call(let request) = state.kind, let node = state.node else { continue }
            let name = request.operation.text
            result[name, default: OperationFacts(name: name, doc: doc(of: name, in: compilation))]
                .add(request, notes[id] ?? RequestNote(), flow.names(of: .challenge, acceptedBy: state), at: node)
        }
        return result.values.sorted { $0.name < $1.name }
    }

    /// Creates the facts of an operation that no node sends yet.
    private init(name: String, doc: String) {
        self.name = name
        self.doc = doc
    }

    /// Adds a request of a node. `named` contains the challenges for which the flow has transitions.
    private mutating func add(_ request: Request, _ note: RequestNote, _ named: [ByteString], at node: NodeID) {
        if !nodes.contains(node) { nodes.append(node) }
        members.formUnion(request.inputs.compactMap { $0.isSpread ? nil : $0.path.last?.text })
        errors.formUnion(note.errors.map(\.text))
        canSucceed = canSucceed || note.canSucceed && !request.barred.success
        // Without a path, the reply of the operation cannot contain a challenge.
        guard !request.reply.challengePath.isEmpty else { return }
        let possible = (note.challenges ?? Set(named)).filter { !request.barred.contains(challenge: $0) }
        challenges.formUnion(possible.map(\.text))
    }

    /// Returns the `doc` of an operation in the service descriptions; empty if it has none.
    private static func doc(of operation: String, in compilation: Compilation) -> String {
        // A flow with several services names the service before the operation.
        let parts = operation.split(separator: ":")
        let service = parts.count > 1 ? parts.first.map(String.init) : nil
        for tree in compilation.graph.nodes.map(\.document.tree) where tree.name(of: tree.root) == .service {
            guard service == nil || tree.text(.name, of: tree.root) == service else { continue }
            for element in tree.children(of: tree.root, named: .operation)
            where tree.text(.name, of: element) == parts.last.map(String.init) {
                return tree.doc(of: element)
            }
        }
        return ""
    }
}

/// An author's assertion in words, and whether the compiler has proven it.
struct AssertionFacts {
    let text: HTML
    let isProven: Bool

    /// Returns the assertions of a flow. The `reachable` assertions are joined, separately for those with a proof and
    /// those without.
    static func all(in compilation: Compilation) -> [AssertionFacts] {
        var result: [AssertionFacts] = []
        var ends: [Bool: [HTML]] = [:]
        for assertion in compilation.annotations.statements.assertions {
            let facts = AssertionFacts(assertion, in: compilation)
            if case .reachable = assertion {
                ends[facts.isProven, default: []].append(facts.text)
            } else {
                result.append(facts)
            }
        }
        for isProven in [true, false] {
            guard let names = ends[isProven] else { continue }
            result.append(AssertionFacts(text: "can reach \(names.joined(separator: ", "))", isProven: isProven))
        }
        return result
    }

    private init(text: HTML, isProven: Bool) {
        self.text = text
        self.isProven = isProven
    }

    /// Describes an assertion. It is proven if no finding says that it is violated or that a proof is unfinished.
    private init(_ assertion: Assertion, in compilation: Compilation) {
        let range: SourceRange
        switch assertion {
        case .never(let end, _, let names, let use):
            let nodes = names.map(HTML.name).joined(separator: " or ")
            text = "never reaches <code>\(end.name)</code> without passing \(nodes)\(Self.note(use))"
            range = end.range
        case .always(let event, let place, let use):
            text = "accepts <code>\(event.text)</code> at every step\(Self.note(use))"
            range = place
        case .reachable(let end, let uses):
            text = "<code>\(end.name)</code>\(uses.count == 1 ? Self.note(uses.first) : "")"
            range = end.range
        }
        // The author can turn these findings into warnings, so a flow with such a finding can have a page.
        let findings = compilation.diagnostics + compilation.suppressed.map(\.diagnostic)
        isProven =
            !findings.contains { $0.range == range && Self.codes.contains($0.code.rawValue) }
            && !findings.contains { $0.code.rawValue == Self.limit }
    }

    /// The codes of the findings about assertions that do not hold.
    private static let codes = ["never-violated", "always-violated", "reachable-violated"]
    /// The code of the finding that a proof is unfinished.
    private static let limit = "proof-limit"

    /// Returns the use of a sub-flow that an assertion is about; empty for nil.
    private static func note(_ use: Assertion.Use?) -> HTML { use.map { ", in <code>\($0.name)</code>" } ?? "" }
}

/// What the service description says about the requests of a compiled flow, by state.
struct RequestNotes {
    /// The note of each request, by the state that sends the request.
    private(set) var byState: [StateID: RequestNote] = [:]

    init(_ compilation: Compilation) {
        // The annotations number the states of the flow before pruning.
        let numbers = compilation.unproven?.prunedNumbers ?? []
        for (state, note) in compilation.annotations.requests {
            if let number = numbers[ifPresent: state] ?? nil { byState[number] = note }
        }
    }
}
