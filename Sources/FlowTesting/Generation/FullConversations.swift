import FlowCore
import FlowModel
import FlowTable

/// Fills conversations with all optional values that do not change their path. They reveal whatever a flow forgets to
/// send, show, store or clear.
struct FullConversations {
    /// A member that can be added to a line.
    private struct Addition {
        let path: [String]
        let value: JSONValue
    }

    private let flow: CheckedFlow
    private let table: TransitionTable
    private let samples: SampleValues

    /// Prepares to fill conversations of a flow, whose table must have marks.
    init(_ flow: CheckedFlow, _ table: TransitionTable) {
        self.flow = flow
        self.table = table
        samples = SampleValues(flow)
    }

    /// Returns the lines with everything that can be added, or nil if nothing can.
    func filled(
        _ lines: [Scenario.Line], _ handlers: [String: Scenario.HandlerScript]
    ) -> [Scenario.Line]? {
        let wanted = way(of: lines, handlers)
        var result = lines
        var driver = FlowDriver(table, handlers: StandInHandlers(handlers))
        var isFuller = false
        for index in lines.indices {
            let line = result[index]
            let additions = additions(to: line, in: Int(driver.session.machine.state))
            for some in [additions] + (additions.count > 1 ? additions.map { [$0] } : []) where !some.isEmpty {
                guard let fuller = Self.adding(some, to: result[index]) else { continue }
                var other = result
                other[index] = fuller
                guard way(of: other, handlers) == wanted else { continue }
                (result, isFuller) = (other, true)
                if some.count > 1 { break }
            }
            let taken = result[index]
            _ = driver.take { taken.apply(to: &$0) }
        }
        return isFuller ? result : nil
    }

    /// Returns the transitions that lines take, with the targets.
    private func way(of lines: [Scenario.Line], _ handlers: [String: Scenario.HandlerScript]) -> [Int] {
        var driver = FlowDriver(table, handlers: StandInHandlers(handlers), recordsMarks: true)
        var places: [Int] = []
        for line in lines {
            let outputs = driver.take { line.apply(to: &$0) }
            places += [outputs.count, Int(driver.session.machine.state)]
        }
        return places + driver.marks
    }

    // MARK: What can be added

    private func additions(to line: Scenario.Line, in state: StateID) -> [Addition] {
        switch (line, flow.states[state].kind) {
        case (.start, _): additions(flow.inputs)
        case (.submit, .present(let presentation)): additions(presentation.asks)
        case (.reply, .call(let request)): additions(request.reply, line.value)
        default: []
        }
    }

    private func additions(_ asks: [Ask]) -> [Addition] {
        asks.map { ask in
            let values = samples.values(of: ask, flow)
            let isFree = ask.words.isEmpty && ask.pattern == nil && ask.length == nil && ask.offered == nil
            let type = flow.slots[ask.slot].type
            let value = isFree ? named(ask.name, type) : nil
            return Addition(path: [ask.name], value: value ?? values.first ?? .string("x"))
        }
    }

    private func additions(_ form: ReplyForm, _ body: JSONValue) -> [Addition] {
        guard case .object = body else { return [] }
        let challenge = form.challengePath.isEmpty ? nil : body.at(form.challengePath)?.string
        return form.outputs.compactMap { output in
            guard !output.path.isEmpty, output.path != form.challengePath,
                challenge == nil ? output.reading.success : output.reading.contains(challenge: challenge)
            else { return nil }
            let type = flow.slots[output.slot].type
            let value = named(output.path[output.path.count - 1], type)
            return (value ?? samples.values(of: output.slot, type).first).map {
                Addition(path: output.path, value: output.spelled($0))
            }
        }
    }

    /// Returns a value that names its origin, or nil if its type has none.
    private func named(_ name: String, _ type: ValueType) -> JSONValue? {
        switch type {
        case .text, .secret, .session: .string("x-" + name)
        case .list: .array([.string("x-" + name)])
        case .map: .object([JSONMember("x-" + name, .string("x"))])
        case .digits, .choice, .bytes, .flag, .seconds, .instant: nil
        }
    }

    /// Adds the members that a line lacks; nil if it lacks none.
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
