import FlowCompiler
import FlowCore
import FlowIR
import FlowTable
import FlowTesting

/// The replies that the service can give to each request, according to the service description.
///
/// Requests share most replies, so that each is stored once and has a number.
struct ReplyList {
    private let flow: LoweredFlow
    private let samples: SampleValues
    private let descriptions: ChallengeParameters
    /// By state: what the service description says about its request.
    private let notes: [StateID: RequestNote]
    private var replies = NumberedValues()
    private var fields = NumberedValues()
    private var errors = NumberedValues()
    private var secrets = NumberedValues()

    /// The lists to which the numbers of states refer.
    var lists: [JSONMember] {
        [
            JSONMember("replies", replies.json), JSONMember("fields", fields.json), JSONMember("errors", errors.json),
            JSONMember("secrets", secrets.json),
        ]
    }

    /// Creates an empty list for the requests of a compiled flow.
    init(_ flow: LoweredFlow, _ samples: SampleValues, _ compilation: Compilation) {
        self.flow = flow
        self.samples = samples
        descriptions = ChallengeParameters(compilation)
        notes = RequestNotes(compilation).byState
    }

    /// Adds the replies to the request of a state, and returns the members with their numbers.
    mutating func members(of state: StateID, _ request: Request) -> [JSONMember] {
        let note = notes[state] ?? RequestNote()
        var numbers: [JSONValue] = []
        if note.canSucceed, !request.barred.success { numbers.append(replies.number(of: reply(nil, request, note))) }
        for name in challenges(of: state, request, note) {
            numbers.append(replies.number(of: reply(name, request, note)))
        }
        if !request.reply.challengePath.isEmpty { numbers.append(replies.number(of: unknownReply(request))) }
        let types = note.errors.sorted().map { JSONValue.string($0) }
        return [
            JSONMember("replies", .array(numbers)), JSONMember("errors", errors.number(of: .array(types))),
            JSONMember("secrets", secrets.number(of: .array(secretPaths(request, note).map(Self.path)))),
        ]
    }

    /// Returns the names of the challenges that a request can return, sorted.
    private func challenges(of state: StateID, _ request: Request, _ note: RequestNote) -> [String] {
        if request.reply.challengePath.isEmpty { return [] }
        let names = note.challenges.map(Array.init) ?? flow.names(of: .challenge, acceptedBy: flow.states[state])
        return names.filter { !request.barred.contains(challenge: $0) }.sorted()
    }

    // MARK: Replies

    /// Returns a reply that names a challenge, or a success if the challenge is nil.
    private mutating func reply(_ challenge: String?, _ request: Request, _ note: RequestNote) -> JSONValue {
        let form = request.reply
        var fixed: [JSONValue] = []
        if let challenge {
            fixed.append(.array([Self.path(form.challengePath), .string(challenge)]))
        } else if !form.successPath.isEmpty {
            fixed.append(.array([Self.path(form.successPath), .object([])]))
        }
        var members = outputs(of: challenge, form).map { field($0, challenge, request, note) }
        if let challenge { members = parameters(of: challenge, request) + members }
        let numbers = members.map { fields.number(of: $0) }
        return .object([
            JSONMember("kind", .string(challenge == nil ? "success" : "challenge")),
            JSONMember("name", .string(challenge ?? "success")), JSONMember("fixed", .array(fixed)),
            JSONMember("fields", .array(numbers)),
        ])
    }

    /// Returns the outputs that the flow can read from a reply, without the parameters of challenges.
    private func outputs(of challenge: String?, _ form: ReplyForm) -> [ReplyForm.Output] {
        let object = descriptions.object(forNameAt: form.challengePath)
        return form.outputs.filter { output in
            guard output.path != form.challengePath, !output.path.isEmpty else { return false }
            if !object.isEmpty, output.path.starts(with: object) { return false }
            guard let challenge else { return output.reading.success }
            // A challenge has nothing of a success, even if the flow would read it.
            let isOfSuccess = !form.successPath.isEmpty && output.path.starts(with: form.successPath)
            return output.reading.contains(challenge: challenge) && !isOfSuccess
        }
    }

