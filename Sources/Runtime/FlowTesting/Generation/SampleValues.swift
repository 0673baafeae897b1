package import FlowCore
import FlowDiagnostics
package import FlowIR
package import FlowTable

/// The texts that a flow's guards distinguish.
///
/// A search that tries each of these texts can take most branches that depend on a text.
package struct SampleValues {
    /// By slot: the texts that guards compare with it or with its copies.
    package private(set) var texts: Table<Slot, [String]>
    /// By slot: whether a guard compares its value, not just its presence.
    var isTested: Table<Slot, Bool> { texts.mapValues { !$0.isEmpty } }
    /// By slot: whether the flow branches on the value or presence of the slot, or of a copy of the slot.
    private(set) var matters: Table<Slot, Bool>
    private let flow: LoweredFlow

    /// Collects the texts in a flow's guards, and transfers them from copies of values to their origins.
    package init(_ flow: LoweredFlow) {
        self.flow = flow
        texts = Table(repeating: [], count: flow.slots.count)
        matters = Table(repeating: false, count: flow.slots.count)
        var copies: [(from: SlotID, to: SlotID)] = []
        for state in flow.states {
            for block in state.blocks { collect(block, &copies) }
            guard case .present(let presentation) = state.kind else { continue }
            for ask in presentation.asks { collect(ask, &copies) }
        }
        for ask in flow.inputs { collect(ask, &copies) }
        while propagateOnce(copies) {}
        for index in texts.indices { texts[index].sort { $0.utf8.lexicographicallyPrecedes($1.utf8) } }
    }

    /// Transfers texts and relevance from each copy to its origin, in one pass.
    /// - Returns: whether anything has changed, so that another pass is necessary.
    private mutating func propagateOnce(_ copies: [(from: SlotID, to: SlotID)]) -> Bool {
        var isChanged = false
        for copy in copies {
            for text in texts[copy.to] {
                let isNew = add(text, to: copy.from)
                isChanged = isChanged || isNew
            }
            if matters[copy.to], !matters[copy.from] {
                matters[copy.from] = true
                isChanged = true
            }
        }
        return isChanged
    }

    /// Adds a text to the sample texts of a slot.
    /// - Returns: whether the text is new.
    @discardableResult
    private mutating func add(_ text: String, to slot: SlotID) -> Bool {
        if texts[slot].contains(where: { $0.utf8.elementsEqual(text.utf8) }) { return false }
        texts[slot].append(text)
        return true
    }

    /// Collects the copies that an ask makes, and the texts that it compares with an offered list.
    private mutating func collect(_ ask: Ask, _ copies: inout [(from: SlotID, to: SlotID)]) {
        if let meant = ask.meant { copies.append((ask.slot, meant)) }
        if let offered = ask.offered { for word in ask.words { add(word.text, to: offered) } }
    }

    /// Collects the copies in a block, the texts of its guards, and the slots of its guards, requirements and fallbacks.
    private mutating func collect(_ block: Block, _ copies: inout [(from: SlotID, to: SlotID)]) {
        for instruction in block.instructions {
            switch instruction.effect {
            case .branch(let condition, let inner):
                condition.forEachLeaf { collect($0, &copies) }
                collect(inner, &copies)
            case .read(.require(let slots)): for slot in slots { matters[slot] = true }
            case .change(.write(let slot, .copy(let source))):
                copies += source.slots.map { ($0, slot) }
                // The presence of the first value decides whether the other one is used.
                if source.otherwise != nil { for origin in source.slots { matters[origin] = true } }
            case .change(.write(let slot, .union(let added))): copies.append((added, slot))
            case .change, .read(.show), .restore, .exit, .mark: break
            }
        }
    }

    /// Collects the slots and the text of a test in a guard.
    ///
    /// Two lists that are compared count as copies of each other.
    private mutating func collect(_ test: ValueTest, _ copies: inout [(from: SlotID, to: SlotID)]) {
        for slot in test.slots { matters[slot] = true }
        switch test {
        case .equals(let slot, let text, _), .contains(let slot, let text): add(text.text, to: slot)
        case .matches(let slot, let pattern): if let text = flow.patterns[pattern].shortestText { add(text, to: slot) }
        case .hasAll(let holder, let wanted): copies += [(wanted, holder), (holder, wanted)]
        case .present, .below: break
        }
    }

    /// Returns values with which a host can answer an ask.
    ///
    /// If the ask takes a text without fixed words, the first value is one that the flow's guards rarely mention.
    package func values(of ask: Ask) -> [JSONValue] {
        let type = flow.slots[ask.slot].type
        if type == .flag { return [.bool(false), .bool(true)] }
        guard type != .list, type != .map else { return values(of: ask.slot, type) }
        var words = ask.words.isEmpty ? [neutralText(for: ask, type)] + texts[ask.slot] : ask.words.map(\.text)
        if let offered = ask.offered, ask.words.isEmpty { words += texts[offered] }
        return words.map { .string($0) }
    }

    /// Returns values of `type` that a reply or a handler can store in a slot.
    package func values(of slot: SlotID, _ type: SlotType) -> [JSONValue] {
        let mentioned = texts[slot]
        switch type {
        case .flag: return [.bool(true), .bool(false)]
        case .list:
            let all = JSONValue.array((mentioned.isEmpty ? ["x"] : mentioned).map { .string($0) })
            return [all] + mentioned.map { .array([.string($0)]) } + [.array([])]
        case .map:
            let all = JSONValue.object((mentioned.isEmpty ? ["x"] : mentioned).map { JSONMember($0, .string("x")) })
            return [all] + mentioned.map { .object([JSONMember($0, .string("x"))]) } + [.object([])]
        case .digits: return (["1"] + mentioned).map { .string($0) }
        case .seconds:
            let valid = mentioned.filter { SlotType.seconds($0) != nil }
            return ([StandIns.seconds] + valid).map { .string($0) }
        case .text, .secret, .choice, .bytes, .session, .instant: return (["x"] + mentioned).map { .string($0) }
        }
    }

    /// Returns a text for an ask, one that guards rarely mention.
    ///
    /// If the ask's pattern matches a printable text, the result matches the pattern, but may have another type or
    /// length. Otherwise, it has the length and, unless it is a long number of seconds, the type.
    private func neutralText(for ask: Ask, _ type: SlotType) -> String {
        if let pattern = ask.pattern, let text = flow.patterns[pattern].shortestText { return text }
        if type == .seconds, ask.length == nil { return StandIns.seconds }
        return String(repeating: type == .digits || type == .seconds ? "1" : "x", count: ask.length ?? 1)
    }
}

