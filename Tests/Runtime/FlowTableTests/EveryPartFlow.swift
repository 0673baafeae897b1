import FlowDiagnostics
import FlowIR
import FlowTable
import TestSupport

/// A flow that uses every part of a table: it asks, calls, lets a handler work, chooses, notifies, counts and ends.
enum EveryPartFlow {
    private static func slot(_ name: String) -> SlotID { slotNames.firstIndex { $0.name == name } ?? 0 }

    private static let slotNames: Table<Slot, Slot> = [
        Slot(name: "error", type: .text), Slot(name: "message", type: .text), Slot(name: "name", type: .text),
        Slot(name: "secret", type: .secret), Slot(name: "code", type: .digits), Slot(name: "way", type: .choice),
        Slot(name: "ways", type: .list), Slot(name: "meant", type: .text), Slot(name: "attributes", type: .map),
        Slot(name: "session", type: .session), Slot(name: "seconds", type: .seconds),
        Slot(name: "remember", type: .flag),
    ]

    /// Digits, one at least.
    private static var digits: Pattern {
        let classes = (0..<256).map { UInt8($0 >= 0x30 && $0 <= 0x39 ? 1 : 0) }
        return Pattern(
            source: "[0-9]+", classes: classes, next: [2, 1, 2, 1, 2, 2], accepts: [false, true, false])
    }

    private static var inputs: [Ask] {
        var name = Ask(name: "name", slot: slot("name"))
        name.flags[.required] = true
        name.flags[.nonEmpty] = true
        var seconds = Ask(name: "seconds", slot: slot("seconds"))
        seconds.flags[.constant] = true
        seconds.fallback = "180"
        return [
            name, seconds, Ask(name: "secret", slot: slot("secret")), Ask(name: "remember", slot: slot("remember")),
        ]
    }

    private static var codeStep: Presentation {
        var code = Ask(name: "code", slot: slot("code"))
        code.flags[.required] = true
        code.length = 6
        let destination = Show(name: "to", source: Source(.slot(slot("name"))))
        let hint = Show(
            name: "hint", source: Source(.slot(slot("secret")), otherwise: slot("name")), flags: SourceFlag.disclosed)
        let limit = Presentation.TimeLimit.slot(slot("seconds"))
        return Presentation(step: "CODE", shows: [destination, hint], asks: [code], timeLimit: limit)
    }

    private static var wayStep: Presentation {
        var way = Ask(name: "way", slot: slot("way"))
        way.flags[.required] = true
        way.flags[.ignoresCase] = true
        way.words = ["MAIL", "PHONE"]
        way.offered = slot("ways")
        way.meant = slot("meant")
        return Presentation(step: "WAY", shows: [], asks: [way], timeLimit: .seconds(60))
    }

    private static var request: Request {
        let outputs = [
            ReplyForm.Output(slot: slot("session"), path: ["Session"], encoding: .text, prefix: "", isRequired: false),
            ReplyForm.Output(
                slot: slot("ways"), path: ["Parameters", "WAYS"], encoding: .jsonListString, prefix: "way.",
                isRequired: false),
            ReplyForm.Output(
                slot: slot("attributes"), path: ["Attributes"], encoding: .map, prefix: "", isRequired: false),
        ]
        let reply = ReplyForm(challengePath: ["Challenge"], successPath: ["Result"], outputs: outputs)
        let inputs = [
            Request.Input(path: ["Parameters", "NAME"], source: Source(.slot(slot("name"))), isSpread: false),
            Request.Input(path: ["Flow"], source: Source(.literal("SIGN_IN")), isSpread: false),
            Request.Input(
                path: ["Tags"], source: Source(.literal("a b")), isSpread: false, encoding: .csv, prefix: "t:"),
            Request.Input(path: ["Meta", "user."], source: Source(.slot(slot("attributes"))), isSpread: true),
        ]
        return Request(
            operation: "SignIn", inputs: inputs, reply: reply, barred: Replies(success: false, challenges: ["OLD"]))
    }

    private static var handlerUse: HandlerUse {
        HandlerUse(
            handler: "hash", inputs: [.init(port: "text", source: Source(.slot(slot("code"))))],
            outputs: [.init(port: "hash", slot: slot("secret"), isRequired: true)])
    }

