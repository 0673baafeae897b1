package import FlowTable

/// A call of a handler.
public struct FlowWork: Sendable {
    /// The handler's name.
    public let handler: String
    /// The inputs: a JSON object with one member per port that has a value.
    public let inputs: JSONValue
    /// Names of all output ports.
    public let outputs: [String]
    /// Names of the output ports that must have a value.
    public let requiredOutputs: [String]
    /// Types of ``outputs``, in the same order.
    package let outputTypes: [SlotType]

    /// Returns the same work with other inputs.
    package func with(inputs: JSONValue) -> FlowWork {
        FlowWork(
            handler: handler, inputs: inputs, outputs: outputs, requiredOutputs: requiredOutputs,
            outputTypes: outputTypes)
    }
}
