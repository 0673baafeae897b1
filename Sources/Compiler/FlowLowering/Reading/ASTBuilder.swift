import FlowDiagnostics
package import FlowSyntax

/// The state that the readers of all documents share: interned names, and counters that number declarations.
final class ASTBuilder {
    /// The interned names.
    var symbols = SymbolTable()
    /// Counts how often each attribute is read; nil unless requested.
    let audit: AttributeAudit?
    private(set) var transitionCount = 0
    private var scopeCount = 0
    private var workCount = 0

    /// Creates a builder that has interned only the predefined names.
    init(audit: AttributeAudit? = nil) { self.audit = audit }

    /// Returns a new number for a transition or branch.
    func nextTransition() -> Int {
        defer { transitionCount += 1 }
        return transitionCount
    }

    func nextScope() -> Int {
        defer { scopeCount += 1 }
        return scopeCount
    }

    func nextWork() -> Int {
        defer { workCount += 1 }
        return workCount
    }
}

/// Counts how often lowering reads each attribute of the documents. A test expects one reading of each attribute,
/// except for listed ones: two readers could disagree, and an attribute that nothing reads has no effect.
package final class AttributeAudit {
    /// An attribute as it occurs at an element of some kind.
    package struct Use: Hashable {
        package let element: ElementName
        package let attribute: AttributeName
    }

    private var counts: [FileID: [SyntaxAttribute: Int]] = [:]

    /// Creates an audit without readings.
    package init() {}

    func recordReading(of attribute: SyntaxAttribute, in tree: SyntaxTree) {
        counts[tree.fileID, default: [:]][attribute, default: 0] += 1
    }

    /// Returns every attribute of a tree, each with the number of times that it was read.
    package func uses(in tree: SyntaxTree) -> [(use: Use, count: Int)] {
        tree.allElements.flatMap { element in
            tree.attributes(of: element).map { attribute in
                let use = Use(element: tree.name(of: element), attribute: attribute.name)
                return (use, counts[tree.fileID]?[attribute] ?? 0)
            }
        }
    }
}
