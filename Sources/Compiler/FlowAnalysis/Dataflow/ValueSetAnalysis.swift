import FlowDiagnostics
package import FlowIR
import FlowTable

/// Value-set analysis: the words, literals and formats that each slot can hold.
///
/// The analysis is flow-insensitive: it collects the assignments of all states, and closes the sets under copies.
package struct ValueSetAnalysis {
    /// The values that a slot can hold: an element of the lattice.
    private struct ValueSet {
        /// The literals of the flow and the words of asks.
        var words: [ByteString] = []
        var forms: [TextForm] = []
        /// For a list, the elements of literals and asks; nil if no literal, ask or copy assigns it.
        var items: Set<ByteString>?
        /// Whether the words can have any ASCII case.
        var isFolded = false
        /// Whether the slot can hold any value.
        var isOpen = false

        /// Adds the values of another set. Returns whether this changed the set.
        mutating func formUnion(_ other: ValueSet) -> Bool {
            let known = Set(words)
            let newWords = other.words.filter { !known.contains($0) }
            let newForms = other.forms.filter { !forms.contains($0) }
            let newItems = (other.items ?? []).subtracting(items ?? [])
            let isNewlyAssigned = items == nil
            let isNewlyFolded = other.isFolded && !isFolded
            let isNewlyOpen = other.isOpen && !isOpen
            let hasNewValues = !newWords.isEmpty || !newForms.isEmpty || !newItems.isEmpty
            words += newWords
            forms += newForms
            items = (items ?? []).union(newItems)
            isFolded = isFolded || other.isFolded
            isOpen = isOpen || other.isOpen
            return hasNewValues || isNewlyAssigned || isNewlyFolded || isNewlyOpen
        }
    }

    /// By slot: its values.
    private var sets: Table<Slot, ValueSet>
    /// By slot: the slots to which it is copied.
    private var copies: [SlotID: Set<SlotID>] = [:]
    /// The slots that may become absent after a start.
    private var possiblyAbsent: Set<SlotID> = []
    /// The inputs to which the first start always assigns a value.
    private var inputs: Set<SlotID> = []
    /// The slots that every restart keeps, or nil if the flow has no restart.
    private var keptByAll: Set<SlotID>?
    private let types: Table<Slot, SlotType>

    /// Computes the values that a flow can assign to its slots.
    package init(_ flow: LoweredFlow) {
        types = flow.slots.mapValues(\.type)
        sets = Table(repeating: ValueSet(), count: types.count)
        // The pending error can have any type and message. The filter allows for handmade flows without its slots.
        open(ErrorSlot.all.filter(sets.indices.contains))
        for ask in flow.inputs {
            add(ask)
            // An empty list counts as absent.
            let isGiven = types[ask.slot] == .list ? ask.isNonEmpty : ask.isRequired || ask.fallback != nil
            if isGiven { inputs.insert(ask.slot) }
        }
        for state in flow.states {
            add(state.received)
            for block in state.blocks { block.forEachInstruction { add($0.effect) } }
        }
        closeUnderCopies()
    }

    // MARK: Results

    /// The inputs to which the first start always assigns a value, and which nothing clears.
    var alwaysPresent: Set<SlotID> {
        let kept = keptByAll.map { inputs.intersection($0) } ?? inputs
        return kept.subtracting(possiblyAbsent)
    }

    /// Returns, by slot, the value set of each flag, and of each text that a format or the type `choice` restricts.
    func closedWords() -> [SlotID: ClosedWords] {
        var result: [SlotID: ClosedWords] = [:]
        for (slot, type) in types.indexed() where !type.isCollection && !sets[slot].isOpen {
            let set = sets[slot]
            // Words alone restrict only a slot of type `choice`.
            guard !set.forms.isEmpty || type == .choice && !set.words.isEmpty else { continue }
            result[slot] = ClosedWords(set.words, ignoringCase: set.isFolded, forms: set.forms)
        }
        for (slot, type) in types.indexed() where type == .flag {
            result[slot] = ClosedWords(["true", "false"], ignoringCase: false)
        }
        return result
    }

    /// Returns, by slot, the possible elements of each list that can only have certain elements.
    func closedItems() -> [SlotID: [ByteString]] {
        var result: [SlotID: [ByteString]] = [:]
        for (slot, type) in types.indexed() where type == .list && !sets[slot].isOpen {
            result[slot] = sets[slot].items?.sorted()
        }
        return result
    }

    /// Returns the literals and words that the flow assigns to a slot directly or by copies.
    ///
    /// The slot can also have other values, from the host, the service or a handler.
    package func literals(of slot: SlotID) -> [String] { sets[slot].words.map(\.text) }

    /// Returns the only values that a slot of a text can have. Returns nil unless they are literals of the flow or words
    /// of asks.
    package func constants(of slot: SlotID) -> [String]? {
        let set = sets[slot]
        return set.isOpen || set.isFolded || !set.forms.isEmpty || set.words.isEmpty ? nil : literals(of: slot)
    }

    /// Adds the values of each slot to the slots to which it is copied, directly or through others.
    private mutating func closeUnderCopies() {
        var waiting = copies.keys.sorted()
        while let source = waiting.popLast() {
            for target in (copies[source] ?? []).sorted() where sets[target].formUnion(sets[source]) {
                waiting.append(target)
            }
        }
    }

    // MARK: Events

    /// Adds the values that the events of a state assign, and records the slots that they can leave absent.
    private mutating func add(_ values: EventEffect.Values) {
        switch values {
        case .none: break
        case .answers(let asks):
            for ask in asks {
                add(ask)
                if !ask.isRequired, ask.fallback == nil { possiblyAbsent.insert(ask.slot) }
            }
        case .reply, .result:
            open(values.slots)
            possiblyAbsent.formUnion(values.slots)
        }
    }

    /// Adds the answers to an ask, and the declared spellings of its words, to the slots that store them.
    private mutating func add(_ ask: Ask) {
        add(ask, to: ask.slot)
        if let fallback = ask.fallback { sets[ask.slot].words.append(fallback) }
        guard let meant = ask.meant else { return }
        add(ask, to: meant)
        possiblyAbsent.insert(meant)
    }

    /// Adds the answers to an ask, or the declared spellings of its words, to the slot that stores them.
    private mutating func add(_ ask: Ask, to slot: SlotID) {
        if types[slot] == .list {
            // The elements are unknown without words, and their spelling is unknown if case is ignored.
            if ask.words.isEmpty || ask.ignoresCase { sets[slot].isOpen = true }
            add(items: ask.words + Self.elements(of: ask.fallback ?? ""), to: slot)
        }
        if !ask.words.isEmpty {
            sets[slot].words += ask.words
            // Only the answer itself keeps the host's spelling.
            if ask.ignoresCase, slot == ask.slot { sets[slot].isFolded = true }
            return
        }
        let form = TextForm(ask, types[ask.slot])
        if !form.isRestricted || slot != ask.slot && ask.meansOtherForm {
            sets[slot].isOpen = true
        } else if !sets[slot].forms.contains(form) {
            sets[slot].forms.append(form)
        }
    }

    /// Records that slots can hold any value.
    private mutating func open(_ slots: [SlotID]) { for slot in slots { sets[slot].isOpen = true } }

    /// Adds elements to the value set of a list.
    private mutating func add(items texts: [ByteString], to slot: SlotID) {
        sets[slot].items = (sets[slot].items ?? []).union(texts)
    }

    /// Returns the elements of a list that is written as a literal. White space separates them.
    private static func elements(of text: ByteString) -> [ByteString] {
        text.utf8.split { $0 <= UInt8(ascii: " ") }.map { ByteString(utf8: $0) }
    }

    // MARK: Instructions

    /// Adds the values that an instruction assigns, and records copies and the slots that it can clear.
    private mutating func add(_ effect: InstructionEffect) {
        switch effect {
        case .change(.write(let slot, .copy(let source))): add(source, to: slot)
        case .change(.write(let slot, .union)), .change(.write(let slot, .computed)): open([slot])
        case .change(.write(let slot, .rest)): possiblyAbsent.insert(slot)
        case .change(.clear(let slots)): possiblyAbsent.formUnion(slots)
        case .change(.clearAll(let kept)): keptByAll = keptByAll.map { $0.intersection(kept) } ?? Set(kept)
        // The pending error is open already.
        case .change(.raise), .change(.count), .change(.reset), .read, .restore, .branch, .exit, .mark: break
        }
    }

    /// Adds the literal of a source to the values of a slot, or records the copy of its slot.
    private mutating func add(_ source: Source, to slot: SlotID) {
        switch source.origin {
        case .literal(let text):
            sets[slot].words.append(text)
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
    /// It can if the ask ignores case and lists no words: the offered list can then have `Red` for the answer `red`.
    var meansOtherForm: Bool { ignoresCase && words.isEmpty }
}

extension ConditionSolver {
    /// Creates a solver that knows the value sets and the always present slots of a flow.
    package init(_ flow: LoweredFlow) {
        let values = ValueSetAnalysis(flow)
        self.init(
            slots: flow.slots, counters: flow.counters, patterns: flow.patterns, words: values.closedWords(),
            items: values.closedItems(), required: values.alwaysPresent)
    }
}
