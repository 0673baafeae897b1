/// A name as a number: equal names of one compilation have equal symbols.
struct Symbol: Hashable, Sendable {
    /// The position in the table that made it.
    let number: Int32
}

extension Symbol {
    /// `*`: every challenge, error, failure or outcome that has no name of its own here.
    static let any = Symbol(number: 0)
    /// The events of the host that every flow has.
    static let start = Symbol(number: 1)
    static let submit = Symbol(number: 2)
    static let cancel = Symbol(number: 3)
    static let back = Symbol(number: 4)
    static let timeout = Symbol(number: 5)
    /// The events that a reply can be.
    static let success = Symbol(number: 6)
    static let invalid = Symbol(number: 7)
    static let reply = Symbol(number: 8)
    /// The name of the ask that a selection has where its author wrote none.
    static let selection = Symbol(number: 9)
    /// The pending error: both of its parts, its type and its message.
    static let error = Symbol(number: 10)
    static let errorType = Symbol(number: 11)
    static let errorMessage = Symbol(number: 12)

    /// The events of the host that every flow has, in the order of their numbers in a table.
    static let hostEvents: [Symbol] = [.start, .submit, .cancel, .back, .timeout]
    /// The events that a reply can be.
    static let replyEvents: [Symbol] = [.success, .invalid, .reply]

    /// Whether it is an event that every flow has.
    var isBuiltinEvent: Bool { Self.hostEvents.contains(self) || Self.replyEvents.contains(self) }
}

/// All names of a compilation. Symbols are handed out in the order in which names are met.
struct SymbolTable: Sendable {
    /// The texts of the symbols that every table begins with.
    private static let fixed = [
        "*", "start", "submit", "cancel", "back", "timeout", "success", "invalid", "reply", "selection", "error",
        "error.type", "error.message",
    ]

    private var texts: [String] = []
    /// Symbols by hash, with open addressing; -1 where there is none. Names are short, and most are met many times.
    private var slots: [Int32] = Array(repeating: -1, count: 256)

    /// The table of the names that the language itself has.
    init() {
        for text in Self.fixed { _ = intern(text) }
    }

    /// The symbol of a name.
    mutating func intern(_ text: String) -> Symbol {
        var text = text
        return text.withUTF8 { intern($0) }
    }

    /// The symbol of a name in UTF-8.
    mutating func intern(_ bytes: UnsafeBufferPointer<UInt8>) -> Symbol {
        var slot = Self.hash(bytes) & (slots.count - 1)
        while slots[slot] >= 0 {
            if texts[Int(slots[slot])].utf8.elementsEqual(bytes) { return Symbol(number: slots[slot]) }
            slot = (slot + 1) & (slots.count - 1)
        }
        let number = Int32(truncatingIfNeeded: texts.count)
        texts.append(String(decoding: bytes, as: UTF8.self))
        slots[slot] = number
        if 2 * texts.count > slots.count { grow() }
        return Symbol(number: number)
    }

    private mutating func grow() {
        slots = Array(repeating: -1, count: 4 * slots.count)
        for (number, text) in texts.enumerated() {
            var text = text
            var slot = text.withUTF8 { Self.hash($0) } & (slots.count - 1)
            while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
            slots[slot] = Int32(truncatingIfNeeded: number)
        }
    }

    /// Seeded at random, so that no file can be written whose names collide.
    private static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var hasher = Hasher()
        hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
        return hasher.finalize() & Int.max
    }

    /// The name of a symbol.
    subscript(_ symbol: Symbol) -> String { texts[Int(symbol.number)] }

    /// The names of some symbols, in their order.
    func texts(_ some: some Sequence<Symbol>) -> [String] { some.map { self[$0] } }

    /// Symbols in the order of the bytes of their names.
    func sorted(_ some: some Sequence<Symbol>) -> [Symbol] {
        some.sorted { self[$0].utf8.lexicographicallyPrecedes(self[$1].utf8) }
    }
}
