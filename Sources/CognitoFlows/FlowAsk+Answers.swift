package import FlowCore

extension [FlowAsk] {
    /// Returns the values to submit for a single answer, which belongs to the first required ask, or else to the first.
    /// - Parameters:
    ///   - answer: the text that the user entered, such as a code.
    ///   - others: a JSON object with further values. Only values that the step asks for are submitted.
    /// - Returns: the values to submit, as a JSON object.
    package func answers(_ answer: String, adding others: JSONValue) -> JSONValue {
        let asked = others.members?.filter { other in contains { $0.name == other.name } } ?? []
        guard let primary else { return .object(asked) }
        return .object([JSONMember(primary.name, .string(answer))] + asked.filter { $0.name != primary.name })
    }

    /// Returns the argument names of a call that submits a single answer, by the flow's names for them.
    /// - Parameter answer: the name of the argument with the answer.
    /// - Returns: the argument names, which ``FlowStep/result(_:)`` expects.
    package func arguments(answer: String) -> [String: String] {
        var result = ["submit": answer]
        if let primary { result[primary.name] = answer }
        return result
    }

    /// The ask that a single answer belongs to, or nil if there are no asks.
    private var primary: FlowAsk? { first(where: \.isRequired) ?? first }
}
