import FlowAutomata
import FlowModel

/// Where the values of slots come from, all over a flow: from words of asks, from literals, from other slots, or from outside.
struct ValueOrigins {
    private var words: [SlotID: [String]] = [:]
    private var folded: Set<SlotID> = []
    private var open: Set<SlotID> = []
    private var copies: [SlotID: Set<SlotID>] = [:]
    private var losers: Set<SlotID> = []
    private var inputs: Set<SlotID> = []
    private var keptByAll: Set<SlotID>?
    private let types: [ValueType]

    /// The origins in a flow.
    init(_ flow: CheckedFlow) {
        types = flow.slots.map(\.type)
        for ask in flow.inputs {
            add(ask)
            if ask.isRequired || ask.fallback != nil { inputs.insert(ask.slot) }
        }
        for state in flow.states {
            add(state)
            for block in state.blocks { add(block) }
        }
    }

    /// Inputs that every start gives and nothing takes away.
    var alwaysPresent: Set<SlotID> {
        let kept = keptByAll.map { inputs.intersection($0) } ?? inputs
        return kept.subtracting(losers)
    }

    /// The words of choices whose values all come from words, directly or by way of other choices.
    func closedWords() -> [SlotID: ClosedWords] {
        var (words, folded, open) = (words, folded, open)
        var waiting = copies.keys.sorted()
        while let source = waiting.popLast() {
            for target in copies[source] ?? [] {
                let known = Set(words[target] ?? [])
                let added = (words[source] ?? []).filter { !known.contains($0) }
                let opens = (open.contains(source) || types[source] != .choice) && open.insert(target).inserted
                let folds = folded.contains(source) && folded.insert(target).inserted
                words[target, default: []] += added
                if opens || folds || !added.isEmpty { waiting.append(target) }
            }
        }
        var result: [SlotID: ClosedWords] = [:]
        for (slot, list) in words where types[slot] == .choice && !open.contains(slot) && !list.isEmpty {
            result[slot] = ClosedWords(list, ignoringCase: folded.contains(slot))
        }
        for (slot, type) in types.enumerated() where type == .flag {
            result[slot] = ClosedWords(["true", "false"], ignoringCase: false)
        }
        return result
    }

    private mutating func add(_ ask: Ask) {
        if ask.words.isEmpty { open.insert(ask.slot) }
        words[ask.slot, default: []] += ask.words + (ask.fallback.map { [$0] } ?? [])
        if ask.ignoresCase { folded.insert(ask.slot) }
        guard let meant = ask.meant else { return }
        if ask.words.isEmpty { open.insert(meant) }
        words[meant, default: []] += ask.words
        losers.insert(meant)
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
            case .remaining(let slot, _, _): open.insert(slot)
            case .restart(let kept): keptByAll = keptByAll.map { $0.intersection(kept) } ?? Set(kept)
            default: break
            }
        }
    }

    private mutating func add(_ source: Source, to slot: SlotID) {
        switch source.origin {
        case .literal(let text): words[slot, default: []].append(text)
        case .slot(let other):
            copies[other, default: []].insert(slot)
            losers.insert(slot)
        }
        if let otherwise = source.otherwise { copies[otherwise, default: []].insert(slot) }
    }
}
