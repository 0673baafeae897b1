import FlowDiagnostics
import FlowCore
import FlowCompiler
import FlowIR
import FlowTable
import TestSupport
import Testing

/// Flows that were made to keep a machine busy: a start with large values runs one instruction again and again.
enum BusyFlow {
    /// Numbers of slots.
    static let list: SlotID = 2, reversed: SlotID = 3, map: SlotID = 4, added: SlotID = 5, text: SlotID = 6
    static let target: SlotID = 7, end: SlotID = 8
    private static let slotCount: SlotID = 300
    private static let size = 2_000

    private static let slots = Table<Slot, Slot>(
        (0..<slotCount).map { number in
            let type: SlotType =
                switch number {
                case list, reversed: .list
                case map, added: .map
                case end: .instant
                default: .text
                }
            return Slot(name: "s\(number)", type: type)
        })

    /// Texts of "a" alone; each byte of a text is looked at.
    private static let letters = Pattern(
        source: "a*", classes: (0..<256).map { $0 == 0x61 ? 1 : 0 }, next: [1, 0, 1, 1], accepts: [true, false])

    /// A table whose start runs `start`, and then ends showing `shows`.
    static func table(_ start: [Instruction], shows: [Show] = []) throws -> TransitionTable {
        let done = Ending(outcome: "done", step: "", shows: shows)
        return try table(start, State(name: "done", node: nil, kind: .end(done), transitions: [:]))
    }

    /// A table whose start sends a request with the list and the text, again and again.
    static func calling(inputs: Int) throws -> TransitionTable {
        let reply = ReplyForm(challengePath: [], successPath: [], outputs: [])
        let members = (0..<inputs).map { number in
            let isList = number.isMultiple(of: 2)
            return Request.Input(
                path: ["k\(number)"], source: Source(.slot(isList ? list : text)), isSpread: false,
                encoding: isList ? .list : .text)
        }
        let request = Request(operation: "o", inputs: members, reply: reply)
        let leave = Block([.jump(0)])
        return try table([], State(name: "call", node: nil, kind: .call(request), transitions: [6: leave, 9: leave]))
    }

    /// An event that runs the instructions, other than a start.
    enum Moment: String, CaseIterable, CustomTestStringConvertible {
        case submit, reply, handled

        var testDescription: String { rawValue }

        fileprivate var event: EventID {
            switch self {
            case .submit: .submit
            case .reply: 6
            case .handled: 5
            }
        }

        fileprivate var kind: State.Kind {
            switch self {
            case .submit:
                return .present(Presentation(step: "wait", shows: [], asks: BusyFlow.asks, timeLimit: nil))
            case .reply:
                let outputs = BusyFlow.given.members?.enumerated().map { index, member in
                    let encoding = [OutputEncoding.list, .list, .map, .map, .text][index]
                    return ReplyForm.Output(
                        slot: SlotID(index + 2), path: [ByteString(member.name)], encoding: encoding, prefix: "",
                        isRequired: true)
                }
                let form = ReplyForm(challengePath: [], successPath: [], outputs: outputs ?? [])
                return .call(Request(operation: "o", inputs: [], reply: form))
            case .handled:
                let outputs = BusyFlow.asks.map {
                    HandlerUse.Output(port: $0.name, slot: $0.slot, isRequired: true)
                }
                return .handler(HandlerUse(handler: "h", inputs: [], outputs: outputs))
            }
        }

        /// Brings the large values.
        func send(to session: inout FlowSession) -> FlowEffect {
            switch self {
            case .submit: session.submit(BusyFlow.given)
            case .reply: session.reply(BusyFlow.given)
            case .handled: session.handled(BusyFlow.given)
            }
        }
    }

    private static let asks = [list, reversed, map, added, text].map { Ask(name: ByteString(slots[$0].name), slot: $0) }

    /// A table whose start leads to a step, a request or a handler, whose result runs `code`.
    static func table(_ code: [Instruction], at moment: Moment) throws -> TransitionTable {
        let leave = Block([.jump(2)])
        let failures: [EventID] =
            switch moment {
            case .submit: []
            case .reply: [7, 9]
            case .handled: [10]
            }
        var transitions: [EventID: Block] = [moment.event: Block(code + [.jump(2)])]
        for failure in failures { transitions[failure] = leave }
        let done = Ending(outcome: "done", step: "", shows: [])
        let states: Table<State, State> = [
            State(name: "wait", node: nil, kind: moment.kind, transitions: transitions),
            State(
                name: "initial", node: nil, kind: .end(Ending(outcome: "", step: "", shows: [])),
                transitions: [.start: Block([.jump(0)])]),
            State(name: "done", node: nil, kind: .end(done), transitions: [:]),
        ]
        return try TransitionTable(
            verifying: TableWriter.write(
                unverified: LoweredFlow(
                    name: "busy", version: "1", slots: slots, counters: ["tries"], events: [], inputs: [],
                    states: states, initialState: 1, patterns: [letters], errorClasses: [], transitionCount: 1,
                    nodes: [])))
    }

