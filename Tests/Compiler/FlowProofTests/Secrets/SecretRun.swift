import FlowCore
import FlowTable
import TestSupport

/// Plays a flow of ``SecretFlow`` with secrets that can be told from everything else, and notes where one of them is seen.
struct SecretRun {
    /// Every secret has it in it, and nothing else has.
    static let planted = "PLANTED"

    /// Secrets that the host sees although nothing discloses them.
    private(set) var shown: [String] = []
    /// Secrets in what goes into a trace.
    private(set) var traced: [String] = []
    private var session: FlowSession
    private var random: Seeded
    private var last: FlowEffect

    /// Plays some events.
    init(_ table: TransitionTable, _ seed: UInt64, events: Int = 40) {
        session = FlowSession(table)
        random = Seeded(seed)
        last = session.start(
            .object([
                JSONMember("key", .string(Self.planted)), JSONMember("name", .string(random.one(of: "ana", "bob"))),
            ]))
        for _ in 0..<events {
            look()
            last = next()
        }
    }

    private mutating func look() {
        switch last {
        case .notify(let record):
            see(session.notification(record).parameters, session.notification(record, redacted: .secrets).parameters)
        case .present:
            see(session.presentation?.parameters, session.presentation(redacted: .secrets)?.parameters)
        case .end: see(session.outcome?.parameters, session.outcome(redacted: .secrets)?.parameters)
        case .call: see(nil, session.request(redacted: .secrets)?.body)
        case .handle: see(nil, session.work(redacted: .secrets)?.inputs)
        case .refused: break
        }
    }

    private mutating func see(_ told: JSONValue?, _ trace: JSONValue?) {
        if case .object(let members) = told {
            for member in members where !member.name.hasPrefix("open") && member.value.jsonText.contains(Self.planted) {
                shown.append(member.name)
            }
        }
        if let text = trace?.jsonText, text.contains(Self.planted) { traced.append(text) }
    }

    private mutating func next() -> FlowEffect {
        switch last {
        case .notify: session.proceed()
        case .present, .refused: answer()
        case .call: reply()
        case .handle: handled()
        case .end:
            session.start(.object([JSONMember("key", .string(Self.planted)), JSONMember("name", .string("ana"))]))
        }
    }

    private mutating func answer() -> FlowEffect {
        if random.chance(20) { return session.send("back") }
        let asks = session.presentation?.asks ?? []
        let text = "plain\(random.below(3))"
        return session.submit(
            .object(asks.map { JSONMember($0.name, .string($0.type == "secret" ? Self.planted : text)) }))
    }

    private mutating func reply() -> FlowEffect {
        if random.chance(15) { return session.fail(type: "E", message: "no") }
        let tokens = JSONValue.object([JSONMember("Token", .string(Self.planted))])
        return session.reply(.object([JSONMember("T", tokens), JSONMember("Note", .string("note"))]))
    }

    /// A handler that takes no secret may give back what it got; one that does gives something else.
    private mutating func handled() -> FlowEffect {
        guard let work = session.work() else { return .refused(FlowRefusal(.eventNotAccepted, "")) }
        let given: String =
            switch work.handler {
            case "copy": work.inputs["in"]?.string ?? "none"
            case "make": Self.planted
            default: "hash"
            }
        return session.handled(.object([JSONMember("a", .string(given))]))
    }
}
