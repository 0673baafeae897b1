/// A node as written in the source.
package struct Node: Sendable {
    /// What it is.
    package enum Kind: String, Sendable {
        case challenge, call, step, choice, use, end
    }

    /// Its identifier, prefixed by the uses that it was inlined by.
    package var id: String
    /// What it is.
    package var kind: Kind

    /// A node.
    package init(id: String, kind: Kind) {
        self.id = id
        self.kind = kind
    }
}
