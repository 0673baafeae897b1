import FlowAutomata
package import FlowModel

/// Value-set analysis: the words, constants and formats that each slot can hold.
///
/// The analysis is flow-insensitive: it collects the assignments of all states, and closes the sets under copies.
package struct ValueSetAnalysis {
    /// By slot: the constants and the words of asks that are assigned to it.
    private var words: [SlotID: [TextLiteral]] = [:]
    /// By slot: the formats of asks that are assigned to it.
    private var forms: [SlotID: [TextForm]] = [:]
    /// By list: the elements that constants and asks assign.
    private var items: [SlotID: Set<TextLiteral>] = [:]
    /// The slots whose words can have any ASCII case.
    private var folded: Set<SlotID> = []
    /// The slots that can hold any value. The pending error is one of them, since every event can set it.
    private var open = Set(CheckedFlow.errorSlots)
    /// By slot: the slots to which it is copied.
    private var copies: [SlotID: Set<SlotID>] = [:]
    /// The slots that may become absent after the start.
    private var possiblyAbsent: Set<SlotID> = []
    /// The inputs to which every start assigns a value.
    private var inputs: Set<SlotID> = []
    /// The slots that every restart keeps, or nil if the flow has no restart.
    private var keptByAll: Set<SlotID>?
    private let types: [ValueType]

    /// Collects the values that a flow assigns to its slots.
    package init(_ flow: CheckedFlow) {
        types = flow.slots.map(\.type)
        for ask in flow.inputs {
            add(ask)
            // An empty list counts as absent.
            let isGiven = types[ask.slot] == .list ? ask.isNonEmpty : ask.isRequired || ask.fallback != nil
            if isGiven { inputs.insert(ask.slot) }
        }
        for state in flow.states {
            add(state.received)
            for block in state.blocks { add(block) }
        }
    }

    /// The inputs that every start assigns and that nothing clears.
    var alwaysPresent: Set<SlotID> {
        let kept = keptByAll.map { inputs.intersection($0) } ?? inputs
        return kept.subtracting(possiblyAbsent)
    }

    /// Returns, by slot, the value set of each text that can only have certain words and formats.
    func closedWords() -> [SlotID: ClosedWords] {
        let all = closedUnderCopies
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

    /// Returns, by slot, the constants and words that the flow assigns directly or by copies.
    ///
    /// The slots can also have other values, from the host, the service or a handler.
    package func literals() -> [SlotID: [String]] { closedUnderCopies.words.mapValues { $0.map(\.text) } }

    /// The analysis after each slot has received the values of the slots that are copied to it.
    private var closedUnderCopies: ValueSetAnalysis {
        var all = self
        var waiting = copies.keys.sorted()
        while let source = waiting.popLast() {
            for target in (copies[source] ?? []).sorted() where all.propagate(from: source, to: target) {
                waiting.append(target)
            }
        }
        return all
    }

    /// Returns, by slot, the possible elements of each list that can only have certain elements.
    func closedItems() -> [SlotID: [String]] {
        var all = self
        var waiting = copies.keys.sorted()
        while let source = waiting.popLast() {
            for target in copies[source] ?? [] {
                let newItems = (all.items[source] ?? []).subtracting(all.items[target] ?? [])
                let isNewlyOpen = all.open.contains(source) && all.open.insert(target).inserted
                all.items[target, default: []].formUnion(newItems)
                if isNewlyOpen || !newItems.isEmpty { waiting.append(target) }
            }
        }
        return all.items.filter { types[$0.key] == .list && !all.open.contains($0.key) }
            .mapValues { $0.map(\.text).sorted() }
    }

    /// Adds the possible values of one slot to those of another. Returns whether this changed the other slot.
    private mutating func propagate(from source: SlotID, to target: SlotID) -> Bool {
        let isNewlyOpen = open.contains(source) && open.insert(target).inserted
        let isNewlyFolded = folded.contains(source) && folded.insert(target).inserted
        let known = Set(words[target] ?? [])
        let newWords = (words[source] ?? []).filter { !known.contains($0) }
        words[target, default: []] += newWords
        let newForms = (forms[source] ?? []).filter { forms[target]?.contains($0) != true }
        forms[target, default: []] += newForms
        return isNewlyOpen || isNewlyFolded || !newWords.isEmpty || !newForms.isEmpty
    }

    /// Adds the answers to an ask, and the declared spellings of its words, to the slots that store them.
    private mutating func add(_ ask: Ask) {
        add(ask, to: ask.slot)
        if let fallback = ask.fallback { words[ask.slot, default: []].append(TextLiteral(fallback)) }
        guard let meant = ask.meant else { return }
        add(ask, to: meant)
        possiblyAbsent.insert(meant)
    }

    /// Adds the answers to an ask, or the declared spellings of its words, to the slot that stores them.
    private mutating func add(_ ask: Ask, to slot: SlotID) {
        if types[slot] == .list {
            if ask.words.isEmpty || ask.ignoresCase { open.insert(slot) }
            add(items: ask.words + Self.elements(of: ask.fallback ?? ""), to: slot)
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

    /// Adds elements to those of a list.
    private mutating func add(items texts: [String], to slot: SlotID) {
        items[slot, default: []].formUnion(texts.map { TextLiteral($0) })
    }

    /// Returns the elements of a list that is written as a constant. White space separates them.
    private static func elements(of text: String) -> [String] {
        text.utf8.split { $0 <= UInt8(ascii: " ") }.map { String(decoding: Array($0), as: UTF8.self) }
    }

    /// Adds the values that the events of a state bring.
    private mutating func add(_ values: EventEffect.Values) {
        switch values {
        case .none: break
        case .answers(let asks):
            for ask in asks {
                add(ask)
                if !ask.isRequired, ask.fallback == nil { possiblyAbsent.insert(ask.slot) }
            }
        case .reply(let form, _): addExternal(form.outputs.map(\.slot))
        case .result(let use): addExternal(use.outputs.map(\.slot))
        }
    }

    /// Opens slots that a reply or a handler assigns.
    private mutating func addExternal(_ slots: [SlotID]) {
        open.formUnion(slots)
        possiblyAbsent.formUnion(slots)
    }

    /// Adds the assignments of a block.
    private mutating func add(_ block: Block) {
        block.forEachInstruction { instruction in
            switch instruction.effect {
            case .change(.write(let slot, .copy(let source))): add(source, to: slot)
            case .change(.write(let slot, .union)), .change(.write(let slot, .computed)): open.insert(slot)
            case .change(.write(let slot, .rest)): possiblyAbsent.insert(slot)
            case .change(.clear(let slots)): possiblyAbsent.formUnion(slots)
            case .change(.clearAll(let kept)): keptByAll = keptByAll.map { $0.intersection(kept) } ?? Set(kept)
            // The pending error is open already.
            case .change(.raise), .change(.count), .change(.reset), .read, .restore, .branch, .exit, .mark: break
            }
        }
    }

    /// Adds the assignment of a source to a slot.
    private mutating func add(_ source: Source, to slot: SlotID) {
        switch source.origin {
        case .literal(let text):
            words[slot, default: []].append(TextLiteral(text))
            if types[slot] == .list { add(items: Self.elements(of: text), to: slot) }
        case .slot(let other):
            copies[other, default: []].insert(slot)
            possiblyAbsent.insert(slot)
        }
        if let otherwise = source.otherwise { copies[otherwise, default: []].insert(slot) }
    }
}

extension Ask {
    /// Whether the spelling of an answer in the offered list can have another form than the answer itself.
    ///
    /// This is so if the ask ignores case and lists no words.
    var meansOtherForm: Bool { ignoresCase && words.isEmpty }
}