    /// Returns the parameters of a challenge as fields. One that the flow reads has a value that the flow understands.
    private func parameters(of challenge: String, _ request: Request) -> [JSONValue] {
        descriptions.parameters(of: challenge, namedAt: request.reply.challengePath).map { parameter in
            var members = [JSONMember("path", Self.path(parameter.path))]
            let output = request.reply.outputs.first {
                $0.path == parameter.path && $0.reading.contains(challenge: challenge)
            }
            if let output, let sample = sample(of: output) {
                members.append(JSONMember("value", output.encoded(sample)))
            } else if let word = parameter.words.first {
                members.append(JSONMember("value", .string(word)))
            }
            if parameter.isRequired { members.append(JSONMember("required", .bool(true))) }
            let isSecret = parameter.isSecret || output.map { flow.slots[$0.slot].type.isSecret } == true
            if isSecret { members.append(JSONMember("secret", .bool(true))) }
            let words = parameter.words.isEmpty ? output.map { samples.texts[$0.slot] } ?? [] : parameter.words
            if !words.isEmpty { members.append(JSONMember("words", .array(words.map { .string($0) }))) }
            return .object(members)
        }
    }

    /// Returns a reply with the name of a challenge that the service description does not have.
    private func unknownReply(_ request: Request) -> JSONValue {
        let name = JSONValue.string("UNKNOWN_CHALLENGE")
        return .object([
            JSONMember("kind", .string("unknown")), JSONMember("name", name),
            JSONMember("fixed", .array([.array([Self.path(request.reply.challengePath), name])])),
            JSONMember("fields", .array([])),
        ])
    }

    /// Returns a parameter of a reply, with a value in the form in which the service sends it.
    private func field(
        _ output: ReplyForm.Output, _ challenge: String?, _ request: Request, _ note: RequestNote
    ) -> JSONValue {
        let isRequired = output.demand.map { challenge == nil ? $0.success : $0.contains(challenge: challenge) }
        var members = [JSONMember("path", Self.path(output.path))]
        if let sample = sample(of: output) { members.append(JSONMember("value", output.encoded(sample))) }
        if isRequired == true { members.append(JSONMember("required", .bool(true))) }
        if isUsual(output, challenge, note) { members.append(JSONMember("usual", .bool(true))) }
        if secretPaths(request, note).contains(output.path) { members.append(JSONMember("secret", .bool(true))) }
        let words = samples.texts[output.slot]
        if !words.isEmpty { members.append(JSONMember("words", .array(words.map { .string($0) }))) }
        return .object(members)
    }

    /// Returns whether a service sends an output even if the flow does not require it: the session of a challenge, and
    /// what grants access after a success.
    private func isUsual(_ output: ReplyForm.Output, _ challenge: String?, _ note: RequestNote) -> Bool {
        challenge == nil ? note.grants.contains(output.path) : flow.slots[output.slot].type == .session
    }

    /// Returns a value for an output: a list or a map of the words that matter. A text is the name of its place, so that
    /// the result is nil.
    private func sample(of output: ReplyForm.Output) -> JSONValue? {
        let type = flow.slots[output.slot].type
        switch type {
        case .text, .secret, .choice, .bytes, .session, .instant: return nil
        case .digits, .list, .map, .flag, .seconds: return samples.values(of: output.slot, type).first
        }
    }

    /// Returns the places in replies that contain secrets: those that the description declares, and those that the flow
    /// stores as secrets.
    private func secretPaths(_ request: Request, _ note: RequestNote) -> [[String]] {
        let stored = request.reply.outputs.filter { flow.slots[$0.slot].type.isSecret }.map(\.path)
        return stored + note.secrets.map(\.path).filter { !stored.contains($0) }
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
