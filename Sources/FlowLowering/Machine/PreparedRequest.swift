import FlowIR

/// The request of a node, and what is computed right before it.
struct PreparedRequest: Sendable {
    /// A key with several or guarded sends: a slot that stores the value of the first send whose guard holds.
    struct Chosen: Sendable {
        let slot: SlotID
        let choices: [(condition: Condition?, source: Source)]
    }

    /// The name of the operation in the service description.
    let operation: Symbol
    let service: Int
    /// The values that replies can bring.
    let brought: [BroughtValue]
    var request: Request
    /// The value of each key that the request carries.
    var keys: [Symbol: Source] = [:]
    /// The slots that are set from guarded sends right before the request.
    var chosen: [Chosen] = []
    /// The derived values that are computed right before the request.
    var derived: [DerivedDeclaration] = []
    /// The slots of the outputs that a success must bring.
    var required: [SlotID] = []
    /// The facts about the request and its replies that the checks need.
    var note = RequestNote()
    /// The values that must be present when the request is sent.
    var needs: [DataNeed] = []
}
