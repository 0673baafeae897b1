import FlowCore
import FlowTable
import TestSupport

/// Drives a session of any table with random events, as hosts, services and handlers would, and reads all that it offers.
enum RandomWalk {
    private static let replies = [
        "{}", "[]", "", "{\"Result\":{}}", "{\"Challenge\":\"CODE\",\"Session\":\"s\"}", "{\"Challenge\":\"WAY\"}",
        "{\"Challenge\":\"CODE\"}", "{\"Challenge\":1}", "{\"Challenge\":\"?\"}", "{\"Challenge\":\"OLD\"}",
        "{\"Result\":{},\"Parameters\":{\"WAYS\":\"[\\\"way.MAIL\\\"]\"},\"Attributes\":{\"a\":\"b\"}}",
    ]

    static func walk(_ table: TransitionTable, events: Int = 60, _ random: inout Seeded) {
        var session = FlowSession(table)
        for _ in 0..<events {
            let effect = step(&session, &random)
            if case .notify(let record) = effect { _ = session.notification(record) }
            _ = session.presentation
            _ = session.request(redacted: random.one(of: .nothing, .secrets, .values))?.body.jsonText
            _ = session.work()
            _ = session.outcome
            _ = session.stateName
        }
    }

    private static func step(_ session: inout FlowSession, _ random: inout Seeded) -> FlowEffect {
        if session.machine.isPaused { return session.proceed() }
        switch random.below(12) {
        case 0: return session.start(.object([JSONMember("name", .string("ana")), JSONMember("secret", .string("x"))]))
        case 1: return session.send(["cancel", "back", "timeout", "resend", "none"][random.below(5)])
        case 2: return session.select(["MAIL", "phone", ""][random.below(3)])
        case 3: return session.submit(.object([JSONMember("code", .string("123456"))]))
        case 4: return session.submit(answers(session))
        case 5: return session.fail(type: ["Wrong", "Other"][random.below(2)], message: "m")
        case 6: return session.handled(.object([JSONMember("hash", .string("h"))]))
        case 7: return session.handled(.object([]))
        case 8: return session.handlerFailed(["broken", "other"][random.below(2)], "m")
        default: return session.reply(Array(replies[random.below(replies.count)].utf8))
        }
    }

    /// What the step asks for, as far as that can be told.
    private static func answers(_ session: FlowSession) -> JSONValue {
        let asks = session.presentation?.asks ?? []
        return .object(
            asks.map { ask in
                JSONMember(
                    ask.name, .string(ask.words.first ?? String(repeating: "1", count: min(ask.length ?? 3, 64))))
            })
    }
}
