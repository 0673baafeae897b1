import FlowAnnotations
import FlowModel

/// A request, and the work right before it.
struct PreparedRequest: Sendable {
    /// A slot that is set from the first guarded send whose guard holds.
    struct Chosen: Sendable {
        let slot: SlotID
        let choices: [(condition: Condition?, source: Source)]
    }

    /// The operation.
    let operation: Symbol
    /// The document of its service.
    let service: Int
    /// The values that its replies can bring.
    let brought: [BroughtValue]
    var request: Request
    /// By key: where its value comes from.
    var keys: [Symbol: Source] = [:]
    /// Slots that are chosen right before the request.
    var chosen: [Chosen] = []
    /// Derived values that the request carries.
    var derived: [DerivedDeclaration] = []
    /// Values that a success must bring.
    var required: [SlotID] = []
    /// The meaning of the request to the service.
    var note = RequestNote()
    /// The values that it needs.
    var needs: [DataNeed] = []
}
