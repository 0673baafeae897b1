import FlowReference
import TestSupport

/// A host, a service and handlers that say anything: mostly what fits, now and then what is wrong.
struct RandomTalk {
    private let literals: [Text]
    private let errors: [Text]
    private let flow: ReferenceFlow
    private let commands: [Text]
    private(set) var random: Seeded
    private var count = 0

    /// A talker who says these commands.
    init(_ flow: ReferenceFlow, commands: [Text], _ random: Seeded) {
        self.flow = flow
        self.commands = commands
        literals = flow.literals
        errors = flow.errors
        self.random = random
    }

    /// What is said next.
    mutating func next(_ run: ReferenceRun) -> Spoken {
        if random.chance(3) { return stray(run) }
        switch run.point {
        case "asking": return answer(run)
        case "calling": return reply(run)
        case "working": return work(run)
        case "ended" where random.chance(40): return command()
        default: return start(run)
        }
    }

    /// Something that hardly fits.
    private mutating func stray(_ run: ReferenceRun) -> Spoken {
        switch random.below(9) {
        case 0: start(run)
        case 1: .submit(answers(run.questions, run))
        case 2: .select(text())
        case 3: command()
        case 4: .reply(random.one(of: "{}", "{\"Tokens\":{}}"))
        case 5: .fail(error(), "late")
        case 6: .handled(.object([]))
        case 7: .handlerFailed("x1", "late")
        default: .send("no-such-command", nil)
        }
    }

    // MARK: The host

    private mutating func start(_ run: ReferenceRun) -> Spoken { .start(answers(flow.inputs, run)) }

    private mutating func answer(_ run: ReferenceRun) -> Spoken {
        switch random.below(100) {
        case 0..<72: return .submit(answers(run.questions, run))
        case 72..<78:
            let choice = run.questions.first { $0.type == "choice" }
            return .select(random.pick(choice?.words ?? []) ?? text())
        case 78..<98: return command()
        default: return start(run)
        }
    }

    private mutating func command() -> Spoken {
        let name = random.pick(commands + ["cancel", "back", "timeout"]) ?? "cancel"
        let brings = random.chance(20)
        return .send(name, brings ? PendingError("AppError", "no") : nil)
    }

    private mutating func answers(_ questions: [Question], _ run: ReferenceRun) -> JSON {
        var members: [JSON.Member] = []
        for question in questions {
            if random.chance(question.isRequired ? 2 : 45) { continue }
            members.append(JSON.Member(question.name, random.chance(3) ? odd() : value(question)))
        }
        if random.chance(2) { members.append(JSON.Member("unknown", .string("x"))) }
        if random.chance(10) { members.reverse() }
        return .object(members)
    }

    private mutating func value(_ question: Question) -> JSON {
        switch question.type {
        case "list": return .array(texts().map { .string($0) })
        case "map": return .object(keys().map { JSON.Member($0, .string(text())) })
        case "flag": return .bool(random.chance(50))
        case "digits":
            let length = question.length ?? random.below(5)
            return .string(Text((0..<length).map { _ in String(random.below(10)) }.joined()))
        case "seconds":
            return random.chance(90) ? .string(seconds()) : .number(random.one(of: "0", "60", "060", "1.0", "86401"))
        default: break
        }
        if let word = random.pick(question.words), random.chance(90) {
            return .string(question.ignoresCase && random.chance(40) ? Text(word.description.uppercased()) : word)
        }
        if question.pattern != nil { return .string(random.one(of: "abc", "a", "ab12", "+491234567", "10115", text())) }
        return .string(random.chance(95) ? nonEmpty() : text())
    }

    private mutating func seconds() -> Text { random.one(of: "1", "30", "600", "86400") }

    private mutating func odd() -> JSON {
        random.one(
            of: .null, .bool(true), .number("12"), .string(""), .string("é"), .array([]), .array([.number("1")]),
            .object([]), .object([JSON.Member("a", .null)]), .array([.string("a"), .string("a")]))
    }

