/// A compiled flow as far as proofs are about it, read from the bytes of its table.
struct Table {
    enum Kind { case step, call, handler, choice, end }

    struct Ask {
        var slot = 0, flags = 0
        var words: [[UInt8]] = []
        var length, offered, meant, pattern: Int?
        var fallback: [UInt8]?
        var isRequired: Bool { flags & 1 != 0 }
        var ignoresCase: Bool { flags & 2 != 0 }
        var isConstant: Bool { flags & 256 != 0 }
        var isNonEmpty: Bool { flags & 512 != 0 }
    }

    /// A set of replies: success, every challenge, or challenges by name.
    struct Replies {
        var flags = 3
        var names: [[UInt8]] = []
    }

    struct Output {
        var slot = 0
        var demand: Replies?
        /// The replies that it is read from.
        var replies = Replies()
        /// How it is read: outputs that are read alike are the same value.
        var reading: [[UInt8]] = []
    }

    struct Pattern {
        var classes: [UInt8]
        var classCount: Int
        var next: [UInt8]
        var accepts: [UInt8]
    }

    /// Built-in events by number, and how many there are.
    static let (start, submit, timeout, handled, success, invalid) = (0, 1, 4, 5, 6, 7)
    /// The types of the error after `invalid`.
    static let errorsOfInvalid = Set(
        [
            "malformed-reply", "unrecognised-reply", "unknown-challenge", "unexpected-reply", "missing-parameter",
            "wrong-type",
        ].map { Array($0.utf8) })
    static let (otherChallenge, otherError, otherFailure, builtins) = (8, 9, 10, 11)
    static let (list, map, flag) = (UInt8(4), UInt8(5), UInt8(8))

    private(set) var kinds: [Kind] = []
    private(set) var stateNames: [[UInt8]] = []
    private(set) var types: [UInt8] = []
    private(set) var slotNames: [[UInt8]] = []
    private(set) var eventNames: [[UInt8]] = []
    private(set) var (firstChallenge, firstError, firstFailure) = (0, 0, 0)
    private(set) var (counters, initial) = (0, 0)
    private(set) var patterns: [Pattern] = []
    private(set) var inputs: [Ask] = []
    /// By state of their kind.
    private(set) var asks: [Int: [Ask]] = [:]
    private(set) var outputs: [Int: [Output]] = [:]
    private(set) var gives: [Int: [(slot: Int, isRequired: Bool)]] = [:]
    private(set) var limited: Set<Int> = []
    /// The events by which the deadlines of steps are over. They leave no error, as `timeout` does.
    private(set) var deadlines: Set<Int> = []
    private(set) var choices: [Int: Int] = [:]
    private(set) var blocks: [[Instruction]] = []
    private var strings: [[UInt8]] = []
    private var (base, fallback, fallbackBase): ([Int], [Int], [Int]) = ([], [], [])
    private var (combEvents, combValues): ([Int], [Int]) = ([], [])
    let bytes: [UInt8]

    var events: Int { Self.builtins + eventNames.count }

    init(_ bytes: [UInt8]) throws(Refusal) {
        self.bytes = bytes
        var cursor = Cursor(bytes: bytes, offset: 0, end: bytes.count)
        guard try cursor.take(4) == [0x46, 0x4C, 0x4F, 0x57], try cursor.fixed(2) == 0, try cursor.fixed(2) < 2 else {
            throw cursor.fault
        }
        let sum = try cursor.fixed(4)
        guard try cursor.fixed(4) == bytes.count, sum == Self.checksum(bytes[12...]) else { throw cursor.fault }
        var field: [Int] = []
        for _ in 0..<29 { field.append(try cursor.number(below: 2 * bytes.count)) }
        (counters, initial) = (field[10], field[20])
        for (kind, count) in zip([Kind.step, .call, .handler, .choice, .end], field) {
            kinds += Array(repeating: kind, count: count)
        }
        firstChallenge = Self.builtins + field[5]
        firstError = firstChallenge + field[6]
        firstFailure = firstError + field[7]
        guard initial < kinds.count, counters <= 16, field[9] >= 2, field[11] <= bytes.count else { throw cursor.fault }
        try read(&cursor, field)
        guard cursor.offset == bytes.count else { throw cursor.fault }
    }

