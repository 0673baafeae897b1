package import FlowCore

extension [FlowAsk] {
    /// What a host with one answer submits: it goes to what must be given, and to the first ask where nothing must; beside
    /// it goes what else is asked for and there.
    /// - Parameters:
    ///   - answer: the answer.
    ///   - others: what the host has besides, by name.
    /// - Returns: what is submitted: a JSON object.
    package func answers(_ answer: String, _ others: JSONValue) -> JSONValue {
        let asked = others.members?.filter { other in contains { $0.name == other.name } } ?? []
        guard let main else { return .object(asked) }
        return .object([JSONMember(main.name, .string(answer))] + asked.filter { $0.name != main.name })
    }

    /// The arguments of a call that submits one answer.
    /// - Parameter answer: the name of the argument with the answer.
    /// - Returns: the arguments, for ``FlowStep/standing(_:)``.
    package func arguments(answer: String) -> [String: String] {
        var arguments = ["submit": answer]
        if let main { arguments[main.name] = answer }
        return arguments
    }

    /// What a host with one answer answers.
    private var main: FlowAsk? { first(where: \.isRequired) ?? first }
}
