import FlowDiagnostics
import FlowSyntax

/// A flow put together from its file and the files that it extends: nodes by name, each with all its parts.
struct Composition {
    /// A node with its parts: extensions first, the inherited one last.
    struct NodeDeclaration {
        var id: String
        var element: ElementName
        var parts: [Place]
        /// The groups around it, nearest first; those around an extension before those around what it extends.
        var groups: [Place]
        /// Where its identifier stands.
        var range: SourceRange
        /// Whether its nearest part is in the file of the flow itself.
        var isOwn: Bool
    }

    /// The roots of the files, the flow's own first, then what it extends.
    var roots: [Place]
    var nodes: [NodeDeclaration] = []
    var nodeIndex: [String: Int] = [:]
    /// Where inherited nodes are removed.
    var removals: [String: SourceRange] = [:]
    /// All groups of all files.
    var groups: [Place] = []
    /// Other flows by name, for uses, and their declarations.
    var imports: [String: Place] = [:]
    /// Roots of imported files, whose handlers and classes count too.
    var importedRoots: [Place] = []

    var name: String = ""
}
