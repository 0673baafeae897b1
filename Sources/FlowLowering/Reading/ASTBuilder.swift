import FlowDiagnostics
package import FlowSyntax

/// The state shared while the declarations of all documents are read: the interned names, and the numbers of
/// declarations.
final class ASTBuilder {
    /// The interned names.
    var symbols = SymbolTable()
    /// Counts how often each attribute is read, if requested.
    let audit: AttributeAudit?
    private(set) var transitionCount = 0
    private var scopeCount = 0
    private var workCount = 0

    /// Makes a builder that has read nothing.
    init(audit: AttributeAudit? = nil) { self.audit = audit }

    /// The number of a transition or branch.
    func nextTransition() -> Int {
        defer { transitionCount += 1 }
        return transitionCount
    }

    /// The number of a scope.
    func nextScope() -> Int {
        defer { scopeCount += 1 }
        return scopeCount
    }

    /// The number of a handler's work.
    func nextWork() -> Int {
        defer { workCount += 1 }
        return workCount
    }
}

/// How often each attribute of a document is read: once, or the language has a word that nothing understands, or two places that may
/// disagree.
package final class AttributeAudit {
    /// An attribute of an element.
    package struct Use: Hashable {
        /// The element.
        package let element: ElementName
        /// The attribute.
        package let attribute: AttributeName
    }

    private var counts: [FileID: [SyntaxAttribute: Int]] = [:]

    /// Nothing was read.
    package init() {}

    /// An attribute is read.
    func take(_ attribute: SyntaxAttribute, of tree: SyntaxTree) {
        counts[tree.fileID, default: [:]][attribute, default: 0] += 1
    }

    /// The attributes of a tree by how often they were read.
    package func uses(in tree: SyntaxTree) -> [(use: Use, count: Int)] {
        tree.allElements.flatMap { element in
            tree.attributes(of: element).map { attribute in
                let use = Use(element: tree.name(of: element), attribute: attribute.name)
                return (use, counts[tree.fileID]?[attribute] ?? 0)
            }
        }
    }
}
