import FlowDiagnostics
import FlowCompiler
import FlowIR
package import FlowTable

/// A small flow made by hand: a handler proves, a call begins, a step asks for a code for 180 seconds, a call answers.
///
/// `Answer` takes `cancel`, `Begin` and the handler do not; all take `start`.
package enum SampleFlow {
    private static let checked = LoweredFlow(
        name: "sample", version: "1",
        slots: [
            Slot(name: "error", type: .text), Slot(name: "message", type: .text), Slot(name: "username", type: .text),
            Slot(name: "password", type: .secret), Slot(name: "code", type: .digits),
            Slot(name: "session", type: .session),
            Slot(name: "token", type: .secret), Slot(name: "proof", type: .text), Slot(name: "extras", type: .list),
            Slot(name: "way", type: .choice), Slot(name: "ways", type: .list),
        ],
        counters: ["wrongCodes"],
        events: [
            Event(kind: .command, name: "resend"), Event(kind: .challenge, name: "CHOICE"),
            Event(kind: .challenge, name: "CODE"), Event(kind: .error, name: "wrong"),
            Event(kind: .failure, name: "broken"),
        ],
        inputs: [required("username", 2), required("password", 3)],
        states: [
            state("ask", .present(ask), on(submit: 3, cancel: 9, timeout: 10).merging([11: jump(2, 6)]) { $1 }),
            state("choose", .present(choose), on(submit: 3, cancel: 9)),
            state("begin", .call(request("Begin", [("User", 2), ("Proof", 7), ("Password", 3)])), replies),
            state("answer", .call(request("Answer", [("Code", 4), ("Way", 9), ("Session", 5)])), answers),
            state("prove", .handler(prove), on(handled: 2).merging([15: jump(8, 9), 10: jump(8, 10)]) { $1 }),
            state("initial", .end(Ending(outcome: "", step: "", shows: [])), on()),
            state(
                "done", .end(Ending(outcome: "done", step: "DONE", shows: [show("token", 6, SourceFlag.disclosed)])),
                on()),
            state("spare", .end(Ending(outcome: "spare", step: "", shows: [])), on()),
            state("failed", .end(Ending(outcome: "failed", step: "", shows: [show("username", 2)])), on()),
            state("cancelled", .end(Ending(outcome: "cancelled", step: "", shows: [])), on()),
            state("expired", .end(Ending(outcome: "expired", step: "", shows: [])), on()),
        ],
        initialState: 5, patterns: [], errorClasses: [(type: "wrong", name: "mistake"), (type: "*", name: "other")],
        transitionCount: 12, nodes: [])

    /// The bytes of the table, with marks.
    /// - Throws: `TableLimit`, which would be a fault of the writer.
    package static func bytes(names: Bool = true) throws -> [UInt8] {
        try TableWriter.write(unverified: checked, options: EmitOptions(includesNames: names, includesMarks: true))
    }

    /// The table, with marks.
    /// - Throws: `TableError`, which would be a fault of the writer or the verifier.
    package static func table() throws -> TransitionTable { try TransitionTable(verifying: bytes()) }

    private static let ask = Presentation(
        step: "ENTER_CODE", shows: [show("for", 2), show("session", 5, SourceFlag.disclosed)], asks: [code],
        timeLimit: .seconds(180))
    private static let choose = Presentation(step: "CHOOSE", shows: [], asks: [way], timeLimit: nil)
    private static let prove = HandlerUse(
        handler: "prove", inputs: [HandlerUse.Input(port: "password", source: Source(.slot(3)))],
        outputs: [
            HandlerUse.Output(port: "proof", slot: 7, isRequired: true),
            HandlerUse.Output(port: "extras", slot: 8, isRequired: false),
        ])

    private static var code: Ask {
        var ask = required("code", 4)
        ask.length = 6
        return ask
    }

    private static var way: Ask {
        var ask = required("way", 9)
        ask.words = ["SMS", "APP", "MAIL"]
        ask.offered = 10
        return ask
    }

    private static var replies: [EventID: Block] {
        on(success: 6).merging([
            13: jump(0, 1), 12: jump(1, 11), 14: jump(8, 2), 9: jump(8, 3), 7: jump(8, 4),
        ]) { $1 }
    }

    private static var answers: [EventID: Block] {
        on(cancel: 9, success: 6).merging([
            13: jump(0, 1), 14: Block([.mark(5), .count(0), .jump(0)]), 9: jump(8, 7), 7: jump(8, 8),
        ]) { $1 }
    }

    private static func on(
        submit: StateID? = nil, cancel: StateID? = nil, timeout: StateID? = nil, handled: StateID? = nil,
        success: StateID? = nil
    ) -> [EventID: Block] {
        var all: [EventID: Block] = [0: Block([.mark(0), .jump(4)])]
        for (event, target) in [(.submit, submit), (.cancel, cancel), (.timeout, timeout), (EventID.handled, handled)] {
            if let target { all[event] = Block([.jump(target)]) }
        }
        let told = Notification(
            name: "signed-in", shows: [show("username", 2), show("token", 6, SourceFlag.disclosed)])
        if let success {
            all[6] = Block([.notify(told), .notify(Notification(name: "later", shows: [])), .jump(success)])
        }
        return all
    }

    private static func jump(_ target: StateID, _ mark: TransitionID) -> Block { Block([.mark(mark), .jump(target)]) }

    private static func state(_ name: String, _ kind: State.Kind, _ transitions: [EventID: Block]) -> State {
        State(name: name, node: nil, kind: kind, transitions: transitions)
    }

    private static func required(_ name: ByteString, _ slot: SlotID) -> Ask {
        var ask = Ask(name: name, slot: slot)
        ask.flags[.required] = true
        ask.flags[.nonEmpty] = true
        return ask
    }

    private static func show(_ name: ByteString, _ slot: SlotID, _ flags: Int = 0) -> Show {
        Show(name: name, source: Source(.slot(slot)), flags: flags)
    }

    private static func request(_ operation: ByteString, _ inputs: [(ByteString, SlotID)]) -> Request {
        Request(
            operation: operation,
            inputs: inputs.map { Request.Input(path: [$0.0], source: Source(.slot($0.1)), isSpread: false) },
            reply: ReplyForm(
                challengePath: ["Challenge"], successPath: ["Token"],
                outputs: [
                    output(5, "Session", .text), output(6, "Token", .text), output(10, "Ways", .list),
                ]))
    }

    private static func output(
        _ slot: SlotID, _ name: ByteString, _ encoding: OutputEncoding
    ) -> ReplyForm.Output {
        ReplyForm.Output(slot: slot, path: [name], encoding: encoding, prefix: "", isRequired: false)
    }
}