    /// FNV-1a, 32 bits.
    private static func checksum(_ bytes: ArraySlice<UInt8>) -> Int {
        Int(bytes.reduce(UInt32(0x811C_9DC5)) { ($0 ^ UInt32($1)) &* 0x0100_0193 })
    }

    private mutating func read(_ cursor: inout Cursor, _ field: [Int]) throws(Refusal) {
        var lengths: [Int] = []
        for _ in 0..<field[11] { lengths.append(try cursor.number()) }
        for length in lengths { strings.append(try cursor.take(length)) }
        let comb = field[13]
        base = try cursor.column(kinds.count, of: comb)
        fallback = try cursor.column(kinds.count, of: field[15] == 0 ? 0 : field[15] + 1)
        fallbackBase = try cursor.column(field[15], of: comb)
        let empty = field[14] == 1 ? 0xFF : field[14] == 2 ? 0xFFFF : 0xFFFF_FFFF
        guard [1, 2, 4].contains(field[14]), comb <= (cursor.end - cursor.offset) / (2 * field[14]) else {
            throw cursor.fault
        }
        for _ in 0..<comb {
            let (event, value) = (try cursor.fixed(field[14]), try cursor.fixed(field[14]))
            combEvents.append(event == empty ? -1 : event)
            combValues.append(value)
            guard event == empty || value < kinds.count + field[16] else { throw cursor.fault }
        }
        let offsets = try cursor.column(field[16], of: field[17])
        let code = cursor.offset
        _ = try cursor.take(field[17])
        _ = try cursor.column(field[0], of: field[11])
        let presents = try cursor.column(field[0], of: field[18])
        let calls = try cursor.column(field[1], of: field[18])
        let handlers = try cursor.column(field[2], of: field[18])
        let blocksOfChoices = try cursor.column(field[3], of: field[16])
        _ = try cursor.column(field[4], of: field[18])
        for set in try cursor.column(field[1], of: field[27] == 0 ? 0 : field[27] + 1) {
            guard set <= field[27] else { throw cursor.fault }
        }
        for _ in 0..<field[27] { _ = try cursor.take(field[6] / 8 + 1) }
        let start = cursor.offset
        _ = try cursor.take(field[18])
        var records = Cursor(bytes: bytes, offset: start, end: cursor.offset)
        eventNames = try texts(try cursor.column(field[5] + field[6] + field[7] + field[8], of: field[11]))
        _ = try cursor.column(field[23], of: field[11])
        _ = try cursor.column(2 * field[24], of: field[11])
        types = try cursor.take(field[9])
        slotNames = try texts(try cursor.column(field[9], of: field[11]))
        let patternOffsets = try cursor.column(field[25], of: field[26])
        for offset in patternOffsets { try readPattern(cursor, offset) }
        _ = try cursor.take(field[26])
        try readStateNames(&cursor, own: field[28])
        guard types.allSatisfy({ $0 < 11 }), blocksOfChoices.allSatisfy({ $0 < field[16] }),
            fallback.allSatisfy({ $0 <= field[15] })
        else { throw cursor.fault }
        for (number, block) in blocksOfChoices.enumerated() { choices[field[0] + field[1] + field[2] + number] = block }
        if field[19] != 0 { inputs = try readAsks(&records, at: start + field[19]) }
        for (state, record) in presents.enumerated() { try readStep(state, &records, start, record) }
        for (number, record) in calls.enumerated() { try readCall(field[0] + number, &records, start, record) }
        for (number, record) in handlers.enumerated() {
            try readHandler(field[0] + field[1] + number, &records, start + record)
        }
        for (number, offset) in offsets.enumerated() {
            let end = number + 1 < offsets.count ? offsets[number + 1] : field[17]
            guard offset < end, end <= field[17] else { throw cursor.fault }
            var block = Cursor(bytes: bytes, offset: code + offset, end: code + end)
            blocks.append(try readBlock(&block))
        }
    }

