package import FlowSyntax

/// A flow as Docs/Explanation/Semantics.md means it.
package struct ReferenceFlow: Sendable {
    let flow: Flow
    /// The documents.
    let roots: [Element]

    /// A flow of a graph of documents without findings: that at a path, or at the root.
    /// - Parameters:
    ///   - graph: the documents.
    ///   - path: the flow, if it is not the root.
    ///   - unread: outputs that the flow does not speak of.
    package init(_ graph: DocumentGraph, path: String? = nil, unread: Set<Text> = []) {
        let number = path.flatMap { path in graph.nodes.firstIndex { $0.path == path } } ?? 0
        let documents = Documents(graph, unread)
        flow = Flow(number, of: documents)
        roots = documents.roots
    }

    /// The commands of the flow and of its sub-flows, sorted.
    package var commands: [Text] { Self.commands(flow).sorted() }

    /// What `start` brings.
    package var inputs: [Question] { flow.given }

    private static func commands(_ flow: Flow) -> Set<Text> {
        flow.imports.values.reduce(into: Set(flow.commands.keys)) { $0.formUnion(commands($1)) }
    }
}

/// A run of a flow: section 4, the events. A value; what an event leads to is another one.
package struct ReferenceRun: Sendable {
    /// The flow that is run.
    package let flow: ReferenceFlow
    private(set) var now = Configuration()
    /// The time, in seconds.
    package var time = 0
    /// The error of the last event, if that was an invalid reply.
    package private(set) var invalid: PendingError?
    /// The elements that the last event came to.
    package private(set) var executed: [Execution] = []

    /// A run before its start.
    package init(_ flow: ReferenceFlow) { self.flow = flow }

    // MARK: The host

    /// The host starts the flow with these inputs.
    package mutating func start(_ inputs: JSON) -> [Output] {
        let asked = flow.inputs
        return take(.start) { machine throws(Interruption) in try machine.read(inputs, asked, []) }
    }

    /// The host answers the step.
    package mutating func submit(_ answers: JSON) -> [Output] {
        take(.submit) { machine throws(Interruption) in
            guard let place = machine.now.node else { return [] }
            return try machine.read(answers, try machine.demand(place).questions, place.instance)
        }
    }

    /// The host answers the step's one choice.
    package mutating func select(_ word: Text) -> [Output] {
        let choices = questions.filter { $0.type == "choice" }
        guard choices.count == 1 else { return [.refused(code: "event-not-accepted", subject: "select")] }
        return submit(.object([JSON.Member(choices[0].name, .string(word))]))
    }

    /// The host sends `cancel`, `back`, `timeout` or a command. Only a command that is declared with an error can bring one.
    package mutating func send(_ name: Text, error: PendingError? = nil) -> [Output] {
        let event: Event
        switch name {
        case "cancel": event = .cancel
        case "back": event = .back
        case "timeout":
            let before = now
            return finish { machine throws(Interruption) in try machine.timeOut(before) }
        default:
            guard flow.commands.contains(name) else { return [.refused(code: "unknown-event", subject: name)] }
            event = .command(name)
        }
        return take(event, error: takesError(name) ? error ?? PendingError(name, "") : nil) { _ in [] }
    }

    /// Whether a command is declared with an error.
    private func takesError(_ name: Text) -> Bool {
        let flow = Machine(flow.flow, now).flow(now.node?.instance ?? [])
        return flow.commands[name]?.isTrue("error") == true
    }

    // MARK: The service and handlers

    /// The service answers.
    package mutating func reply(_ body: [UInt8]) -> [Output] {
        guard case .calling(let place) = now.point else {
            return [.refused(code: "event-not-accepted", subject: "reply")]
        }
        let before = now
        return finish { machine throws(Interruption) in
            switch try machine.read(body, at: place) {
            case .invalid(let error): try machine.begin(.invalid(error.type), at: place, error, [], before)
            case .answer(let event, let values):
                guard machine.isListenedTo(event, at: place) else { throw event.refusal }
                machine.noteReply(event, values, at: place)
                try machine.begin(event, at: place, nil, values, before)
            }
        }
    }

    /// The service or the way to it fails, or a reply is invalid.
    package mutating func fail(_ type: Text, _ message: Text, isInvalid: Bool = false) -> [Output] {
        guard case .calling = now.point else { return [.refused(code: "event-not-accepted", subject: "error")] }
        return take(isInvalid ? .invalid(type) : .error(type), error: PendingError(type, message)) { _ in [] }
    }

    /// A handler is done.
    package mutating func handled(_ result: JSON) -> [Output] {
        guard case .working(let job, let rest) = now.point else {
            return [.refused(code: "event-not-accepted", subject: "handled")]
        }
        let before = now
        var isTaken = false
        let outputs = finish { machine throws(Interruption) in
            switch try machine.read(result, job) {
            case .success(let values):
                isTaken = true
                machine.execute(working: job, "gives")
                for (place, value) in values { machine.store(value, at: place) }
                machine.todo = rest
                try machine.work()
            case .failure(let error): try machine.fail(job, error, before)
            }
        }
        guard case .refused(let code, _)? = outputs.last, isTaken else { return outputs }
        return [.refused(code: code == "event-not-accepted" ? "not-handled" : code, subject: "handled")]
    }

    /// A handler fails.
    package mutating func handlerFailed(_ name: Text, _ message: Text) -> [Output] {
        guard case .working(let job, _) = now.point else {
            return [.refused(code: "event-not-accepted", subject: "failed")]
        }
        let before = now
        return finish { machine throws(Interruption) in
            try machine.fail(job, PendingError(name, message), before)
        }
    }

    // MARK: An event as a whole or not at all

    private mutating func take(
        _ event: Event, error: PendingError? = nil,
        _ values: (Machine) throws(Interruption) -> [(Place, Value?)]
    ) -> [Output] {
        let before = now
        return finish { machine throws(Interruption) in
            let place = try machine.accepts(event)
            try machine.begin(event, at: place, error, try values(machine), before)
        }
    }

    private mutating func finish(_ body: (inout Machine) throws(Interruption) -> Void) -> [Output] {
        var machine = Machine(flow.flow, now, at: time)
        invalid = nil
        executed = []
        defer { executed += machine.executed.map { Execution($0) } }
        do throws(Interruption) {
            try body(&machine)
        } catch .refused(let code, let subject) {
            return [.refused(code: code, subject: subject)]
        } catch .invalid(let occurrence, let error) {
            let kept = now
            now = occurrence.before
            let outputs = finish { machine throws(Interruption) in
                try machine.begin(.invalid(error.type), at: occurrence.node, error, [], occurrence.before)
            }
            guard case .refused(let code, _)? = outputs.first else { return outputs }
            now = kept
            let isLate = if case .working = kept.point { true } else { false }
            return [.refused(code: code, subject: isLate ? "handled" : occurrence.event.subject)]
        } catch {
            if case .fault(let message) = error { return [.fault(message)] }
            return []
        }
        now = machine.now
        time = machine.time
        invalid = machine.invalid
        return machine.outputs
    }
}
