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

/// A value that a handler computes right before each request that sends it.
struct DerivedValue {
    var name: String
    var place: Place
    var handler: Name
}
