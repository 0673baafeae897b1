package import FlowCore

/// A reply that the service can give to a request, according to its description.
package struct PossibleReply: Sendable {
    /// What a reply is. An `unknown` reply names a challenge that the description lacks.
    package enum Kind: String, Sendable {
        case success, challenge, unknown, error
    }

    /// A parameter of a reply.
    package struct Parameter: Sendable {
        /// The names of the members that lead to the parameter.
        package let path: [String]
        /// A value that the flow understands, in the form in which the service sends it; nil if any text will do.
        var sample: JSONValue?
        /// Whether the reply must contain the parameter.
        var isRequired = false
        /// Whether services send the parameter even if it is not required.
        var isUsual = false
        var isSecret = false
        /// The words that matter to the flow; empty if there are none.
        var words: [String] = []

        /// The last name of the path.
        package var name: String { path.last ?? "" }
        /// A value that the flow understands. If any text will do, it is a placeholder with the parameter's name.
        package var value: JSONValue { sample ?? .string("<\(name)>") }
    }

    package let kind: Kind
    /// The name of the challenge, or the type of the error.
    package let name: String
    package let parameters: [Parameter]
    /// The members that every reply of this kind has.
    let fixed: [(path: [String], value: JSONValue)]

    init(kind: Kind, name: String, parameters: [Parameter], fixed: [(path: [String], value: JSONValue)]) {
        self.kind = kind
        self.name = name
        self.parameters = parameters
        self.fixed = fixed
    }

    /// Creates an error, which has no parameters.
    package init(errorType: String) { self.init(kind: .error, name: errorType, parameters: [], fixed: []) }

    /// Returns the body of the reply: with the required and the usual parameters, and with the given values of
    /// parameters by name.
    package func body(with given: [JSONMember] = []) -> JSONValue {
        var body = JSONValue.object([])
        for (path, value) in fixed { body.set(value, at: path) }
        for parameter in parameters {
            let value = given.first { $0.name == parameter.name }?.value
            guard value != nil || parameter.isRequired || parameter.isUsual else { continue }
            body.set(value ?? parameter.value, at: parameter.path)
        }
        return body
    }
}
