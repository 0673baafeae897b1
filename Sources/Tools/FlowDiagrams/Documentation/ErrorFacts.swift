import FlowIR

/// What becomes of an error: where the flow handles it, and whether it ends the flow there.
struct ErrorFacts {
    /// The type of the error, or words for errors that the flow does not name.
    var name: String
    var handlings: [Handling]

    /// Nodes that handle the error alike.
    struct Handling {
        var nodes: [NodeFacts]
        var guardText: String
        var attempts: Transition.Attempts?
        var target: Transition.Target
        /// Whether the flow handles the error only as one of all other errors.
        var isUnnamed: Bool
        var fate: Fate
    }

    /// What follows after an error was handled.
    struct Fate: Hashable {
        /// The names of the outcomes with which the flow then ends.
        var outcomes: Set<String> = []
        /// Whether the flow can also continue.
        var continues = false
    }

    /// How often the error ends the flow.
    enum Verdict: CaseIterable {
        case always, sometimes, never
    }

    /// A key that sorts errors by name, with those that the flow does not name at the end.
    fileprivate var key: String { (name.contains(" ") ? "1" : "0") + name }

    /// How often the error ends the flow.
    var verdict: Verdict {
        if handlings.allSatisfy({ !$0.fate.continues }) { return .always }
        return handlings.allSatisfy(\.fate.outcomes.isEmpty) ? .never : .sometimes
    }

    /// The names of the outcomes with which the flow ends, sorted.
    var outcomes: [String] { handlings.reduce(into: Set()) { $0.formUnion($1.fate.outcomes) }.sorted() }
}

/// Collects what becomes of each error.
struct ErrorCollector {
    private let nodes: [NodeID?: NodeFacts]
    private var handlings: [String: [ErrorFacts.Handling]] = [:]

    /// Returns the errors of a flow, sorted.
    static func errors(of nodes: [NodeFacts]) -> [ErrorFacts] {
        var collector = ErrorCollector(nodes: Dictionary(nodes.map { ($0.node, $0) }) { first, _ in first })
        for node in nodes {
            for lead in node.leads where lead.group == .errors { collector.add(lead, of: node) }
        }
        return collector.handlings.map { ErrorFacts(name: $0, handlings: $1) }.sorted { $0.key < $1.key }
    }

    /// Adds the handlings of the errors of a lead.
    ///
    /// A lead for all other errors also handles each documented error that the node does not name.
    private mutating func add(_ lead: NodeFacts.Lead, of node: NodeFacts) {
        for event in lead.events { add(lead, as: event, of: node, isUnnamed: false) }
        guard lead.events.contains(Trigger.anyOtherError) else { return }
        for name in node.unnamedErrors { add(lead, as: name, of: node, isUnnamed: true) }
    }

    /// Adds a handling of an error by a node. If an equal handling is known, adds the node to that one.
    ///
    /// `isUnnamed` is true if the node handles the error only as one of all other errors.
    private mutating func add(_ lead: NodeFacts.Lead, as name: String, of node: NodeFacts, isUnnamed: Bool) {
        var visited: Set<NodeID> = []
        let fate = fate(of: lead.target, &visited)
        let index = handlings[name, default: []].firstIndex { known in
            known.guardText == lead.guardText && known.attempts == lead.attempts && known.isUnnamed == isUnnamed
                && known.fate == fate && known.leads(like: lead.target, of: node)
        }
        if let index {
            handlings[name]?[index].nodes.append(node)
        } else {
            handlings[name, default: []].append(
                ErrorFacts.Handling(
                    nodes: [node], guardText: lead.guardText, attempts: lead.attempts, target: lead.target,
                    isUnnamed: isUnnamed, fate: fate))
        }
    }

    // MARK: Fates

    /// Returns the outcomes that a target can lead to, and whether the flow can continue there.
    ///
    /// The search passes through decisions and handlers, and stops at a step, a request or an end. `visited` contains
    /// the nodes through which it has passed.
    private func fate(of target: Transition.Target, _ visited: inout Set<NodeID>) -> ErrorFacts.Fate {
        guard case .node(let id) = target, let node = nodes[id] else { return ErrorFacts.Fate(continues: true) }
        switch node.kind {
        case .endsWell, .endsBadly: return ErrorFacts.Fate(outcomes: Set(node.names))
        case .decides, .works: break
        case .start, .asks, .calls, .replies, .area: return ErrorFacts.Fate(continues: true)
        }
        guard visited.insert(id).inserted else { return ErrorFacts.Fate() }
        var result = ErrorFacts.Fate()
        for lead in node.leads where lead.group == .course || lead.group == .errors {
            let next = fate(of: lead.target, &visited)
            result.outcomes.formUnion(next.outcomes)
            if next.continues { result.continues = true }
        }
        return result
    }
}

extension ErrorFacts.Handling {
    /// Returns whether these nodes lead to the same place as `node`, whose target is `other`.
    ///
    /// A node that is its own target shows its step again. All such nodes count as leading to the same place.
    fileprivate func leads(like other: Transition.Target, of node: NodeFacts) -> Bool {
        func isAgain(_ target: Transition.Target, _ node: NodeFacts?) -> Bool {
            if case .node(let id) = target { node?.node == id } else { false }
        }
        if isAgain(other, node) || isAgain(target, nodes.first) {
            return isAgain(other, node) && isAgain(target, nodes.first)
        }
        return target == other
    }
}
