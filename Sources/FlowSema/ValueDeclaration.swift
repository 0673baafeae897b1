import FlowDiagnostics
import FlowModel
import FlowSyntax

/// A declared value, before it has a slot.
struct ValueDeclaration {
    var name: String
    var type: ValueType
    var range: SourceRange
    /// Words of all asks and inputs that give it.
    var words: [String] = []
    var ignoresCase = false
    var isInput = false
    var isFact = false
    var isConstant = false
}
