package import FlowDiagnostics

/// A reference from one file to another.
package struct DocumentEdge: Hashable, Sendable {
    /// The kind of reference.
    package enum Kind: String, Hashable, Sendable {
        /// `import/@file`: the source imports the target's nodes.
        case imports
        /// `flow/@extends`: the source extends the target.
        case extends
        /// `flow/@service`: the target describes the source's service.
        case service
        /// `scenarios/@flow`: the source tests the target.
        case tests

        /// The required kind of the target document.
        package var target: DocumentKind { self == .service ? .service : .flow }
    }

    /// The kind of reference.
    package let kind: Kind
    /// The index of the source document in the graph.
    package let source: Int
    /// The resolved path of the target file.
    package let path: String
    /// The index of the target document; nil if it could not be loaded or parsed.
    package internal(set) var target: Int?
    /// The attribute value that contains the reference.
    package let range: SourceRange
}
