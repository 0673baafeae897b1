import FlowTable

/// One thing that the host is asked for.
public struct FlowAsk: Sendable, Equatable {
    /// The name under which it is submitted.
    public let name: String
    /// Its type: `text`, `secret`, `digits`, `choice`, `list`, `map`, `bytes`, `session`, `flag` or `seconds`.
    public let type: String
    /// Whether it must be given.
    public let isRequired: Bool
    /// Number of characters, if that is fixed.
    public let length: Int?
    /// Allowed words, if it is a choice. Where only what was offered may be chosen, just that.
    public private(set) var words: [String]
    /// Whether only ``words`` are allowed: if there are none, nothing can be chosen. Otherwise any text is.
    public private(set) var isClosed: Bool
    /// Whether words are compared without regard to ASCII case.
    public let ignoresCase: Bool

    let slot: Int
    let slotType: SlotType
    let flags: Int
    let offeredSlot: Int?
    let meantSlot: Int?
    let pattern: Int?
    let fallback: String?

    var isChoice: Bool { slotType == .choice }

    /// Where a constant is kept; nothing where the ask is none.
    var constantSlots: [Int] { flags & AskFlag.constant != 0 ? [slot, meantSlot ?? slot] : [] }

    init(_ reader: inout TrustedReader, _ table: TransitionTable) {
        name = table.string(reader.varint())
        slot = reader.varint()
        flags = reader.varint()
        slotType = table.slotType(slot)
        type = slotType.name
        isRequired = flags & AskFlag.required != 0
        ignoresCase = flags & AskFlag.ignoresCase != 0
        length = flags & AskFlag.length != 0 ? reader.varint() : nil
        var words: [String] = []
        if flags & AskFlag.words != 0 {
            for _ in 0..<reader.varint() { words.append(table.string(reader.varint())) }
        }
        self.words = words
        isClosed = !words.isEmpty
        offeredSlot = flags & AskFlag.offered != 0 ? reader.varint() : nil
        meantSlot = flags & AskFlag.meant != 0 ? reader.varint() : nil
        pattern = flags & AskFlag.pattern != 0 ? reader.varint() : nil
        fallback = flags & AskFlag.fallback != 0 ? table.string(reader.varint()) : nil
    }

    /// The ask with its words narrowed to those that were offered, where the flow says so.
    func narrowed(to parameters: FlowParameters) -> FlowAsk {
        guard let offeredSlot else { return self }
        var narrowed = self
        narrowed.isClosed = true
        guard case .list(let offered) = parameters[offeredSlot] else {
            narrowed.words = []
            return narrowed
        }
        guard !words.isEmpty else {
            narrowed.words = offered
            return narrowed
        }
        var fuel = Fuel()
        var places = TextPlaces(offered.count, isFolded: ignoresCase)
        for word in offered { places.add(word, &fuel) }
        narrowed.words = words.filter { places.find($0, among: { offered[$0] }, &fuel) != nil }
        return narrowed
    }

    static func list(_ reader: inout TrustedReader, _ table: TransitionTable) -> [FlowAsk] {
        var asks: [FlowAsk] = []
        for _ in 0..<reader.varint() { asks.append(FlowAsk(&reader, table)) }
        return asks
    }

    /// Compares what a host sees.
    public static func == (left: FlowAsk, right: FlowAsk) -> Bool {
        UTF8Text.same(left.name, right.name) && UTF8Text.same(left.type, right.type)
            && left.isRequired == right.isRequired && left.length == right.length
            && FlowValue.list(left.words) == FlowValue.list(right.words) && left.isClosed == right.isClosed
            && left.ignoresCase == right.ignoresCase
    }
}

extension SlotType {
    /// The name of the type in the language.
    package var name: String {
        switch self {
        case .text: "text"
        case .secret: "secret"
        case .digits: "digits"
        case .choice: "choice"
        case .list: "list"
        case .map: "map"
        case .bytes: "bytes"
        case .session: "session"
        case .flag: "flag"
        case .seconds: "seconds"
        case .instant: "instant"
        }
    }
}
