package import FlowTable

/// Work for a handler.
public struct FlowWork: Sendable {
    /// The handler's name.
    public let handler: String
    /// What it gets: a JSON object, one member per port that has a value.
    public let inputs: JSONValue
    /// Names of the ports that it should give.
    public let outputs: [String]
    /// Names of the ports that it must give.
    public let requiredOutputs: [String]
    /// Types of what is given by ``outputs``, in their order.
    package let outputTypes: [SlotType]

    /// The same work with other inputs.
    package func with(inputs: JSONValue) -> FlowWork {
        FlowWork(
            handler: handler, inputs: inputs, outputs: outputs, requiredOutputs: requiredOutputs,
            outputTypes: outputTypes)
    }
}