    /// First own event: resend, then the challenges CODE, OLD and WAY, the error Wrong, the failure broken.
    private static let resend = EventID(own: 0)

    private static var states: Table<State, State> {
        let retry = Block([
            .count(0), .when(.not(.below(0, 3)), Block([.jump(7)])), .set(slot("code"), Source(.literal("again"))),
            .jumpLast(otherwise: 6),
        ])
        let received = Block([
            .require([slot("session")]), .notify(Notification(name: "asked", shows: [])), .mark(1), .jump(4),
        ])
        let chosen = Block([
            .when(.and(.equals(slot("meant"), "MAIL", ignoringCase: true), .present(slot("name"))), Block([.jump(0)])),
            .when(.or(.contains(slot("ways"), "PHONE"), .matches(slot("code"), 0)), Block([.jump(3)])),
            .refuse("no-way"),
        ])
        let routed = Block([
            .when(
                .hasAll(slot("ways"), slot("ways")), Block([.merge(slot("attributes"), slot("attributes")), .jump(5)])),
            .jump(0),
        ])
        let common: [EventID: Block] = [
            7: Block([.jump(7)]), 9: Block([.error(type: "other", message: ""), .jump(7)]), EventID(own: 4): retry,
        ]
        let answers = common.merging([
            6: Block([.jump(8)]), 8: Block([.jump(7)]), EventID(own: 1): received, EventID(own: 3): Block([.jump(1)]),
        ]) {
            $1
        }
        return [
            state(
                "code", .present(codeStep),
                [
                    1: Block([.jump(3)]), 2: Block([.jump(7)]), 3: Block([.clear([slot("code")]), .jump(1)]),
                    resend: Block([.restart(keeping: [slot("name")]), .keepError, .jump(2)]),
                ]),
            state("way", .present(wayStep), [1: chosen, 2: Block([.jump(7)]), 4: Block([.reset([0]), .jump(7)])]),
            state("call", .call(request), answers),
            state("hash", .handler(handlerUse), [5: Block([.jump(2)]), 10: Block([.jump(7)]), EventID(own: 5): retry]),
            state("code/route", .choice(routed), [:]),
            state("way/route", .choice(Block([.when(.present(slot("ways")), Block([.jump(1)])), .jump(0)])), [:]),
            state("start", .end(Ending(outcome: "", step: "", shows: [])), [0: Block([.jump(2)])]),
            state("failed", .end(Ending(outcome: "failed", step: "FAILED", shows: [])), [0: Block([.jump(2)])]),
            state("done", .end(Ending(outcome: "done", step: "DONE", shows: codeStep.shows)), [0: Block([.jump(2)])]),
        ]
    }

    private static func state(_ name: String, _ kind: State.Kind, _ transitions: [EventID: Block]) -> State {
        State(name: name, node: nil, kind: kind, transitions: transitions)
    }

    /// The flow.
    static var flow: LoweredFlow {
        let events = [
            Event(kind: .command, name: "resend"), Event(kind: .challenge, name: "CODE"),
            Event(kind: .challenge, name: "OLD"), Event(kind: .challenge, name: "WAY"),
            Event(kind: .error, name: "Wrong"), Event(kind: .failure, name: "broken"),
        ]
        return LoweredFlow(
            name: "sample", version: "1.0", slots: slotNames, counters: ["tries"], events: events, inputs: inputs,
            states: states, initialState: 6, patterns: [digits],
            errorClasses: [(type: "Wrong", name: "retry"), (type: "*", name: "fatal")], transitionCount: 2, nodes: [])
    }

    /// A flow of a few steps and nothing else.
    static var plain: LoweredFlow {
        let names = ["one", "two", "three", "four"]
        let states = names.indices.map { index -> State in
            let step = Presentation(step: ByteString(names[index]), shows: [], asks: [], timeLimit: nil)
            return state(
                names[index], .present(step), [1: Block([.jump(StateID((index + 1) % 4))]), 2: Block([.jump(0)])])
        }
        return LoweredFlow(
            name: "plain", version: "", slots: Table(slotNames.prefix(2)), counters: [], events: [], inputs: [],
            states: Table(states), initialState: 0, patterns: [], errorClasses: [], transitionCount: 8, nodes: [])
    }
}
