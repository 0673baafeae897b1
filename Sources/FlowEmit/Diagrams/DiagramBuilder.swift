import FlowModel

/// Builds a diagram with one box per source node, not per state.
///
/// A challenge that several nodes lead to is drawn once, from a box for the service. Transitions that many nodes share
/// are drawn once, from a box for all of them. Otherwise n nodes would have n × n arrows.
struct DiagramBuilder {
    private let flow: CheckedFlow
    private let options: DiagramOptions
    private var diagram: Diagram
    /// The box of each node, and of the state before the start.
    private var boxOfNode: [Int?]
    private var startBox: Int?
    private var drafts: [Draft] = []
    private var hubs: [String: Int] = [:]

    private struct Draft {
        var from: Int
        var to: Int
        var label: String
        var cause: DiagramEdge.Cause
    }

    private struct Shared: Hashable {
        var to: Int
        var label: String
    }

    /// Boxes with a request that the service may answer with any challenge.
    private var askers: Set<Int> = []

    /// The name of the service box.
    private static var service: String { "service replies" }
    /// The number of sources above which they share one arrow.
    private static var maxSources: Int { 4 }

    static func diagram(_ flow: CheckedFlow, _ options: DiagramOptions) -> Diagram {
        var builder = DiagramBuilder(flow, options)
        builder.addBoxes()
        builder.collect()
        builder.drawChallenges()
        builder.foldEnds()
        builder.drawCourse()
        builder.drawTrouble()
        return builder.diagram
    }

    private init(_ flow: CheckedFlow, _ options: DiagramOptions) {
        self.flow = flow
        self.options = options
        diagram = Diagram(title: flow.name)
        boxOfNode = [Int?](repeating: nil, count: flow.nodes.count)
    }

    // MARK: Boxes

    private mutating func addBoxes() {
        var details = [[String]](repeating: [], count: flow.nodes.count)
        var hasStates = [Bool](repeating: false, count: flow.nodes.count)
        for state in flow.states {
            guard let node = state.node, flow.nodes.indices.contains(node) else { continue }
            hasStates[node] = true
            // The first thing that a node presents characterizes it; the rest is secondary.
            if details[node].isEmpty, let detail = detail(of: state, in: flow.nodes[node]) {
                details[node].append(detail)
            }
        }
        if flow.states.contains(where: { $0.node == nil }) { startBox = addBox(["start"], .start) }
        for (index, node) in flow.nodes.enumerated() where hasStates[index] {
            let lines = Diagram.joined([node.id] + details[index])
            boxOfNode[index] = addBox(lines, shape(of: node.kind))
        }
    }

    private func detail(of state: State, in node: Node) -> String? {
        switch (node.kind, state.kind) {
        case (.call, .call(let request)): request.operation
        case (.challenge, .present(let presentation)), (.step, .present(let presentation)),
            (.use, .present(let presentation)):
            presentation.step
        case (.end, .end(let ending)): ending.step
        default: nil
        }
    }

    private func shape(of kind: Node.Kind) -> Diagram.Shape {
        switch kind {
        case .challenge, .step, .use: .box
        case .call: .oval
        case .choice: .diamond
        case .end: .end
        }
    }

    private mutating func addBox(_ lines: [String], _ shape: Diagram.Shape) -> Int {
        diagram.boxes.append(Diagram.Box(key: "n" + String(diagram.boxes.count), lines: lines, shape: shape))
        return diagram.boxes.count - 1
    }

    private mutating func hub(_ name: String) -> Int {
        if let known = hubs[name] { return known }
        let box = addBox([name], .hub)
        hubs[name] = box
        return box
    }

    private func box(of state: StateID) -> Int? {
        guard flow.states.indices.contains(state) else { return nil }
        guard let node = flow.states[state].node else { return startBox }
        return boxOfNode.indices.contains(node) ? boxOfNode[node] : nil
    }

    // MARK: Arrows

    private mutating func collect() {
        let edges = DiagramEdges(flow: flow)
        for (index, state) in flow.states.enumerated() {
            guard let from = box(of: index) else { continue }
            for edge in edges.edges(of: state) {
                // A transition within a node is part of the node, and another start needs no arrow either.
                guard let to = box(of: edge.target), to != from, to != startBox else { continue }
                let isStart = edge.label == "start"
                if isStart, from != startBox { continue }
                drafts.append(Draft(from: from, to: to, label: isStart ? "" : edge.label, cause: edge.cause))
            }
        }
    }

