import FlowAnalysis
import FlowCompiler
import FlowCore
import FlowDiagnostics
import FlowIR
import FlowTable
import FlowTesting

/// What a page must know of a flow besides its table, as JSON: names, forms, possible replies and the picture's parts.
///
/// States, slots and transitions have the same numbers as in the table.
struct FlowData {
    private let flow: LoweredFlow
    private let samples: SampleValues
    private var replies: ReplyList
    private var asks = NumberedValues()
    private var events = NumberedValues()

    /// Creates the data of a flow, without any numbered values.
    private init(_ flow: LoweredFlow, _ compilation: Compilation) {
        self.flow = flow
        samples = SampleValues(flow)
        replies = ReplyList(flow, samples, compilation)
    }

    static func members(_ flow: LoweredFlow, _ compilation: Compilation) -> [JSONMember] {
        var data = FlowData(flow, compilation)
        return data.members()
    }

    /// Returns the members of the data. The states are first, because they add the numbered values.
    private mutating func members() -> [JSONMember] {
        let states = flow.states.indices.map { state($0) }
        return [
            JSONMember("name", .string(flow.name)),
            JSONMember("nodes", .array(flow.nodes.map { .string($0.id) })),
            JSONMember("slots", .array(flow.slots.map(Self.slot))),
            JSONMember("counters", .array(flow.counters.map { .string($0) })),
            JSONMember("inputs", .array(flow.inputs.map(ask))),
            JSONMember("handlers", handlers), JSONMember("takesError", commandsWithErrors),
            JSONMember("states", .array(states)), JSONMember("asks", asks.json), JSONMember("events", events.json),
        ] + replies.lists
    }

    /// Returns the name by which an author knows a slot, and its type.
    private static func slot(_ slot: Slot) -> JSONValue {
        .array([.string(slot.sentKey.map { "sent " + $0 } ?? slot.name), .string(slot.type.name)])
    }

    // MARK: States

    /// Returns what the host or the service can do in a state.
    private mutating func state(_ id: StateID) -> JSONValue {
        let state = flow.states[id]
        var members = [JSONMember("kind", .string("\(state.kind.stateKind)"))]
        if let node = state.node { members.append(JSONMember("node", .number(node.description))) }
        let names = hostEvents(of: state).map { JSONValue.string($0) }
        members.append(JSONMember("events", events.number(of: .array(names))))
        switch state.kind {
        case .present(let step):
            let asked = step.asks.map { asks.number(of: ask($0)) }
            members.append(JSONMember("asks", .array(asked)))
        case .call(let request): members += replies.members(of: id, request)
        case .handler, .choice, .end: break
        }
        return .object(members)
    }

    /// Returns the names of the events that the host can send in a state: built-in ones and commands.
    private func hostEvents(of state: State) -> [String] {
        state.transitions.events.compactMap { event in
            switch event.builtin {
            case .start: "start"
            case .submit: "submit"
            case .cancel: "cancel"
            case .back: "back"
            case .timeout, .handled, .success, .invalid, .otherChallenge, .otherError, .otherFailure: nil
            case nil: flow.ownEvent(event).flatMap { $0.kind == .command ? $0.name.text : nil }
            }
        }
    }

    /// Returns an ask as JSON: its constraints for a form, and a sample value.
    private func ask(_ ask: Ask) -> JSONValue {
        let type = flow.slots[ask.slot].type
        var members = [
            JSONMember("name", .string(ask.name.text)), JSONMember("type", .string(type.name)),
            JSONMember("required", .bool(ask.isRequired)),
        ]
        if type.isSecret { members.append(JSONMember("secret", .bool(true))) }
        if let length = ask.length { members.append(JSONMember("length", .number(String(length)))) }
        if !ask.words.isEmpty { members.append(JSONMember("of", .array(ask.words.map { .string($0.text) }))) }
        if let pattern = ask.pattern.flatMap({ flow.patterns[ifPresent: $0] }) {
            members.append(JSONMember("pattern", .string(pattern.source)))
        }
        if let fallback = ask.fallback { members.append(JSONMember("fallback", .string(fallback.text))) }
        if let sample = sample(of: ask, type) { members.append(JSONMember("sample", sample)) }
        return .object(members)
    }

    /// Returns a sample answer, or nil if none is known: the ask's name in angle brackets if any text will do, and
    /// otherwise a value that the flow need not accept, for example because the value is not offered.
    private func sample(of ask: Ask, _ type: SlotType) -> JSONValue? {
        let isFree = ask.words.isEmpty && ask.offered == nil && ask.pattern == nil && ask.length == nil
        switch type {
        case .text, .secret, .bytes, .session: if isFree { return .string("<\(ask.name)>") }
        case .digits, .choice, .list, .map, .flag, .seconds, .instant: break
        }
        return samples.values(of: ask).first
    }

    /// The names of the commands with which the host can send an error.
    private var commandsWithErrors: JSONValue {
        var names: Set<String> = []
        for state in flow.states {
            for (event, _) in state.transitions where flow.effect(of: event, in: state).canTakeError {
                if let command = flow.ownEvent(event) { names.insert(command.name.text) }
            }
        }
        return Self.list(names)
    }

    // MARK: Handlers

    /// By name of a handler: the failures that the flow names for it, and its outputs that are secret.
    private var handlers: JSONValue {
        var failures: [String: Set<String>] = [:]
        var secrets: [String: Set<String>] = [:]
        for state in flow.states {
            guard case .handler(let use) = state.kind else { continue }
            failures[use.handler.text, default: []].formUnion(flow.names(of: .failure, acceptedBy: state).map(\.text))
            let isSecret = { (output: HandlerUse.Output) in output.isSecret || flow.slots[output.slot].type.isSecret }
            secrets[use.handler.text, default: []].formUnion(use.outputs.filter(isSecret).map(\.port.text))
        }
        return .object(
            failures.sorted { $0.key < $1.key }.map { name, failures in
                let lists = [
                    JSONMember("failures", Self.list(failures)),
                    JSONMember("secrets", Self.list(secrets[name, default: []])),
                ]
                return JSONMember(name, .object(lists))
            })
    }

    private static func list(_ names: Set<String>) -> JSONValue { .array(names.sorted().map { .string($0) }) }
}
