import FlowDiagnostics
import FlowCompiler
import FlowIR
import FlowTable
import TestSupport

/// Code that may keep a machine busy: a few instructions, each repeated.
struct BusyProgram {
    /// An instruction, by the kind that it is reported as.
    private struct Part {
        let kind: String
        let instruction: Instruction
        var count: Int
    }

    /// The event that runs the code.
    private enum Moment: String, CaseIterable {
        case start, submit, reply, handled

        /// The number of the event, and of those for what fails.
        var events: (own: EventID, failures: [EventID]) {
            switch self {
            case .start: (.start, [])
            case .submit: (.submit, [])
            case .reply: (6, [7, 9])
            case .handled: (5, [10])
            }
        }
    }

    private let moment: Moment
    private var parts: [Part] = []
    private var shows: [Show] = []

    private static let slots: Table<Slot, Slot> = [
        Slot(name: "error", type: .text), Slot(name: "message", type: .text), Slot(name: "list", type: .list),
        Slot(name: "other", type: .list), Slot(name: "map", type: .map), Slot(name: "more", type: .map),
        Slot(name: "text", type: .text), Slot(name: "free", type: .list), Slot(name: "result", type: .map),
    ]
    /// The slots that an event can fill.
    private static let inputs: ClosedRange<SlotID> = 2...6

    /// A program at random.
    init(_ random: inout Seeded) {
        moment = random.pick(Moment.allCases) ?? .start
        for _ in 0...random.below(3) { parts.append(Self.part(&random)) }
        for index in 0..<random.below(random.one(of: 4, 40)) {
            let source = Source(.slot(Self.slot(&random)))
            shows.append(Show(name: "x\(index)", source: source, isDisclosed: false))
        }
    }

    /// The instruction that the program repeats most often. For an event other than a start, the event follows.
    var kind: String {
        let instruction = parts.max { $0.count < $1.count }?.kind ?? ""
        return moment == .start ? instruction : "\(instruction) at \(moment.rawValue)"
    }

    /// The program with something else in it.
    func changed(_ random: inout Seeded) -> BusyProgram {
        var program = self
        let place = random.below(parts.count)
        switch random.below(5) {
        case 0: program.parts.append(Self.part(&random))
        case 1 where parts.count > 1: program.parts.remove(at: place)
        case 2: program.parts.swapAt(place, random.below(parts.count))
        default: program.parts[place].count = 1 + random.below(2 * parts[place].count + 1)
        }
        return program
    }

    /// The table, if the loader accepts it and it is no larger than 64 kB.
    func table() -> [UInt8]? {
        let code = parts.flatMap { Array(repeating: $0.instruction, count: min($0.count, 20_000)) }
        let ending = Ending(outcome: "done", step: "", shows: shows)
        let initial = State.Kind.end(Ending(outcome: "", step: "", shows: []))
        let asks = Self.inputs.map { Ask(name: ByteString(Self.slots[$0].name), slot: $0) }
        // States stand in the order of their kinds: what waits, and then the ends.
        let first: StateID = waiting == nil ? 0 : 1
        var states: [State] = [
            State(
                name: "initial", node: nil, kind: initial,
                transitions: [.start: Block(moment == .start ? code + [.jump(1)] : [.jump(0)])]),
            State(name: "done", node: nil, kind: .end(ending), transitions: [:]),
        ]
        if let waiting {
            var transitions: [EventID: Block] = [moment.events.own: Block(code + [.jump(2)])]
            for failure in moment.events.failures { transitions[failure] = Block([.jump(2)]) }
            states.insert(State(name: "wait", node: nil, kind: waiting, transitions: transitions), at: 0)
        }
        let flow = LoweredFlow(
            name: "busy", version: "1", slots: Self.slots, counters: ["tries"], events: [],
            inputs: moment == .start ? asks : [], states: Table(states), initialState: first, patterns: [Self.letters],
            errorClasses: [], transitionCount: 1, nodes: [])
        guard let bytes = try? TableWriter.write(unverified: flow), bytes.count <= 65_536 else { return nil }
        return bytes
    }