    private mutating func drawChallenges() {
        let challenges = drafts.filter { $0.cause == .challenge }
        drafts.removeAll { $0.cause == .challenge }
        let sources = sources(of: challenges)
        let shared = challenges.filter { sources[Shared(to: $0.to, label: $0.label), default: []].count > 1 }
        drafts += challenges.filter { sources[Shared(to: $0.to, label: $0.label), default: []].count <= 1 }
        if shared.isEmpty { return }
        let service = hub(Self.service)
        let asked = Set(shared.map(\.to))
        askers = Set(shared.map(\.from)).union(asked)
        for draft in shared {
            if diagram.boxes[draft.from].shape == .oval {
                drafts.append(Draft(from: draft.from, to: service, label: "", cause: .course))
            } else if !asked.contains(draft.from) {
                diagram.boxes[draft.from].asksService = true
            }
            // An arrow to a box with the challenge's name needs no label.
            let isNamed = diagram.boxes[draft.to].lines.first == draft.label
            drafts.append(Draft(from: service, to: draft.to, label: isNamed ? "" : draft.label, cause: .course))
        }
    }

    private func sources(of drafts: [Draft]) -> [Shared: Set<Int>] {
        var sources: [Shared: Set<Int>] = [:]
        for draft in drafts { sources[Shared(to: draft.to, label: draft.label), default: []].insert(draft.from) }
        return sources
    }

    /// Treats guarded transitions to a common error end as errors, too.
    private mutating func foldEnds() {
        if options.errors != .folded { return }
        let counts = troubleSources()
        let hubBoxes = Set(hubs.values)
        for index in drafts.indices where drafts[index].cause != .trouble {
            let draft = drafts[index]
            guard counts[draft.to, default: 0] > Self.maxSources, diagram.boxes[draft.to].shape == .end,
                !hubBoxes.contains(draft.to)
            else { continue }
            drafts[index].cause = .trouble
            drafts[index].label = ""
        }
    }

    /// By box: the number of boxes whose errors lead there.
    private func troubleSources() -> [Int: Int] {
        Dictionary(grouping: drafts.filter { $0.cause == .trouble }, by: \.to).mapValues { Set($0.map(\.from)).count }
    }

    private mutating func drawCourse() {
        let course = drafts.filter { $0.cause != .trouble }
        let hubKeys = Set(hubs.values)
        let sources = sources(of: course.filter { !hubKeys.contains($0.to) })
        let askers = askers
        draw(course, isDashed: false) { draft in
            let sharing = sources[Shared(to: draft.to, label: draft.label), default: []]
            let isReply = draft.cause == .success && askers.contains(draft.from)
            if isReply, sharing.intersection(askers).count > 1 { return Self.service }
            return sharing.count > Self.maxSources ? "from several" : nil
        }
    }

    private mutating func drawTrouble() {
        let trouble = drafts.filter { $0.cause == .trouble }
        switch options.errors {
        case .none: return
        case .all:
            for draft in trouble where !has(draft) { add(draft.from, draft.to, [draft.label], isDashed: true) }
        case .folded:
            let byTarget = troubleSources()
            draw(trouble, isDashed: true) { draft in
                byTarget[draft.to, default: 0] > Self.maxSources ? "errors, cancel" : nil
            }
        }
    }

    private func has(_ draft: Draft) -> Bool {
        diagram.arrows.contains {
            $0.from == draft.from && $0.to == draft.to && $0.isDashed && $0.labels == [draft.label]
        }
    }

    /// Draws one arrow for each pair of boxes.
    ///
    /// `common` names the box where a widely shared arrow starts instead.
    private mutating func draw(_ drafts: [Draft], isDashed: Bool, common: (Draft) -> String?) {
        var labels: [[Int]: [String]] = [:]
        var order: [[Int]] = []
        for draft in drafts {
            let from = common(draft).map { hub($0) } ?? draft.from
            let pair = [from, draft.to]
            if labels[pair] == nil { order.append(pair) }
            labels[pair, default: []].append(draft.label)
        }
        for pair in order {
            let labels = Diagram.unique(labels[pair] ?? [])
            let shown = isDashed ? folded(labels) : labels
            // An error that leads where the normal course leads needs no arrow of its own.
            if let known = diagram.arrows.firstIndex(where: { $0.from == pair[0] && $0.to == pair[1] }) {
                diagram.arrows[known].labels = Diagram.unique(diagram.arrows[known].labels + shown)
            } else {
                add(pair[0], pair[1], shown, isDashed: isDashed)
            }
        }
    }

    /// Merges errors into one word, except timeouts and cancellations.
    private func folded(_ labels: [String]) -> [String] {
        let others = labels.filter { $0 == "cancel" || $0 == "time limit" }
        let errors = labels.filter { !others.contains($0) }
        return (errors.count > 1 ? ["errors"] : errors) + others
    }

    private mutating func add(_ from: Int, _ to: Int, _ labels: [String], isDashed: Bool) {
        diagram.arrows.append(Diagram.Arrow(from: from, to: to, labels: labels, isDashed: isDashed))
    }
}