    private mutating func text() -> Text {
        switch random.below(12) {
        case 0..<8: random.pick(literals) ?? "x"
        case 8: (random.pick(literals) ?? "") + (random.pick(literals) ?? "")
        case 9: random.one(of: "e\u{301}", "\u{E9}", "\u{1F600}", "")
        case 10: Text("\(random.below(4))")
        default: Text("other\(random.below(3))")
        }
    }

    private mutating func nonEmpty() -> Text {
        let text = text()
        return text.description.isEmpty ? "x" : text
    }

    private mutating func texts() -> [Text] { (0..<random.below(4)).map { _ in nonEmpty() } }

    /// Keys of a map, one of them twice now and then.
    private mutating func keys(_ prefix: Text = "") -> [Text] {
        let keys = texts() + texts()
        return (random.chance(10) ? keys + keys.prefix(1) : keys).map { prefix + $0 }
    }

    // MARK: The service and handlers

    private mutating func error() -> Text {
        random.chance(85) ? random.pick(errors) ?? "E" : random.one(of: "network", "E9")
    }

    private mutating func reply(_ run: ReferenceRun) -> Spoken {
        guard let shape = run.replyShape, random.chance(88) else {
            return random.chance(15) ? .send("cancel", nil) : .fail(error(), random.one(of: "", "session", "no"))
        }
        if random.chance(4) { return .reply(random.one(of: "", "[]", "{", "null", "{\"a\":1}", "\"x\"")) }
        var body = JSON.object([])
        // At most one value is of a wrong type: the page does not say which of several is named.
        let strange = random.chance(8) ? random.below(shape.outputs.count) : -1
        for (index, output) in shape.outputs.enumerated() where strange >= 0 || random.chance(70) {
            body.set(index == strange ? odd() : value(output), at: output.path[...])
        }
        if let path = shape.challenge, random.chance(shape.success == nil ? 40 : 65) {
            let name = random.chance(90) ? random.pick(shape.taken) : random.pick(shape.challenges + ["NO_SUCH"])
            body.set(random.chance(97) ? .string(name ?? "NO_SUCH") : odd(), at: path[...])
            if let success = shape.success, random.chance(80) { body.set(.null, at: success[...]) }
        } else if let success = shape.success, random.chance(95), body.member(success) == nil {
            body.set(.object([]), at: success[...])
        }
        return .reply(body.text)
    }

    private mutating func value(_ output: ReplyShape.Output) -> JSON {
        count += 1
        if output.path.last == "Wait" { return .string(seconds()) }
        let plain: JSON
        switch output.type {
        case "list": plain = .array(texts().map { .string(random.chance(70) ? output.prefix + $0 : $0) })
        case "map":
            plain = .object(keys(output.prefix).map { JSON.Member($0, random.chance(90) ? .string(text()) : odd()) })
        case "flag":
            return random.chance(70)
                ? .bool(random.chance(50)) : .string(random.one(of: "true", "false"))
        case "number": return .number(Text("\(random.below(100))"))
        case "session": return .string(Text("session-\(count)"))
        default: return random.chance(95) ? .string(text()) : .number("4.20")
        }
        switch (output.encoding, plain) {
        case ("json", _): return .string(plain.text)
        case ("csv", .array):
            return .string(Text(texts().map { (output.prefix + $0).description }.joined(separator: ",")))
        default: return plain
        }
    }

    private mutating func work(_ run: ReferenceRun) -> Spoken {
        guard let shape = run.handlerShape else { return .handled(.object([])) }
        if random.chance(3) { return .send("cancel", nil) }
        if random.chance(12) { return .handlerFailed(random.pick(shape.failures + ["no-luck"]) ?? "no-luck", "no") }
        var members: [JSON.Member] = []
        for port in shape.outputs where random.chance(port.isRequired ? 98 : 50) {
            let output = ReplyShape.Output(path: [], type: port.type, encoding: nil, prefix: "")
            members.append(JSON.Member(port.name, random.chance(2) ? odd() : value(output)))
        }
        return .handled(.object(members))
    }
}

extension JSON {
    /// The value at a path.
    fileprivate func member(_ path: [Text]) -> JSON? {
        path.reduce(self as JSON?) { value, name in value?.members?.last { $0.name == name }?.value }
    }
}
