import FlowDiagnostics
import FlowModel
import FlowSyntax

/// A declared handler.
struct HandlerDeclaration {
    struct Port {
        var name: String
        var type: ValueType
        var isRequired: Bool
    }

    var name: String
    var range: SourceRange
    var needs: [Port] = []
    var gives: [Port] = []
    var fails: [String] = []
}
