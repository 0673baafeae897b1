package import FlowTable

/// A call of a handler.
public struct FlowWork: Sendable {
    /// The handler's name.
    public let handler: String
    /// The inputs, as a JSON object with one member per port that has a value.
    public let inputs: JSONValue
    /// The names of all output ports.
    public let outputs: [String]
    /// The names of the output ports that must have a value.
    public let requiredOutputs: [String]
    /// The types of the output ports, in the order of ``outputs``.
    package let outputTypes: [SlotType]

    /// Returns the same call with `inputs` in place of its own inputs.
    package func with(inputs: JSONValue) -> FlowWork {
        FlowWork(
            handler: handler, inputs: inputs, outputs: outputs, requiredOutputs: requiredOutputs,
            outputTypes: outputTypes)
    }
}
