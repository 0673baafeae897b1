import FlowDiagnostics
import FlowIR
import FlowSyntax

/// An interned name. Within one compilation, equal names have equal symbols.
struct Symbol: Hashable, Sendable {
    /// The index of the name in its symbol table.
    let number: Int32
}

extension Symbol {
    /// The wildcard `*`: every challenge, error, failure or outcome that is not named explicitly.
    static let any = Symbol(number: 0)
    // The host events that every flow has.
    static let start = Symbol(number: 1)
    static let submit = Symbol(number: 2)
    static let cancel = Symbol(number: 3)
    static let back = Symbol(number: 4)
    static let timeout = Symbol(number: 5)
    // The events that a reply can cause. `reply` is a success or any challenge.
    static let success = Symbol(number: 6)
    static let invalid = Symbol(number: 7)
    static let reply = Symbol(number: 8)
    /// The name of the implicit ask for a choice, which `on select` adds to a step without one.
    static let selection = Symbol(number: 9)
    // The pending error as a whole, its type, and its message.
    static let error = Symbol(number: 10)
    static let errorType = Symbol(number: 11)
    static let errorMessage = Symbol(number: 12)

    /// The host events that every flow has, in the order of their event numbers in a table.
    static let hostEvents: [Symbol] = [.start, .submit, .cancel, .back, .timeout]
    /// The events that a reply can cause.
    static let replyEvents: [Symbol] = [.success, .invalid, .reply]

    /// Whether the symbol names an event that every flow has.
    var isBuiltinEvent: Bool { Self.hostEvents.contains(self) || Self.replyEvents.contains(self) }
}

/// Interns the names of a compilation. Symbols are numbered in the order in which names are first interned.
struct SymbolTable: Sendable {
    /// The names that every table begins with, in the order of the constants of ``Symbol``.
    private static let predefined = [
        "*", "start", "submit", "cancel", "back", "timeout", "success", "invalid", "reply", "selection", "error",
        "error.type", "error.message",
    ]

    private var texts: [String] = []
    /// A hash table: the number of a symbol in each slot, or `emptySlot`.
    ///
    /// The hash of a name selects its slot. If this slot is taken, the name goes to the next free one.
    private var slots: [Int32] = Array(repeating: SymbolTable.emptySlot, count: SymbolTable.initialSlotCount)

    private static let emptySlot: Int32 = -1
    /// The initial number of slots: a power of two, so that a bit mask reduces a hash to a slot.
    private static let initialSlotCount = 256
    /// The factor by which the table grows, which keeps the number of slots a power of two.
    private static let growthFactor = 4

    init() {
        // Interning in this order gives each name the number of its constant in `Symbol`.
        for text in Self.predefined { _ = intern(text) }
    }

    /// Returns the symbol of a name, and adds the name if it is new.
    mutating func intern(_ text: String) -> Symbol {
        var text = text
        return text.withUTF8 { intern($0) }
    }

    /// Returns the symbol of a name in UTF-8, and adds the name if it is new.
    mutating func intern(_ bytes: UnsafeBufferPointer<UInt8>) -> Symbol {
        var slot = Self.hash(bytes) & (slots.count - 1)
        while slots[slot] >= 0 {
            if texts[Int(slots[slot])].utf8.elementsEqual(bytes) { return Symbol(number: slots[slot]) }
            slot = (slot + 1) & (slots.count - 1)
        }
        let number = Int32(truncatingIfNeeded: texts.count)
        texts.append(String(decoding: bytes, as: UTF8.self))
        slots[slot] = number
        if isMoreThanHalfFull { grow() }
        return Symbol(number: number)
    }

    /// Whether so many slots are in use that the table must grow to stay fast.
    private var isMoreThanHalfFull: Bool { 2 * texts.count > slots.count }

    /// Enlarges the table, and inserts all symbols again.
    private mutating func grow() {
        slots = Array(repeating: Self.emptySlot, count: Self.growthFactor * slots.count)
        for (number, text) in texts.enumerated() {
            var text = text
            var slot = text.withUTF8 { Self.hash($0) } & (slots.count - 1)
            while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
            slots[slot] = Int32(truncatingIfNeeded: number)
        }
    }

    /// Returns a nonnegative hash of a name.
    ///
    /// Its seed is random, so that nobody can write a file whose names all collide.
    private static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var hasher = Hasher()
        hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
        return hasher.finalize() & Int.max
    }

    subscript(_ symbol: Symbol) -> String { texts[Int(symbol.number)] }

    /// Returns the names of symbols, in the given order.
    func texts(_ symbols: some Sequence<Symbol>) -> [String] { symbols.map { self[$0] } }

    /// Returns the name of a symbol as a lowered flow contains it.
    func name(_ symbol: Symbol) -> ByteString { ByteString(self[symbol]) }

    /// Returns the names of symbols as a lowered flow contains them.
    func names(_ symbols: some Sequence<Symbol>) -> [ByteString] { symbols.map(name) }

    /// Returns symbols sorted by the UTF-8 bytes of their names.
    func sorted(_ symbols: some Sequence<Symbol>) -> [Symbol] {
        symbols.sorted { self[$0].utf8.lexicographicallyPrecedes(self[$1].utf8) }
    }
}

/// A name in a document, with its place.
struct Name: Sendable {
    let symbol: Symbol
    let range: SourceRange
}

/// A text in a document, with its white space and its place.
struct WrittenText: Sendable {
    let text: String
    let range: SourceRange

    /// The text without leading and trailing white space.
    var trimmed: String {
        var text = text
        return text.withUTF8 { String(decoding: $0[$0.trimmedRange], as: UTF8.self) }
    }
}
