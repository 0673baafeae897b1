package import FlowCore

extension [FlowAsk] {
    /// Returns the values to submit for a single answer, which belongs to the first required ask, or else to the first.
    /// - Parameters:
    ///   - answer: the text that the user entered, such as a code.
    ///   - others: further values, by name. Only those that are asked for are submitted.
    /// - Returns: the values to submit, as a JSON object.
    package func answers(_ answer: String, _ others: JSONValue) -> JSONValue {
        let asked = others.members?.filter { other in contains { $0.name == other.name } } ?? []
        guard let main else { return .object(asked) }
        return .object([JSONMember(main.name, .string(answer))] + asked.filter { $0.name != main.name })
    }

    /// Returns the argument names of a call that submits one answer.
    /// - Parameter answer: the name of the argument with the answer.
    /// - Returns: the argument names, for ``FlowStep/result(_:)``.
    package func arguments(answer: String) -> [String: String] {
        var arguments = ["submit": answer]
        if let main { arguments[main.name] = answer }
        return arguments
    }

    /// The ask that a single answer belongs to, or nil if there are no asks.
    private var main: FlowAsk? { first(where: \.isRequired) ?? first }
}
