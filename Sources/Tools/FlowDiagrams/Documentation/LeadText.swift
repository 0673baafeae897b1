import FlowIR
import FlowDiagnostics

/// Writes where nodes lead, with links to the sections of nodes on the page of steps.
struct LeadText {
    let facts: FlowSummary

    /// The page of a flow on which each node has a section.
    static let page = "steps.html"

    /// Returns the identifier of a node's section.
    static func anchor(_ title: String) -> String { "node-" + title }

    static func link(_ node: NodeFacts) -> HTML {
        let address = page + "#" + URIReference.encoded(anchor(node.title))
        return "<a class=\"node \(node.kind.rawValue)\" href=\"\(address)\">\(node.title)</a>"
    }

    /// Returns links to the sections of nodes, separated by commas.
    static func links(_ nodes: [NodeFacts]) -> HTML { nodes.map(link).joined(separator: ", ") }

    /// Returns links to the sections of nodes, separated by commas. Nodes that cannot be reached are left out.
    func links(_ nodes: [NodeID]) -> HTML { Self.links(nodes.compactMap(facts.node)) }

    /// Returns the events of a lead with their guard and attempts, or `in any case` if there are none.
    static func condition(_ lead: NodeFacts.Lead) -> HTML {
        let (events, guarded) = (HTML.names(lead.events), condition(lead.guardText, lead.attempts))
        if events.isEmpty, guarded.isEmpty { return "in any case" }
        return [events, guarded].filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// Returns the condition of a guard and of attempts; empty if there is none.
    static func condition(_ guardText: String, _ attempts: Transition.Attempts?) -> HTML {
        var parts: [HTML] = []
        switch attempts {
        case .counted(let count): parts.append(repeats(count - 1))
        case .exhausted(let count): parts.append("after \(counted(count, "attempt"))")
        case nil: break
        }
        if guardText == TransitionCollector.otherwise {
            parts.append("otherwise")
        } else if !guardText.isEmpty {
            parts.append("if <code class=\"guard\">\(guardText)</code>")
        }
        return parts.joined(separator: ", ")
    }

    /// Returns how often attempts can lead to their target. The last attempt leads elsewhere, and does not count.
    private static func repeats(_ count: Int) -> HTML {
        switch count {
        case 0: "never"
        case 1: "once"
        default: "up to \(count) times"
        }
    }

    /// Returns where a lead of a node goes; empty if its target cannot be reached.
    func target(_ target: Transition.Target, of node: NodeFacts) -> HTML {
        switch target {
        case .node(let id):
            if id == node.node { return node.kind == .calls ? "the same request again" : "the same step again" }
            guard let next = facts.node(id) else { return "" }
            return Self.link(next) + outcome(of: next)
        case .lastStep(let id):
            return facts.node(id).map { "the last step, or \(Self.link($0))" } ?? "the last step"
        case .refused(let code): return "refused as <code>\(code)</code>"
        }
    }

    /// Returns the outcome of an end, in parentheses; empty for another node or if the outcome has the end's name.
    private func outcome(of node: NodeFacts) -> HTML {
        guard node.kind == .endsWell || node.kind == .endsBadly, node.names != [node.title] else { return "" }
        return " (ends: \(HTML.names(node.names)))"
    }
}
