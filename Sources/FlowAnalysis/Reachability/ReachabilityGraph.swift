package import FlowModel

/// The reachability graph of a flow over its locations and abstract states.
package struct ReachabilityGraph: Sendable {
    /// The nodes, in the order of discovery.
    package var nodes: [GraphNode] = []
    /// The edges. ``current(_:)`` maps targets that were merged.
    package var edges: [GraphEdge] = []
    /// Events that must be accepted and are rejected: the node, and the label of the rejecting path.
    package private(set) var refusals: [(node: Int, label: EdgeLabel)] = []
    /// Host events that are rejected whatever they contain: the node, and the label of the rejecting path.
    package private(set) var hostRefusals: [(node: Int, label: EdgeLabel)] = []
    /// The reachable states.
    package var entered: Set<StateID> = []
    /// The history variables that the graph tracks; the others count as set everywhere.
    package let followed: UInt64
    /// States whose paths were truncated.
    package var isTruncated: Set<StateID> = []
    /// By node: the node that replaced it.
    var replacement: [Int: Int] = [:]

    /// Makes a graph of which only the reachable states are known.
    init(entered: Set<StateID> = [], followed: UInt64 = .max) {
        self.entered = entered
        self.followed = followed
    }

    /// The nodes that no more general one replaced.
    package var current: [Int] {
        replacement.isEmpty ? Array(nodes.indices) : nodes.indices.filter { replacement[$0] == nil }
    }

    /// Returns the node that represents a node now.
    package func current(_ node: Int) -> Int {
        var node = node
        while let next = replacement[node] { node = next }
        return node
    }

    /// Records a rejected event at a node.
    mutating func refuse(_ refusal: EventRejection, at node: Int) {
        if refusal.kind == .host {
            hostRefusals.append((node, refusal.label))
        } else {
            refusals.append((node, refusal.label))
        }
    }

    /// Returns the path from the root to a node: edge labels with their target nodes.
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