    /// A table whose start leads to a state.
    private static func table(_ start: [Instruction], _ state: State) throws -> TransitionTable {
        let initial = State(
            name: "initial", node: nil, kind: .end(Ending(outcome: "", step: "", shows: [])),
            transitions: [.start: Block(start + [.jump(state.isCall ? 0 : 1)])])
        return try TransitionTable(
            verifying: TableWriter.write(
                unverified: LoweredFlow(
                    name: "busy", version: "1", slots: slots, counters: ["tries"], events: [],
                    inputs: [list, reversed, map, added, text].map { Ask(name: ByteString(slots[$0].name), slot: $0) },
                    states: state.isCall ? [state, initial] : [initial, state], initialState: state.isCall ? 1 : 0,
                    patterns: [letters], errorClasses: [], transitionCount: 1, nodes: [])))
    }

    /// What the start is given: lists and maps of thousands of words, and a long text.
    static let given: JSONValue = {
        let words = (0..<size).map { "word-\($0)" }
        func entries(_ prefix: String) -> JSONValue {
            .object(words.map { JSONMember(prefix + $0, .string("v")) })
        }
        return .object([
            JSONMember("s2", .array(words.map { .string($0) })),
            JSONMember("s3", .array(words.reversed().map { .string($0) })),
            JSONMember("s4", entries("")), JSONMember("s5", entries("other-")),
            JSONMember("s6", .string(String(repeating: "a", count: 50_000))),
        ])
    }()

    private static let needle = String(repeating: "a", count: 100) + "b"
    private static let literal = String(repeating: "a", count: 50_000)

    /// How often a start runs an instruction: those with a large literal are compiled slowly.
    static func count(_ opcode: Opcode) -> Int { opcode.operands.contains(.string) ? 500 : 10_000 }

    /// The instruction with the largest operands, and whether an event may not take it so often; nil for those that end the code, of which an
    /// event takes each once.
    static func instruction(_ opcode: Opcode) -> (instruction: Instruction, isHeavy: Bool)? {
        let many = Array(target..<slotCount)
        func test(_ condition: Condition) -> Instruction { .when(condition, Block([.count(0)])) }
        switch opcode {
        case .jump, .jumpLast, .refuse, .skip: return nil
        case .ifPresent: return (test(.present(list)), false)
        case .ifAbsent: return (test(.not(.present(list))), false)
        case .ifEquals: return (test(.equals(text, ByteString(literal), ignoringCase: false)), true)
        case .ifDiffers: return (test(.not(.equals(text, ByteString(literal), ignoringCase: false))), true)
        case .ifEqualsFolded: return (test(.equals(text, ByteString(literal), ignoringCase: true)), true)
        case .ifDiffersFolded: return (test(.not(.equals(text, ByteString(literal), ignoringCase: true))), true)
        case .ifContains: return (test(.contains(text, ByteString(needle))), true)
        case .ifLacks: return (test(.not(.contains(list, "word-xxxx"))), true)
        case .ifMatches: return (test(.matches(text, 0)), true)
        case .ifMismatches: return (test(.not(.matches(text, 0))), true)
        case .ifHasAll: return (test(.hasAll(list, reversed)), true)
        case .ifMisses: return (test(.not(.hasAll(map, list))), true)
        case .ifBelow: return (test(.below(0, 255)), false)
        case .ifReached: return (test(.not(.below(0, 255))), false)
        case .copy: return (.set(target, Source(.slot(text), otherwise: list)), true)
        case .assign: return (.set(reversed, Source(.literal(ByteString(literal)))), true)
        case .clear: return (.clear(many), true)
        case .count: return (.count(0), false)
        case .reset: return (.reset([0]), false)
        case .error: return (.error(type: ByteString(literal), message: ByteString(literal)), true)
        case .notify: return (.notify(Notification(name: "n", shows: [])), false)
        case .require: return (.require(Array(repeating: text, count: 1_000)), true)
        case .mark: return (.mark(0), false)
        case .clearExcept: return (.restart(keeping: Array(2..<slotCount)), true)
        case .merge: return (.merge(map, added), true)
        case .keepError: return (.keepError, true)
        case .forgetReply: return (.forgetReply, false)
        case .remaining: return (.remaining(target, 0, 1 << 27), false)
        case .begin: return (.begin(end, .seconds(60)), false)
        case .remove: return (.remove(map, entries: ["word-xxxx"]), true)
        }
    }
}

extension State {
    fileprivate var isCall: Bool { if case .call = kind { true } else { false } }
}
