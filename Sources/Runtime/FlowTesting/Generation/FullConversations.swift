import FlowCore
import FlowDiagnostics
import FlowIR
import FlowTable

/// A generator, which extends conversations by all optional values that do not change the transitions taken.
///
/// Such a conversation reveals what a flow forgets to send, show, store or clear.
struct FullConversations {
    /// A member that can be added to a line.
    private struct Addition {
        let path: [String]
        let value: JSONValue
    }

    private let flow: LoweredFlow
    private let table: TransitionTable
    private let samples: SampleValues

    /// Creates a generator for the conversations of a flow, whose table must have marks.
    init(_ flow: LoweredFlow, _ table: TransitionTable) {
        self.flow = flow
        self.table = table
        samples = SampleValues(flow)
    }

    /// Returns a conversation with all optional values that can be added, or nil if none can.
    ///
    /// For each line, first tries all additions together. If they change the path, tries them one after the other.
    func filled(
        _ lines: [Scenario.Line], _ handlers: [String: Scenario.HandlerScript]
    ) -> [Scenario.Line]? {
        let wanted = fingerprint(of: lines, handlers)
        var result = lines
        var driver = FlowDriver(table, handlers: StandInHandlers(handlers))
        var isExtended = false
        for index in lines.indices {
            let possible = additions(to: result[index], in: driver.session.currentState)
            if let extended = self.extended(result, at: index, by: possible, handlers, keeping: wanted) {
                result = extended
                isExtended = true
            }
            // The next line needs the state after this one, not its outputs.
            let line = result[index]
            _ = driver.apply { line.apply(to: &$0) }
        }
        return isExtended ? result : nil
    }

    /// Returns the lines with values added to the line at an index; nil if no value can be added without a change of
    /// the conversation's path.
    private func extended(
        _ lines: [Scenario.Line], at index: Int, by possible: [Addition],
        _ handlers: [String: Scenario.HandlerScript], keeping wanted: [Int]
    ) -> [Scenario.Line]? {
        /// Returns lines with additions to the line at `index`; nil if the line has them, or if they change the path.
        func adding(_ additions: [Addition], to lines: [Scenario.Line]) -> [Scenario.Line]? {
            guard let line = Self.adding(additions, to: lines[index]) else { return nil }
            var candidate = lines
            candidate[index] = line
            return fingerprint(of: candidate, handlers) == wanted ? candidate : nil
        }
        guard !possible.isEmpty else { return nil }
        if let all = adding(possible, to: lines) { return all }
        var result: [Scenario.Line]?
        for addition in possible {
            if let extended = adding([addition], to: result ?? lines) { result = extended }
        }
        return result
    }

    /// Returns numbers that identify a path: the output count and the state after each line, and all transitions.
    private func fingerprint(of lines: [Scenario.Line], _ handlers: [String: Scenario.HandlerScript]) -> [Int] {
        var driver = FlowDriver(table, handlers: StandInHandlers(handlers), recordsMarks: true)
        var path: [Int] = []
        for line in lines {
            let outputs = driver.apply { line.apply(to: &$0) }
            path += [outputs.count, Int(driver.session.machine.state)]
        }
        return path + driver.marks
    }

    // MARK: Possible additions

    /// Returns the values that can be added to a line in a state; empty unless it is a start, a submit or a reply.
    private func additions(to line: Scenario.Line, in state: StateID) -> [Addition] {
        switch (line, flow.states[state].kind) {
        case (.start, _): additions(for: flow.inputs)
        case (.submit, .present(let presentation)): additions(for: presentation.asks)
        case (.reply, .call(let request)): additions(for: request.reply, in: line.value)
        default: []
        }
    }

    /// Returns an additional value for each ask. Where the ask permits it, the value contains the ask's name.
    private func additions(for asks: [Ask]) -> [Addition] {
        asks.map { ask in
            let values = samples.values(of: ask)
            let isFree = ask.words.isEmpty && ask.pattern == nil && ask.length == nil && ask.offered == nil
            let type = flow.slots[ask.slot].type
            let value = isFree ? valueNaming(ask.name, type) : nil
            return Addition(path: [ask.name.text], value: value ?? values.first ?? .string("x"))
        }
    }

    /// Returns an additional value for each output that a reply can contain; empty if its body is not an object.
    private func additions(for form: ReplyForm, in body: JSONValue) -> [Addition] {
        guard case .object = body else { return [] }
        let challenge = form.challengePath.isEmpty ? nil : body.at(form.challengePath.map(\.text))?.string
        return form.outputs.compactMap { output in
            // A value for the whole body or for the challenge would make this another reply.
            guard !output.path.isEmpty, output.path != form.challengePath,
                output.reading.containsReply(naming: challenge.map { ByteString($0) })
            else { return nil }
            let type = flow.slots[output.slot].type
            let value = valueNaming(output.path[output.path.count - 1], type)
            return (value ?? samples.values(of: output.slot, type).first).map {
                Addition(path: output.path.map(\.text), value: output.encoded($0))
            }
        }
    }

    /// Returns a value that contains the name of its origin, or nil if values of its type cannot.
    private func valueNaming(_ name: ByteString, _ type: SlotType) -> JSONValue? {
        switch type {
        case .text, .secret, .session: .string("x-\(name)")
        case .list: .array([.string("x-\(name)")])
        case .map: .object([JSONMember("x-\(name)", .string("x"))])
        case .digits, .choice, .bytes, .flag, .seconds, .instant: nil
        }
    }

    /// Returns a start, submit or reply with the members that it lacks; nil if it lacks none, or for any other line.
    private static func adding(_ additions: [Addition], to line: Scenario.Line) -> Scenario.Line? {
        var body = line.value
        var isChanged = false
        for addition in additions where body.at(addition.path) == nil {
            body.set(addition.value, at: addition.path)
            isChanged = true
        }
        guard isChanged else { return nil }
        return switch line {
        case .start: .start(json: body.jsonText)
        case .submit: .submit(json: body.jsonText)
        case .reply: .reply(json: body.jsonText)
        default: nil
        }
    }
}
