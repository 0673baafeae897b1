import FlowCompiler
import FlowCore
import FlowIR
import FlowTesting

/// The possible replies to all requests of a flow, as JSON for a page.
///
/// Requests share most replies, so that each is stored once and has a number.
struct ReplyList {
    private let finder: ReplyFinder
    private var replies = NumberedValues()
    private var fields = NumberedValues()
    private var errors = NumberedValues()
    private var secrets = NumberedValues()

    /// The lists to which the members of states refer by number.
    var lists: [JSONMember] {
        [
            JSONMember("replies", replies.json), JSONMember("fields", fields.json), JSONMember("errors", errors.json),
            JSONMember("secrets", secrets.json),
        ]
    }

    init(_ flow: LoweredFlow, _ samples: SampleValues, _ compilation: Compilation) {
        finder = ReplyFinder(flow, samples, compilation)
    }

    /// Adds the replies to the request of a state, and returns the members with their numbers.
    mutating func members(of state: StateID, _ request: Request) -> [JSONMember] {
        let numbers = finder.replies(of: state, to: request).map { number(of: $0) }
        let types = finder.errors(of: state).map { JSONValue.string($0) }
        let paths = finder.secretPaths(of: state, request).map(Self.path)
        return [
            JSONMember("replies", .array(numbers)), JSONMember("errors", errors.number(of: .array(types))),
            JSONMember("secrets", secrets.number(of: .array(paths))),
        ]
    }

    /// Returns the number of a reply, after adding the reply and its parameters if they are new.
    private mutating func number(of reply: PossibleReply) -> JSONValue {
        let numbers = reply.parameters.map { fields.number(of: Self.json($0)) }
        let fixed = reply.fixed.map { JSONValue.array([Self.path($0.path), $0.value]) }
        return replies.number(
            of: .object([
                JSONMember("kind", .string(reply.kind.rawValue)), JSONMember("name", .string(reply.name)),
                JSONMember("fixed", .array(fixed)), JSONMember("fields", .array(numbers)),
            ]))
    }

    /// Returns a parameter as the page stores it. Members that are false or empty are left out.
    private static func json(_ parameter: PossibleReply.Parameter) -> JSONValue {
        var members = [JSONMember("path", path(parameter.path))]
        if let sample = parameter.sample { members.append(JSONMember("value", sample)) }
        if parameter.isRequired { members.append(JSONMember("required", .bool(true))) }
        if parameter.isUsual { members.append(JSONMember("usual", .bool(true))) }
        if parameter.isSecret { members.append(JSONMember("secret", .bool(true))) }
        let words = parameter.words.map { JSONValue.string($0) }
        if !words.isEmpty { members.append(JSONMember("words", .array(words))) }
        return .object(members)
    }

    private static func path(_ names: [String]) -> JSONValue { .array(names.map { .string($0) }) }
}

/// Distinct values, to which others refer by number.
struct NumberedValues {
    private var values: [JSONValue] = []

    /// The values, by number.
    var json: JSONValue { .array(values) }

    /// Returns the number of a value, after adding the value if it is new.
    mutating func number(of value: JSONValue) -> JSONValue {
        if let index = values.firstIndex(of: value) { return .number(String(index)) }
        values.append(value)
        return .number(String(values.count - 1))
    }
}