extension Pattern {
    /// A shortest text of printable ASCII that the pattern matches, or nil if there is none.
    ///
    /// A breadth-first search of the automaton finds this text.
    var shortestText: String? {
        var reached: Set<Int> = [0]
        var queue: [(state: Int, text: [UInt8])] = [(state: 0, text: [])]
        var position = 0
        while position < queue.count {
            let (state, text) = queue[position]
            position += 1
            if accepts[state] { return String(decoding: text, as: UTF8.self) }
            for byteClass in 0..<classCount {
                let target = Int(next[state * classCount + byteClass])
                guard !reached.contains(target), let byte = printableByte(of: byteClass) else { continue }
                reached.insert(target)
                queue.append((state: target, text: text + [byte]))
            }
        }
        return nil
    }

    /// Returns a printable ASCII byte of a class, preferably a letter or a digit; nil if the class has none.
    private func printableByte(of byteClass: Int) -> UInt8? {
        let bytes = classes.indices.filter { Int(classes[$0]) == byteClass }.map { UInt8($0) }
        let alphanumeric = bytes.first {
            switch $0 {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "A")...UInt8(ascii: "Z"):
                true
            default: false
            }
        }
        return alphanumeric ?? bytes.first { (UInt8(ascii: " ")...UInt8(ascii: "~")).contains($0) }
    }
}
