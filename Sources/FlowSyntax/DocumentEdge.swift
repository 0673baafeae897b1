package import FlowDiagnostics

/// One file naming another.
package struct DocumentEdge: Hashable, Sendable {
    /// How the one uses the other.
    package enum Kind: String, Hashable, Sendable {
        /// `import/@file`: takes over its nodes.
        case imports
        /// `flow/@extends`: builds on it.
        case extends
        /// `flow/@service`: is written against it.
        case service
        /// `scenarios/@flow`: tests it.
        case tests

        /// The kind of document that must be named.
        package var target: DocumentKind { self == .service ? .service : .flow }
    }

    /// How the file is used.
    package let kind: Kind
    /// The index of the naming document in the graph.
    package let source: Int
    /// The path of the named file, resolved.
    package let path: String
    /// The index of the named document in the graph, nil if it could not be loaded or parsed.
    package internal(set) var target: Int?
    /// The attribute value that names it.
    package let range: SourceRange
}
