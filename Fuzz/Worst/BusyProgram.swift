import FlowEmit
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
        for _ in 0...random.below(3) { parts.append(Self.part(&random)) }
        for index in 0..<random.below(random.one(of: 4, 40)) {
            let source = Source(.slot(Self.slot(&random)))
            shows.append(Show(name: "x\(index)", source: source, isDisclosed: false))
        }
    }

    /// What it is about: its most repeated instruction.
    var kind: String { parts.max { $0.count < $1.count }?.kind ?? "" }

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
        let states: Table<State, State> = [
            State(
                name: "initial", node: nil, kind: .end(Ending(outcome: "", step: "", shows: [])),
                transitions: [.start: Block(code + [.jump(1)])]),
            State(name: "done", node: nil, kind: .end(ending), transitions: [:]),
        ]
        let flow = LoweredFlow(
            name: "busy", version: "1", slots: Self.slots, counters: ["tries"], events: [],
            inputs: Self.inputs.map { Ask(name: Self.slots[$0].name, slot: $0) }, states: states, initialState: 0,
            patterns: [Self.letters], errorClasses: [], transitionCount: 1, nodes: [])
        guard let bytes = try? TableWriter.write(unverified: flow), bytes.count <= 65_536 else { return nil }
        return bytes
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
        case 1: return ("contains", test(.contains(one, literal(&random))))
        case 2: return ("matches", test(.matches(one, 0)))
        case 3: return ("equals", test(.equals(one, literal(&random), ignoringCase: random.chance(50))))
        case 4: return ("merge", .merge(one, other))
        case 5: return ("remove", .remove(one, entries: [literal(&random)]))
        case 6: return ("set to a literal", .set(one, Source(.literal(literal(&random)))))
        case 7: return ("set to a value", .set(one, Source(.slot(other), otherwise: one)))
        case 8: return ("clear", .clear(many))
        case 9: return ("restart", .restart(keeping: many))
        case 10: return ("keep the error", .keepError)
        case 11: return ("error", .error(type: literal(&random), message: literal(&random)))
        case 12:
            let shows = many.map { Show(name: "x", source: Source(.slot($0)), isDisclosed: false) }
            return ("notify", .notify(Notification(name: "n", shows: shows)))
        case 13: return ("require", .require(many))
        case 14: return ("forget the reply", .forgetReply)
        default: return ("remaining", .remaining(one, 0, random.below(1 << 27)))
        }
    }
}
