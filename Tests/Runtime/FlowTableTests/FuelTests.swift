import FlowDiagnostics
import FlowCore
import FlowCompiler
import FlowIR
import FlowTable
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Tables that were made to keep a machine busy: all of their code leads forward, and would still take for ever.
@Suite("Work without an end in sight")
struct FuelTests {
    /// Seconds of a processor that an event may take: without a limit, each would take minutes. Sanitizers make all of this several
    /// times slower, and missing optimization some tens of times.
    #if DEBUG
        private static let bound = 20.0
    #else
        private static let bound = 2.0
    #endif

    private static func isTooMuch(_ effect: FlowEffect) -> Bool {
        if case .refused(let refusal) = effect { return refusal.code == "too-much-work" }
        return false
    }

    /// Processor time of this thread, in seconds.
    private static func time() -> Double {
        var now = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now)
        return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
    }

    @Test(
        "each instruction is bounded with the largest operands, and nothing stays of a refused event",
        arguments: Opcode.allCases)
    func instruction(_ opcode: Opcode) throws {
        guard let (instruction, isHeavy) = BusyFlow.instruction(opcode) else { return }
        let table = try BusyFlow.table(Array(repeating: instruction, count: BusyFlow.count(opcode)))
        var session = FlowSession(table)
        let before = Self.time()
        let effect = session.start(BusyFlow.given)
        #expect(Self.time() - before < Self.bound)
        #expect(Self.isTooMuch(effect) == isHeavy)
        if isHeavy { #expect(session.stateName == "initial" && session.parameters.values.allSatisfy { $0 == nil }) }
    }

    @Test(
        "a submit, a reply and the result of a handler are bounded as a start is",
        arguments: BusyFlow.Moment.allCases, Opcode.allCases)
    func otherEvents(_ moment: BusyFlow.Moment, _ opcode: Opcode) throws {
        guard let (instruction, isHeavy) = BusyFlow.instruction(opcode) else { return }
        let code = Array(repeating: instruction, count: BusyFlow.count(opcode))
        var session = FlowSession(try BusyFlow.table(code, at: moment))
        _ = session.start(.object([]))
        #expect(session.stateName == "wait")
        let before = Self.time()
        var effect = moment.send(to: &session)
        while case .notify = effect { effect = session.proceed() }
        #expect(Self.time() - before < Self.bound)
        #expect(Self.isTooMuch(effect) == isHeavy, "\(effect)")
        #expect(session.stateName == (isHeavy ? "wait" : "done"))
    }

    @Test("once, each is taken", arguments: Opcode.allCases)
    func once(_ opcode: Opcode) throws {
        guard let (instruction, _) = BusyFlow.instruction(opcode) else { return }
        var session = FlowSession(try BusyFlow.table([instruction]))
        #expect(!Self.isTooMuch(session.start(BusyFlow.given)))
    }

    /// The start assigns its list, and asks again and again whether the list holds all of itself.
    @Test("a list of thousands of words holds all of itself after one look at each")
    func holdsItself() throws {
        let words = (0..<5_000).map { "w\($0)" }.joined(separator: " ")
        let set = Instruction.set(BusyFlow.list, Source(.literal(ByteString(words))))
        let test = Instruction.when(.not(.hasAll(BusyFlow.list, BusyFlow.list)), Block([.refuse("no")]))
        var session = FlowSession(try BusyFlow.table([set] + Array(repeating: test, count: 10)))
        guard case .end = session.start(.object([])) else {
            Issue.record("the event was refused")
            return
        }
        var busy = FlowSession(try BusyFlow.table([set] + Array(repeating: test, count: 1_000)))
        let before = Self.time()
        #expect(Self.isTooMuch(busy.start(.object([]))))
        #expect(Self.time() - before < Self.bound)
    }

    @Test("notifications in between give no new fuel, and none is told of an event that is refused")
    func notifications() throws {
        let test = Instruction.when(.hasAll(BusyFlow.list, BusyFlow.reversed), Block([.count(0)]))
        let round = Array(repeating: test, count: 20) + [.notify(Notification(name: "n", shows: []))]
        var session = FlowSession(try BusyFlow.table(Array(repeating: round, count: 20).flatMap { $0 }))
        #expect(Self.isTooMuch(session.start(BusyFlow.given)))
        var few = FlowSession(try BusyFlow.table(round))
        guard case .notify = few.start(BusyFlow.given), case .end = few.proceed() else {
            Issue.record("little work was refused")
            return
        }
    }

    @Test(
        "a request of a thousand values is written in time, or refused",
        arguments: [(100, 15), (8_000, 1), (64_000, 1), (64_000, 15)])
    func request(size: Int, items: Int) throws {
        var session = FlowSession(try BusyFlow.calling(inputs: 1_000))
        let item = JSONValue.string(String(repeating: "a", count: size))
        let effect = session.start(
            .object([JSONMember("s2", .array(Array(repeating: item, count: items))), JSONMember("s6", item)]))
        let before = Self.time()
        let count = session.request()?.body.jsonText.utf8.count ?? 0
        #expect(Self.time() - before < Self.bound && count < 1 << 25)
        #expect(Self.isTooMuch(effect) == (size == 64_000) && Self.isTooMuch(effect) == (count == 0))
    }

    @Test("a large value is not stored where a state would show it a thousand times")
    func shows() throws {
        func shown(_ count: Int) throws -> FlowSession {
            let list = Source(.slot(BusyFlow.list))
            let shows = (0..<count).map { Show(name: "x\($0)", source: list) }
            return FlowSession(try BusyFlow.table([.count(0)], shows: shows))
        }
        var many = try shown(1_000)
        #expect(Self.isTooMuch(many.start(BusyFlow.given)))
        var few = try shown(5)
        #expect(!Self.isTooMuch(few.start(BusyFlow.given)))
    }
}
