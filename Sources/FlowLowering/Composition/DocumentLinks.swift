import FlowDiagnostics
import FlowSyntax

/// The documents that a document names, as indices.
package struct DocumentLinks: Sendable {
    var extends: Int?
    var imports: [Int]
    var service: Int?

    /// The links of one document.
    package init(extends: Int?, imports: [Int], service: Int?) {
        self.extends = extends
        self.imports = imports
        self.service = service
    }
}