    /// The state that waits for the event, unless that is the start.
    private var waiting: State.Kind? {
        switch moment {
        case .start: return nil
        case .submit:
            let asks = Self.inputs.map { Ask(name: ByteString(Self.slots[$0].name), slot: $0) }
            return .present(Presentation(step: "wait", shows: [], asks: asks, timeLimit: nil))
        case .reply:
            let outputs = Self.inputs.map { slot in
                let type = Self.slots[slot].type
                return ReplyForm.Output(
                    slot: slot, path: [ByteString(Self.slots[slot].name)],
                    encoding: type == .list ? .list : type == .map ? .map : .text, prefix: "", isRequired: true)
            }
            let form = ReplyForm(challengePath: [], successPath: [], outputs: outputs)
            return .call(Request(operation: "o", inputs: [], reply: form))
        case .handled:
            let outputs = Self.inputs.map {
                HandlerUse.Output(port: ByteString(Self.slots[$0].name), slot: $0, isRequired: true)
            }
            return .handler(HandlerUse(handler: "h", inputs: [], outputs: outputs))
        }
    }

    private static let letters = Pattern(
        source: "a*", classes: (0..<256).map { $0 == 0x61 ? 1 : 0 }, next: [1, 0, 1, 1], accepts: [true, false])

    private static func slot(_ random: inout Seeded) -> SlotID { SlotID(2 + random.below(slots.count - 2)) }

    private static func literal(_ random: inout Seeded) -> String {
        switch random.below(5) {
        case 0: (0..<random.below(8_000)).map { "w\($0)" }.joined(separator: " ")
        case 1: String(repeating: "a", count: random.below(50_000))
        case 2: String(repeating: "a", count: random.below(2_000)) + "b"
        case 3: Array(repeating: "a", count: random.below(16_000)).joined(separator: " ")
        default: "word-\(random.below(10_000))"
        }
    }

    private static func part(_ random: inout Seeded) -> Part {
        let (kind, instruction) = pick(&random)
        return Part(kind: kind, instruction: instruction, count: 1 + random.below(random.one(of: 4, 200, 5_000)))
    }

    private static func pick(_ random: inout Seeded) -> (String, Instruction) {
        func test(_ condition: Condition) -> Instruction { .when(condition, Block([.count(0)])) }
        let (one, other) = (slot(&random), slot(&random))
        let many = (0..<random.below(300)).map { _ in slot(&random) }
        switch random.below(16) {
        case 0: return ("has all", test(.hasAll(one, other)))
        case 1: return ("contains", test(.contains(one, ByteString(literal(&random)))))
        case 2: return ("matches", test(.matches(one, 0)))
        case 3: return ("equals", test(.equals(one, ByteString(literal(&random)), ignoringCase: random.chance(50))))
        case 4: return ("merge", .merge(one, other))
        case 5: return ("remove", .remove(one, entries: [ByteString(literal(&random))]))
        case 6: return ("set to a literal", .set(one, Source(.literal(ByteString(literal(&random))))))
        case 7: return ("set to a value", .set(one, Source(.slot(other), otherwise: one)))
        case 8: return ("clear", .clear(many))
        case 9: return ("restart", .restart(keeping: many))
        case 10: return ("keep the error", .keepError)
        case 11: return ("error", .error(type: ByteString(literal(&random)), message: ByteString(literal(&random))))
        case 12:
            let shows = many.map { Show(name: "x", source: Source(.slot($0)), isDisclosed: false) }
            return ("notify", .notify(Notification(name: "n", shows: shows)))
        case 13: return ("require", .require(many))
        case 14: return ("forget the reply", .forgetReply)
        default: return ("remaining", .remaining(one, 0, random.below(1 << 27)))
        }
    }
}
