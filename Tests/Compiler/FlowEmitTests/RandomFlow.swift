import FlowDiagnostics
import FlowIR
import FlowTable
import TestSupport

/// Makes flows of all kinds of states, events and instructions from a seed.
struct RandomFlow {
    private var random: Seeded
    private var counts: [Int] = []
    private var events: [Event] = []
    private var slotCount = 0
    private var counterCount = 0

    static let words = ["", "a", "ab", "B", "code", "é", "e\u{301}"]

    static func flow(seed: UInt64) -> LoweredFlow {
        var maker = RandomFlow(random: Seeded(seed))
        return maker.make()
    }

    private init(random: Seeded) { self.random = random }

    private mutating func make() -> LoweredFlow {
        counts = [1 + random.below(8), random.below(6), random.below(3), random.below(5), 1 + random.below(3)]
        slotCount = 2 + random.below(6)
        counterCount = random.below(4)
        for kind in EventKind.allCases {
            for number in 0..<random.below(6) {
                events.append(Event(kind: kind, name: ByteString("\(kind)-\(number)")))
            }
        }
        let common = Dictionary(
            uniqueKeysWithValues: allEvents.filter { _ in random.chance(40) }.map { ($0, block()) })
        var states: Table<State, State> = []
        for (kind, count) in counts.enumerated() {
            for _ in 0..<count { states.append(state(kind: kind, number: states.count, common)) }
        }
        // A table is refused whose slots of seconds or of deadlines get other values.
        let types = SlotType.allCases.filter { $0 != .seconds && $0 != .instant }
        let slots = (0..<slotCount).map {
            Slot(name: "slot-\($0)", type: $0 < 2 ? .text : types[random.below(types.count)])
        }
        return LoweredFlow(
            name: "random", version: "1", slots: Table(slots),
            counters: Table((0..<counterCount).map { "counter-\($0)" }),
            events: events,
            inputs: [], states: states, initialState: StateID(states.count - 1), patterns: [Self.digits],
            errorClasses: [(type: "error-0", name: "soft"), (type: "*", name: "hard")], transitionCount: 9, nodes: [])
    }

    /// Texts of digits only.
    private static var digits: Pattern {
        let classes = (0..<256).map { UInt8($0 >= 0x30 && $0 <= 0x39 ? 1 : 0) }
        return Pattern(source: "[0-9]*", classes: classes, next: [1, 0, 1, 1], accepts: [true, false])
    }

    private var allEvents: [EventID] { (0..<TableFormat.firstOwnEvent + events.count).map { EventID($0) } }
    private var stateCount: Int { counts.reduce(0, +) }
    private var firstChoice: Int { counts[0] + counts[1] + counts[2] }

    private mutating func state(kind: Int, number: Int, _ common: [EventID: Block]) -> State {
        var transitions: [EventID: Block] = [:]
        if kind != 3 {
            if random.chance(70) {
                for event in common.keys.sorted() where random.chance(90) { transitions[event] = common[event] }
            }
            for event in allEvents where random.chance(15) { transitions[event] = block(on: event) }
        }
        return State(name: "state-\(number)", node: nil, kind: self.kind(kind, number), transitions: transitions)
    }

    private mutating func kind(_ kind: Int, _ number: Int) -> State.Kind {
        switch kind {
        case 0: return .present(Presentation(step: ByteString(word()), shows: shows(), asks: [], timeLimit: nil))
        case 1:
            let reply = ReplyForm(challengePath: [], successPath: [], outputs: [])
            return .call(Request(operation: ByteString(word()), inputs: [], reply: reply))
        case 2: return .handler(HandlerUse(handler: ByteString(word()), inputs: [], outputs: []))
        case 3: return .choice(block(behind: number))
        default: return .end(Ending(outcome: ByteString(word()), step: ByteString(word()), shows: shows()))
        }
    }

    private mutating func shows() -> [Show] {
        (0..<random.below(3)).map { _ in
            Show(name: ByteString(word()), source: source(), flags: random.chance(50) ? SourceFlag.disclosed : 0)
        }
    }

    private mutating func word() -> String { Self.words[random.below(Self.words.count)] }
    private mutating func slot() -> SlotID { SlotID(random.below(slotCount)) }
    private mutating func slots() -> [SlotID] { (0...random.below(3)).map { _ in slot() } }

    private mutating func source() -> Source {
        if random.chance(30) { return Source(.literal(ByteString(word()))) }
        return Source(.slot(slot()), otherwise: random.chance(30) ? slot() : nil)
    }

    // MARK: Code

    /// A block; one of a choice leads only to later choices, so that no circle arises.
    private mutating func block(on event: EventID? = nil, behind choice: Int? = nil, depth: Int = 0) -> Block {
        var instructions: [Instruction] = []
        if depth == 0, random.chance(40) { return Block([.jump(target(behind: choice))]) }
        if depth == 0, random.chance(20) {
            let refusal = Block([.refuse(ByteString(word()))])
            instructions.append(.when(condition(), refusal))
        }
        // Only replies that are no invalid ones may turn out to lack something.
        if event == 6, random.chance(40) { instructions.append(.require(slots())) }
        for _ in 0..<random.below(5) { instructions.append(instruction(on: event, behind: choice, depth: depth)) }
        if depth == 0 || random.chance(30) { instructions.append(ending(behind: choice)) }
        return Block(instructions)
    }

    private mutating func ending(behind choice: Int?) -> Instruction {
        random.chance(20) ? .jumpLast(otherwise: target(behind: choice)) : .jump(target(behind: choice))
    }

    private mutating func target(behind choice: Int?) -> StateID {
        let state = random.below(stateCount)
        guard let choice, state >= firstChoice, state <= choice else { return StateID(state) }
        return StateID(stateCount - 1)
    }

    private mutating func instruction(on event: EventID?, behind choice: Int?, depth: Int) -> Instruction {
        switch random.below(12) {
        case 0...2 where depth < 3: return .when(condition(), block(on: event, behind: choice, depth: depth + 1))
        case 3: return .merge(slot(), slot())
        case 4: return .clear(slots())
        case 5: return .restart(keeping: random.chance(50) ? [] : slots())
        case 6 where counterCount > 0: return .count(CounterID(random.below(counterCount)))
        case 7 where counterCount > 0: return .reset([CounterID(random.below(counterCount))])
        case 8: return .error(type: ByteString(word()), message: ByteString(word()))
        case 9: return .keepError
        case 10: return .notify(Notification(name: ByteString(word()), shows: shows()))
        case 11: return .mark(TransitionID(random.below(9)))
        default: return .set(slot(), source())
        }
    }

    private mutating func condition(depth: Int = 0) -> Condition {
        switch random.below(depth < 3 ? 11 : 7) {
        case 0: return .present(slot())
        case 1: return .equals(slot(), ByteString(word()), ignoringCase: random.chance(50))
        case 2: return .contains(slot(), ByteString(word()))
        case 3: return .matches(slot(), 0)
        case 4: return .hasAll(slot(), slot())
        case 5: return .constant(random.chance(50))
        case 6 where counterCount > 0: return .below(CounterID(random.below(counterCount)), random.below(3))
        case 7: return .not(condition(depth: depth + 1))
        case 8, 9: return .and(condition(depth: depth + 1), condition(depth: depth + 1))
        case 10: return .or(condition(depth: depth + 1), condition(depth: depth + 1))
        default: return .present(slot())
        }
    }
}