    private mutating func readStateNames(_ cursor: inout Cursor, own count: Int) throws(Refusal) {
        if count == 0 { return }
        let numbers = try cursor.column(kinds.count, of: strings.count + count - 1)
        var (lengths, names) = ([Int](), strings)
        for _ in 1..<count { lengths.append(try cursor.number()) }
        for length in lengths { names.append(try cursor.take(length)) }
        for number in numbers {
            guard number < names.count else { throw cursor.fault }
            stateNames.append(names[number])
        }
    }

    private func texts(_ numbers: [Int]) throws(Refusal) -> [[UInt8]] {
        var result: [[UInt8]] = []
        for number in numbers {
            guard number < strings.count else { throw Refusal(.badTable, "string \(number)", "there is no such text") }
            result.append(strings[number])
        }
        return result
    }

    func text(_ cursor: inout Cursor) throws(Refusal) -> [UInt8] {
        strings[try cursor.number(below: strings.count)]
    }

    private mutating func readPattern(_ section: Cursor, _ offset: Int) throws(Refusal) {
        var cursor = section
        cursor.offset += offset
        let (states, count) = (try cursor.byte(), try cursor.byte())
        let (classes, next) = (try cursor.take(256), try cursor.take(states * count))
        let accepts = try cursor.take(states)
        guard states > 0, classes.allSatisfy({ $0 < count }), next.allSatisfy({ $0 < states }) else {
            throw cursor.fault
        }
        patterns.append(Pattern(classes: classes, classCount: count, next: next, accepts: accepts))
    }

    // MARK: Records

    private mutating func readStep(_ state: Int, _ cursor: inout Cursor, _ start: Int, _ record: Int) throws(Refusal) {
        asks[state] = []
        if record == 0 { return }
        cursor.offset = start + record
        let limit = try cursor.number(below: 6)
        if limit % 3 > 0 {
            _ = try cursor.number()
            limited.insert(state)
        }
        if limit >= 3 {
            _ = try cursor.list { (cursor) throws(Refusal) in
                guard types[try cursor.number(below: types.count)] == 10 else { throw cursor.fault }
                deadlines.insert(Self.builtins + (try cursor.number()))
            }
        }
        try skipSources(&cursor) { (cursor) throws(Refusal) in _ = try cursor.number() }
        asks[state] = try readAsks(&cursor, at: cursor.offset)
    }

    /// Skips a list of sources, each behind something else.
    private func skipSources(
        _ cursor: inout Cursor, _ before: (inout Cursor) throws(Refusal) -> Void
    ) throws(Refusal) {
        _ = try cursor.list { (cursor) throws(Refusal) in
            try before(&cursor)
            let flags = try cursor.number(below: 64)
            _ = try cursor.number()
            if flags & 2 != 0 { _ = try cursor.number() }
            if flags & 32 != 0, try cursor.number() & 1 != 0 { _ = try cursor.number() }
        }
    }

    private func readAsks(_ cursor: inout Cursor, at offset: Int) throws(Refusal) -> [Ask] {
        cursor.offset = offset
        return try cursor.list { (cursor) throws(Refusal) in
            _ = try cursor.number()
            var ask = Ask(slot: try cursor.number(below: types.count), flags: try cursor.number(below: 1024))
            if ask.flags & 4 != 0 { ask.length = try cursor.number() }
            if ask.flags & 8 != 0 {
                ask.words = try cursor.list { (cursor) throws(Refusal) in try text(&cursor) }
            }
            if ask.flags & 16 != 0 { ask.offered = try cursor.number(below: types.count) }
            if ask.flags & 32 != 0 { ask.meant = try cursor.number(below: types.count) }
            if ask.flags & 64 != 0 { ask.pattern = try cursor.number(below: patterns.count) }
            if ask.flags & 128 != 0 { ask.fallback = try text(&cursor) }
            return ask
        }
    }

