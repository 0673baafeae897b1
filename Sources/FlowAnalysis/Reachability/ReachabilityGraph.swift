package import FlowModel

/// The product of a flow's states and what is known of its data: everything that it was found to come to.
package struct ReachabilityGraph: Sendable {
    /// The nodes, in the order in which they were found.
    package var nodes: [GraphNode] = []
    /// All ways between nodes. Targets that were joined are found under ``current(_:)``.
    package var edges: [GraphEdge] = []
    /// Events that must be taken and are refused: the node, and the way that led to the refusal.
    package private(set) var refusals: [(node: Int, label: EdgeLabel)] = []
    /// Events of the host that are refused whatever they bring: the node, and the way that led to the refusal.
    package private(set) var hostRefusals: [(node: Int, label: EdgeLabel)] = []
    /// The states that can be entered.
    package var entered: Set<StateID> = []
    /// What was passed is only known of these; the rest counts as passed everywhere.
    package let followed: UInt64
    /// States in which not everything could be followed.
    package var isTruncated: Set<StateID> = []
    /// By node: the node that took its place.
    var replacement: [Int: Int] = [:]

    /// A product of which only the states that can be entered are known.
    init(entered: Set<StateID> = [], followed: UInt64 = .max) {
        self.entered = entered
        self.followed = followed
    }

    /// The nodes that were not replaced by more general ones.
    package var current: [Int] {
        replacement.isEmpty ? Array(nodes.indices) : nodes.indices.filter { replacement[$0] == nil }
    }

    /// The node that stands for a node now.
    package func current(_ node: Int) -> Int {
        var node = node
        while let next = replacement[node] { node = next }
        return node
    }

    /// An event is refused at a node.
    mutating func refuse(_ refusal: EventRejection, at node: Int) {
        if refusal.kind == .host {
            hostRefusals.append((node, refusal.label))
        } else {
            refusals.append((node, refusal.label))
        }
    }

    /// The hops from the beginning to a node, with the nodes that they lead to.
    package func path(to node: Int) -> [(label: EdgeLabel, node: Int)] {
        var result: [(label: EdgeLabel, node: Int)] = []
        var current = node
        while let origin = nodes[current].origin {
            result.append((origin.label, current))
            current = origin.node
        }
        return result.reversed()
    }
}
