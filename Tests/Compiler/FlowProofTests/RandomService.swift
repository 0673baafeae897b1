import FlowCore
import TestSupport

/// A service that answers each request with what its description allows, and now and then with anything at all.
struct RandomService {
    /// How each text begins by which whoever has it was granted something.
    static let grantPrefix = "granted-"

    /// What every secret has in it, and nothing else.
    static let planted = "PLANTED"

    /// An answer.
    enum Answer {
        case body(String)
        case error(String, String)
    }

    let model: ServiceModel
    let pool: ValuePool
    /// Whether it answers so that an end comes nearer.
    var isFair = false
    /// How often in a hundred it sends any success or challenge, whatever can follow, where it is not fair.
    var malice = 20
    private var count = 0

    init(_ model: ServiceModel, _ pool: ValuePool, isFair: Bool = false, malice: Int = 20) {
        self.model = model
        self.pool = pool
        self.isFair = isFair
        self.malice = malice
    }

    /// Answers a request.
    mutating func answer(_ request: FlowRequest, _ random: inout Seeded) -> Answer {
        let operation = model.operations[request.operation] ?? ServiceModel.Operation(name: request.operation)
        let kind = random.below(100)
        if kind < (isFair ? 4 : 18) {
            return .error(random.pick(operation.errors) ?? "Unknown", random.chance(50) ? pool.text(&random) : "no")
        }
        if kind < (isFair ? 6 : 22) {
            // The service can return an error that its description lists for another operation only.
            let others = model.operations.values.flatMap(\.errors).sorted() + ["network", "Strange"]
            return .error(random.pick(others) ?? "network", pool.text(&random))
        }
        let canSucceed = model.way(of: request)?.following?.success ?? true
        if kind < (isFair ? 8 : 29) { return .body(nonsense(operation, canSucceed, &random)) }
        if kind < (isFair ? 12 : 29 + malice) { return .body(anything(request, operation, &random).jsonText) }
        return .body(reply(request, operation, &random).jsonText)
    }

    // MARK: Replies

    private mutating func reply(
        _ request: FlowRequest, _ operation: ServiceModel.Operation, _ random: inout Seeded
    ) -> JSONValue {
        let following = model.way(of: request)?.following
        var challenges = following?.challenges ?? operation.challenges
        if operation.reply.challenge.isEmpty { challenges = [] }
        let canSucceed = following?.success ?? true
        if !canSucceed && challenges.isEmpty { return .object([]) }
        if canSucceed, challenges.isEmpty || random.chance(isFair ? 65 : 40) { return success(operation, &random) }
        guard let name = random.pick(challenges) else { return .object([]) }
        return challenge(name, operation, &random)
    }

    private mutating func success(_ operation: ServiceModel.Operation, _ random: inout Seeded) -> JSONValue {
        var body = JSONValue.object([])
        if !operation.reply.success.isEmpty { body.set(.object([]), at: operation.reply.success) }
        for output in operation.reply.outputs where output.path != operation.reply.challenge {
            put(output, into: &body, &random)
        }
        return body
    }

    private mutating func challenge(
        _ name: String, _ operation: ServiceModel.Operation, _ random: inout Seeded
    ) -> JSONValue {
        var body = JSONValue.object([])
        let others = random.chance(20) ? random.pick(model.challengeNames) : nil
        for challenge in [name, others].compactMap({ $0 }) {
            // Only what a reply is described to bring is a secret in it.
            for output in model.challenges[challenge]?.parameters ?? []
            where challenge == name && operation.challenges.contains(name) || output.type != "secret" {
                put(output, into: &body, &random)
            }
        }
        for output in operation.reply.outputs where !output.path.starts(with: operation.reply.success) {
            put(output, into: &body, &random)
        }
        body.set(.string(name), at: operation.reply.challenge)
        return body
    }

    private mutating func put(_ output: ServiceModel.Output, into body: inout JSONValue, _ random: inout Seeded) {
        let percent = isFair ? (output.isRequired ? 98 : 92) : 65
        guard random.chance(percent), body.at(output.path) == nil else { return }
        body.set(value(output, &random), at: output.path)
    }

    private mutating func value(_ output: ServiceModel.Output, _ random: inout Seeded) -> JSONValue {
        count += 1
        switch output.type {
        case "session": return .string("session-\(count)")
        case "flag" where random.chance(90): return .bool(random.chance(50))
        case "list":
            let items = pool.list(&random).map { random.chance(80) ? output.prefix + $0 : $0 }
            let list = JSONValue.array(items.map { .string($0) })
            switch output.encoding {
            case "json": return .string(list.jsonText)
            case "csv": return .string(items.joined(separator: ","))
            default: return list
            }
        case "map":
            let map = JSONValue.object(pool.list(&random).uniqued.map { JSONMember($0, .string(pool.text(&random))) })
            return output.encoding == "json" ? .string(map.jsonText) : map
        default:
            if output.type == "secret", !output.isGrant { return .string(Self.planted + String(count)) }
            if let word = random.pick(output.words) { return .string(word) }
            if output.isGrant { return .string(Self.grantPrefix + String(count)) }
            return random.chance(5) ? .number("42") : .string(pool.text(&random))
        }
    }

    // MARK: Nonsense

    /// Success or any challenge, mostly one that cannot follow; now and then something in it is of a wrong type.
    private mutating func anything(
        _ request: FlowRequest, _ operation: ServiceModel.Operation, _ random: inout Seeded
    ) -> JSONValue {
        let challenges = operation.reply.challenge.isEmpty ? [] : model.challengeNames + ["NO_SUCH"]
        let replies: [String?] = [nil] + challenges
        let barred = replies.filter { model.bars($0, on: request) }
        let reply = random.pick(!barred.isEmpty && random.chance(70) ? barred : replies) ?? nil
        var body: JSONValue
        if let reply {
            body = challenge(reply, operation, &random)
        } else {
            body = success(operation, &random)
        }
        let parameters = reply.flatMap { model.challenges[$0]?.parameters } ?? []
        if random.chance(20), let output = random.pick(operation.reply.outputs + parameters) {
            // A flag can be read as a text: as a session it would come again and again.
            let flag = output.type == "session" ? JSONValue.null : .bool(true)
            body.set(random.one(of: .array([.number("1")]), .null, .object([]), flag), at: output.path)
        }
        return body
    }

    private mutating func nonsense(
        _ operation: ServiceModel.Operation, _ canSucceed: Bool, _ random: inout Seeded
    ) -> String {
        switch random.below(6) {
        case 0: return random.one(of: "", "<html>", "{", "{\"a\":}")
        case 1: return random.one(of: "[]", "null", "\"text\"", "7")
        case 2: return "{\"Something\":\"else\"}"
        case 3:
            var body = JSONValue.object([])
            body.set(random.chance(50) ? .string("NO_SUCH") : .number("3"), at: operation.reply.challenge)
            return operation.reply.challenge.isEmpty ? "[1]" : body.jsonText
        default:
            var body = canSucceed ? success(operation, &random) : .object([])
            let outputs = operation.reply.outputs.filter {
                canSucceed || !$0.path.starts(with: operation.reply.success)
            }
            if let output = random.pick(outputs) { body.set(.array([.number("1")]), at: output.path) }
            return body.jsonText
        }
    }
}

extension [String] {
    /// Each text once.
    var uniqued: [String] {
        var seen: Set<String> = []
        return filter { seen.insert($0).inserted }
    }
}
