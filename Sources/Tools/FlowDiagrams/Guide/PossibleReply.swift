package import FlowCore
import FlowCompiler
import FlowIR
import FlowTesting

/// A reply that the service can give to a request, according to its description.
package struct PossibleReply: Sendable {
    package enum Kind: String, Sendable {
        case success, challenge, unknown, error
    }

    /// A parameter of a reply.
    package struct Parameter: Sendable {
        /// The names of the members that lead to the parameter.
        package let path: [String]
        /// A value that the flow understands, in the form in which the service sends it.
        package let value: JSONValue
        /// Whether the service sends the parameter unless it is told otherwise.
        package let isSent: Bool

        /// The last name of the path.
        package var name: String { path.last ?? "" }
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

    /// Returns the body of the reply, with the usual parameters and the given values of parameters by name.
    package func body(with given: [JSONMember] = []) -> JSONValue {
        var body = JSONValue.object([])
        for (path, value) in fixed { body.set(value, at: path) }
        for parameter in parameters {
            let value = given.first { $0.name == parameter.name }?.value
            guard value != nil || parameter.isSent else { continue }
            body.set(value ?? parameter.value, at: parameter.path)
        }
        return body
    }
}

/// The possible replies to all requests of a flow, as the page that plays the flow has them.
struct ReplyCatalog: Sendable {
    /// By state: the numbers of its replies and of the list of its errors.
    private var requests: [Int: JSONValue] = [:]
    private let lists: JSONValue

    /// Creates the catalog of a compiled flow.
    init(_ flow: LoweredFlow, _ compilation: Compilation) {
        var list = ReplyList(flow, SampleValues(flow), compilation)
        for (id, state) in zip(flow.states.indices, flow.states) {
            guard case .call(let request) = state.kind else { continue }
            requests[id.rawValue] = .object(list.members(of: id, request))
        }
        lists = .object(list.lists)
    }

    /// Returns the replies to the request of a state: successes, challenges and errors, in this order.
    func replies(at state: Int) -> [PossibleReply] {
        guard let request = requests[state] else { return [] }
        let replies = (request["replies"]?.items ?? []).compactMap { item("replies", $0).flatMap(reply) }
        let errors = request["errors"].flatMap { item("errors", $0) }?.items ?? []
        return replies + errors.compactMap(\.string).map { PossibleReply(errorType: $0) }
    }

    /// Returns the item of a list that a number refers to.
    private func item(_ list: String, _ number: JSONValue) -> JSONValue? {
        guard case .number(let digits) = number, let index = Int(digits), let items = lists[list]?.items else {
            return nil
        }
        return items.indices.contains(index) ? items[index] : nil
    }

    private func reply(_ value: JSONValue) -> PossibleReply? {
        guard let kind = value["kind"]?.string.flatMap(PossibleReply.Kind.init), let name = value["name"]?.string else {
            return nil
        }
        let parameters = (value["fields"]?.items ?? []).compactMap { item("fields", $0).map(Self.parameter) }
        let fixed = (value["fixed"]?.items ?? []).compactMap { pair -> (path: [String], value: JSONValue)? in
            guard let items = pair.items, items.count == 2 else { return nil }
            return (Self.path(items[0]), items[1])
        }
        return PossibleReply(kind: kind, name: name, parameters: parameters, fixed: fixed)
    }

    /// Returns a parameter. If its value does not matter to the flow, the value is a placeholder with its name.
    private static func parameter(_ field: JSONValue) -> PossibleReply.Parameter {
        let path = path(field["path"] ?? .array([]))
        let isSent = field["required"] != nil || field["usual"] != nil
        return PossibleReply.Parameter(
            path: path, value: field["value"] ?? .string("<\(path.last ?? "")>"), isSent: isSent)
    }

    private static func path(_ value: JSONValue) -> [String] { (value.items ?? []).compactMap(\.string) }
}

extension JSONValue {
    /// The items of an array, or nil if the value is not an array.
    fileprivate var items: [JSONValue]? { if case .array(let items) = self { items } else { nil } }
}
