/// A node in the source.
package struct Node: Sendable {
    /// The kinds of nodes.
    package enum Kind: String, Sendable {
        case challenge, call, step, choice, use, end
    }

    /// The node's identifier, after the names of the uses that inline it.
    package var id: String
    /// The kind of the node.
    package var kind: Kind

    /// Creates a node with an identifier and a kind.
    package init(id: String, kind: Kind) {
        self.id = id
        self.kind = kind
    }
}
