import FlowAutomata
package import FlowModel
import FlowTable

/// Value-set analysis, flow-insensitive: the words, constants and formats that each slot can hold.
package struct ValueSetAnalysis {
    private var words: [SlotID: [TextLiteral]] = [:]
    private var forms: [SlotID: [TextForm]] = [:]
    /// The elements that constants and asks give to lists.
    private var items: [SlotID: Set<TextLiteral>] = [:]
    private var folded: Set<SlotID> = []
    // Every event can bring an error.
    private var open: Set<SlotID> = [TableFormat.errorTypeSlot, TableFormat.errorMessageSlot]
    private var copies: [SlotID: Set<SlotID>] = [:]
    private var losers: Set<SlotID> = []
    private var inputs: Set<SlotID> = []
    private var keptByAll: Set<SlotID>?
    private let types: [ValueType]

    /// Analyses a flow.
    package init(_ flow: CheckedFlow) {
        types = flow.slots.map(\.type)
        for ask in flow.inputs {
            add(ask)
            // An empty list counts as absent.
            let isGiven = types[ask.slot] == .list ? ask.isNonEmpty : ask.isRequired || ask.fallback != nil
            if isGiven { inputs.insert(ask.slot) }
        }
        for state in flow.states {
            add(state)
            for block in state.blocks { add(block) }
        }
    }

    /// Inputs that every start gives and that are never cleared.
    var alwaysPresent: Set<SlotID> {
        let kept = keptByAll.map { inputs.intersection($0) } ?? inputs
        return kept.subtracting(losers)
    }

    /// Returns the closed value sets: slots whose values come only from words and restricted asks, directly or by
    /// copies.
    func closedWords() -> [SlotID: ClosedWords] {
        let all = spread
        var result: [SlotID: ClosedWords] = [:]
        for (slot, type) in types.enumerated() where !type.isCollection && !all.open.contains(slot) {
            let (words, forms) = (all.words[slot] ?? [], all.forms[slot] ?? [])
            guard !forms.isEmpty || type == .choice && !words.isEmpty else { continue }
            result[slot] = ClosedWords(words.map(\.text), ignoringCase: all.folded.contains(slot), forms: forms)
        }
        for (slot, type) in types.enumerated() where type == .flag {
            result[slot] = ClosedWords(["true", "false"], ignoringCase: false)
        }
        return result
    }

    /// Returns by slot the constants that the flow assigns, directly or by copies. Other values may come from
    /// outside.
    package func literals() -> [SlotID: [String]] { spread.words.mapValues { $0.map(\.text) } }

    /// The closure under copies.
    private var spread: ValueSetAnalysis {
        var all = self
        var waiting = copies.keys.sorted()
        while let source = waiting.popLast() {
            for target in (copies[source] ?? []).sorted() where all.spread(from: source, to: target) {
                waiting.append(target)
            }
        }
        return all
    }

    /// Returns the elements of lists that come only from constants and words, directly or by copies.
    func closedItems() -> [SlotID: [String]] {
        var all = self
        var waiting = copies.keys.sorted()
        while let source = waiting.popLast() {
            for target in copies[source] ?? [] {
                let added = (all.items[source] ?? []).subtracting(all.items[target] ?? [])
                let opens = all.open.contains(source) && all.open.insert(target).inserted
                all.items[target, default: []].formUnion(added)
                if opens || !added.isEmpty { waiting.append(target) }
            }
        }
        return all.items.filter { types[$0.key] == .list && !all.open.contains($0.key) }
            .mapValues { $0.map(\.text).sorted() }
    }

    /// Propagates the values of one slot to another. Returns whether that changed.
    private mutating func spread(from source: SlotID, to target: SlotID) -> Bool {
        let opens = open.contains(source) && open.insert(target).inserted
        let folds = folded.contains(source) && folded.insert(target).inserted
        let known = Set(words[target] ?? [])
        let added = (words[source] ?? []).filter { !known.contains($0) }
        words[target, default: []] += added
        let shaped = (forms[source] ?? []).filter { forms[target]?.contains($0) != true }
        forms[target, default: []] += shaped
        return opens || folds || !added.isEmpty || !shaped.isEmpty
    }

    private mutating func add(_ ask: Ask) {
        add(ask, to: ask.slot)
        if let fallback = ask.fallback { words[ask.slot, default: []].append(TextLiteral(fallback)) }
        guard let meant = ask.meant else { return }
        add(ask, to: meant)
        losers.insert(meant)
    }

    private mutating func add(_ ask: Ask, to slot: SlotID) {
        if types[slot] == .list {
            if ask.words.isEmpty || ask.ignoresCase { open.insert(slot) }
            add(items: ask.words + Self.words(ask.fallback ?? ""), to: slot)
        }
        guard ask.words.isEmpty else {
            words[slot, default: []] += ask.words.map { TextLiteral($0) }
            if ask.ignoresCase, slot == ask.slot { folded.insert(slot) }
            return
        }
        let form = TextForm(ask, types[ask.slot])
        if !form.isRestricted || slot != ask.slot && ask.meansOtherForm {
            open.insert(slot)
        } else if forms[slot]?.contains(form) != true {
            forms[slot, default: []].append(form)
        }
    }

    private mutating func add(items texts: [String], to slot: SlotID) {
        items[slot, default: []].formUnion(texts.map { TextLiteral($0) })
    }

    /// Splits a constant into words, the elements of a list.
    private static func words(_ text: String) -> [String] {
        text.utf8.split { $0 <= 0x20 }.map { String(decoding: Array($0), as: UTF8.self) }
    }

    private mutating func add(_ state: State) {
        var given: [SlotID] = []
        switch state.kind {
        case .present(let presentation):
            for ask in presentation.asks {
                add(ask)
                if !ask.isRequired, ask.fallback == nil { losers.insert(ask.slot) }
            }
        case .call(let request): given = request.reply.outputs.map(\.slot)
        case .handler(let use): given = use.outputs.map(\.slot)
        case .choice, .end: break
        }
        open.formUnion(given)
        losers.formUnion(given)
    }

    private mutating func add(_ block: Block) {
        block.forEachInstruction { instruction in
            switch instruction {
            case .set(let slot, let source): add(source, to: slot)
            case .merge(let slot, _): open.insert(slot)
            case .clear(let slots): losers.formUnion(slots)
            case .remove(let slot, _): losers.insert(slot)
            case .remaining(let slot, _, _), .begin(let slot, _): open.insert(slot)
            case .restart(let kept): keptByAll = keptByAll.map { $0.intersection(kept) } ?? Set(kept)
            default: break
            }
        }
    }

    private mutating func add(_ source: Source, to slot: SlotID) {
        switch source.origin {
        case .literal(let text):
            words[slot, default: []].append(TextLiteral(text))
            if types[slot] == .list { add(items: Self.words(text), to: slot) }
        case .slot(let other):
            copies[other, default: []].insert(slot)
            losers.insert(slot)
        }
        if let otherwise = source.otherwise { copies[otherwise, default: []].insert(slot) }
    }
}

extension Ask {
    /// Whether the meaning of an answer can have another form than the answer, since case does not count.
    var meansOtherForm: Bool { ignoresCase && words.isEmpty }
}
