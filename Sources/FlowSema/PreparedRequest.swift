import FlowAnnotations
import FlowModel

/// A request, and what must happen right before it.
struct PreparedRequest {
    var request: Request
    /// By key: where its value comes from.
    var keys: [String: Source] = [:]
    /// Slots set right before the request from the first guarded send whose guard holds.
    var chosen: [(slot: SlotID, choices: [(condition: Condition?, source: Source)])] = []
    /// Derived values that the request carries.
    var derived: [DerivedValue] = []
    /// Outputs that `receive` moves.
    var received: Set<String> = []
    /// What a success must bring.
    var required: [SlotID] = []
    /// What the request means to the service.
    var note = RequestNote()
    /// What it needs.
    var needs: [DataNeed] = []
}

/// What a scope says about the keys of requests.
struct ScopeKeys {
    /// Keys that it leaves out.
    var omitted: Set<String> = []
    /// Its sends, by key.
    var sends: [String: [Place]] = [:]
}
