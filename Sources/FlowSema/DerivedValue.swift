import FlowDiagnostics
import FlowModel
import FlowSyntax

/// A value that a handler computes right before each request that sends it.
struct DerivedValue {
    var name: String
    var place: Place
    var handler: Name
}