    private mutating func readCall(_ state: Int, _ cursor: inout Cursor, _ start: Int, _ record: Int) throws(Refusal) {
        cursor.offset = start + record
        _ = try cursor.number()
        try skipSources(&cursor) { (cursor) throws(Refusal) in
            _ = try cursor.list { (cursor) throws(Refusal) in try cursor.number() }
        }
        cursor.offset = start + (try cursor.number())
        for _ in 0..<2 { _ = try cursor.list { (cursor) throws(Refusal) in try cursor.number() } }
        outputs[state] = try cursor.list { (cursor) throws(Refusal) in try readOutput(&cursor) }
    }

    private func readOutput(_ cursor: inout Cursor) throws(Refusal) -> Output {
        var output = Output(slot: try cursor.number(below: types.count))
        output.reading = [[]] + (try cursor.list { (cursor) throws(Refusal) in try text(&cursor) })
        let (encoding, flags) = (try cursor.number(below: 6), try cursor.number(below: 16))
        output.reading[0].append(UInt8(encoding))
        // A list in a slot for texts would be what no test expects.
        let form = encoding == 0 ? 0 : encoding == 2 || encoding == 4 ? Self.map : Self.list
        guard isCollection(output.slot) ? types[output.slot] == form : encoding == 0 else { throw cursor.fault }
        output.reading.append(flags & 2 != 0 ? try text(&cursor) : [])
        if flags & 1 != 0 { output.demand = Replies() }
        if flags & 4 != 0 { output.demand = try readReplies(&cursor) }
        if flags & 8 != 0 { output.replies = try readReplies(&cursor) }
        output.reading += [[UInt8(output.replies.flags)]] + output.replies.names
        return output
    }

    private func readReplies(_ cursor: inout Cursor) throws(Refusal) -> Replies {
        var result = Replies(flags: try cursor.number(below: 8))
        if result.flags & 4 != 0 { result.names = try cursor.list { (cursor) throws(Refusal) in try text(&cursor) } }
        return result
    }

    private mutating func readHandler(_ state: Int, _ cursor: inout Cursor, _ offset: Int) throws(Refusal) {
        cursor.offset = offset
        _ = try cursor.number()
        try skipSources(&cursor) { (cursor) throws(Refusal) in _ = try cursor.number() }
        gives[state] = try cursor.list { (cursor) throws(Refusal) in
            _ = try cursor.number()
            return (try cursor.number(below: types.count), try cursor.number() & 1 != 0)
        }
    }

    // MARK: Steps

    func isCollection(_ slot: Int) -> Bool { types[slot] == Self.list || types[slot] == Self.map }

    func isHost(_ event: Int) -> Bool { event <= Self.timeout || event >= Self.builtins && event < firstChallenge }

    /// Whether the host can pass an error with a command: its block begins with the error that applies without one.
    func takesError(_ state: Int, _ event: Int) -> Bool {
        guard event >= Self.builtins, let next = own(state, event), next >= kinds.count else { return false }
        let block = blocks[next - kinds.count]
        guard block.count > 2, case .test(.atom(.present(0)), skippingIf: true, to: 2) = block[0],
            case .error(let type, let message) = block[1]
        else { return false }
        return type == eventNames[event - Self.builtins] && message.isEmpty
    }

    func isReply(_ event: Int) -> Bool {
        event == Self.success || event == Self.otherChallenge || event >= firstChallenge && event < firstError
    }

    /// What a state itself does on an event: the next state, or the number of states and that of a block.
    func own(_ state: Int, _ event: Int) -> Int? {
        let row = fallback[state]
        return value(base[state], event) ?? (row > 0 ? value(fallbackBase[row - 1], event) : nil)
    }

    private func value(_ base: Int, _ event: Int) -> Int? {
        let index = base + event
        return index < combEvents.count && combEvents[index] == event ? combValues[index] : nil
    }
}
