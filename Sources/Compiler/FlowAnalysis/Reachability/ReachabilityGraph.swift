package import FlowIR

/// The reachability graph of a flow over its locations and abstract states.
package struct ReachabilityGraph: Sendable {
    /// The nodes, in the order of discovery.
    package var nodes: Table<GraphNode, GraphNode> = []
    /// The edges. If an edge's target was replaced, ``replacement(of:)`` returns the replacement.
    package var edges: [GraphEdge] = []
    /// The rejections of events that a flow must accept: the node, and the label of the rejecting path.
    package private(set) var rejections: [(node: GraphNodeID, label: EdgeLabel)] = []
    /// The rejections of host events because of the data: the node, and the label of the rejecting path.
    package private(set) var hostRejections: [(node: GraphNodeID, label: EdgeLabel)] = []
    /// The reachable states.
    package var entered: Set<StateID> = []
    /// The history variables that the graph tracks, one bit each. It treats all others as set.
    package let tracked: UInt64
    /// The states with an event whose paths were truncated.
    package var truncatedStates: Set<StateID> = []
    /// By replaced node: the more general node that replaced it.
    var replacement: [GraphNodeID: GraphNodeID] = [:]

    /// Creates a graph without nodes, by default one that tracks all history variables.
    init(entered: Set<StateID> = [], tracked: UInt64 = .max) {
        self.entered = entered
        self.tracked = tracked
    }

    /// The nodes that were not replaced by a more general node.
    package var current: [GraphNodeID] {
        replacement.isEmpty ? Array(nodes.indices) : nodes.indices.filter { replacement[$0] == nil }
    }

    /// Returns the node that finally replaced a node, or the node itself if it was not replaced.
    package func replacement(of node: GraphNodeID) -> GraphNodeID {
        var latest = node
        while let next = replacement[latest] { latest = next }
        return latest
    }

    /// Adds the rejection of an event at a node. It goes to `hostRejections` if the host sends the event, and otherwise
    /// to `rejections`.
    mutating func record(_ rejection: EventRejection, at node: GraphNodeID) {
        if rejection.origin == .host {
            hostRejections.append((node, rejection.label))
        } else {
            rejections.append((node, rejection.label))
        }
    }

    /// Returns the path from the root to a node, as edge labels with their targets. Returns [] if no path is recorded.
    package func path(to node: GraphNodeID) -> [(label: EdgeLabel, node: GraphNodeID)] {
        var result: [(label: EdgeLabel, node: GraphNodeID)] = []
        var current = node
        while let origin = nodes[current].origin {
            result.append((origin.label, current))
            current = origin.node
        }
        return result.reversed()
    }
}
