import FlowTable

/// An input that the host is asked for.
public struct FlowAsk: Sendable, Equatable {
    /// The name to submit it under.
    public let name: String
    /// The type: `text`, `secret`, `digits`, `choice`, `list`, `map`, `bytes`, `session`, `flag` or `seconds`.
    public let type: String
    /// Whether the host must supply it.
    public let isRequired: Bool
    /// The required number of characters, or nil if any number will do.
    public let length: Int?
    /// The words of a choice. If the flow limits it to an offered list, only the words offered.
    public private(set) var words: [String]
    /// Whether only ``words`` are accepted, of which there may be none. If false, any text is.
    public private(set) var isClosed: Bool
    /// Whether words are compared case-insensitively (ASCII).
    public let ignoresCase: Bool

    let slot: Int
    let slotType: SlotType
    let flags: Int
    let offeredSlot: Int?
    let meantSlot: Int?
    let pattern: Int?
    let fallback: String?

    var isChoice: Bool { slotType == .choice }

    /// The slots of a constant; empty if the ask is not one.
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

    /// Returns the ask with its words limited to the offered ones.
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

    /// Compares what the host sees.
    public static func == (left: FlowAsk, right: FlowAsk) -> Bool {
        UTF8Text.same(left.name, right.name) && UTF8Text.same(left.type, right.type)
            && left.isRequired == right.isRequired && left.length == right.length
            && FlowValue.list(left.words) == FlowValue.list(right.words) && left.isClosed == right.isClosed
            && left.ignoresCase == right.ignoresCase
    }
}

extension SlotType {
    /// The type's name in the flow language.
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
