package import FlowModel

/// The product of a flow's states and what is known of its data: everything that it was found to come to.
package struct Product: Sendable {
    /// The nodes, in the order in which they were found.
    package var nodes: [ProductNode] = []
    /// All ways between nodes. Targets that were joined are found under ``current(_:)``.
    package var edges: [ProductEdge] = []
    /// Events that must be taken and are refused: the node, and the way that led to the refusal.
    package private(set) var refusals: [(node: Int, hop: Hop)] = []
    /// Events of the host that are refused whatever they bring: the node, and the way that led to the refusal.
    package private(set) var hostRefusals: [(node: Int, hop: Hop)] = []
    /// The states that can be entered.
    package var entered: Set<StateID> = []
    /// What was passed is only known of these; the rest counts as passed everywhere.
    package let followed: UInt64
    /// States in which not everything could be followed.
    package var isCutShort: Set<StateID> = []
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
    mutating func refuse(_ refusal: Refusal, at node: Int) {
        if refusal.kind == .host {
            hostRefusals.append((node, refusal.hop))
        } else {
            refusals.append((node, refusal.hop))
        }
    }

    /// The hops from the beginning to a node, with the nodes that they lead to.
    package func path(to node: Int) -> [(hop: Hop, node: Int)] {
        var result: [(hop: Hop, node: Int)] = []
        var current = node
        while let origin = nodes[current].origin {
            result.append((origin.hop, current))
            current = origin.node
        }
        return result.reversed()
    }
}
