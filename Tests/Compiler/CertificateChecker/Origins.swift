/// A form of the texts that an ask takes, or a single word; without parts any text has it.
struct Form: Hashable {
    /// Of each part one of its machines must accept.
    var parts: [[Machine]] = []

    init() {}

    init(word: [UInt8]) { parts = [[.text(word, folds: false)]] }

    init(_ ask: Table.Ask, _ table: Table) {
        if !ask.words.isEmpty { parts.append(ask.words.map { .text($0, folds: ask.ignoresCase) }) }
        if table.types[ask.slot] == Table.flag {
            parts.append(["true", "false"].map { .text(Array($0.utf8), folds: false) })
        }
        if table.types[ask.slot] == 2 || table.types[ask.slot] == 9 { parts.append([.digits]) }
        if let length = ask.length { parts.append([.length(length)]) }
        if let pattern = ask.pattern { parts.append([.pattern(pattern)]) }
        if ask.isNonEmpty { parts.append([.nonEmpty]) }
    }

    /// The form of what an answer means: the word as it is written in the flow, or in what is offered.
    init(meantBy ask: Table.Ask, _ table: Table) {
        self.init(ask, table)
        guard ask.ignoresCase else { return }
        parts = ask.words.isEmpty ? [] : [ask.words.map { .text($0, folds: false) }]
    }
}

/// Where the values of slots come from, wherever the flow stands.
struct Origins {
    private(set) var open: Set<Int> = [0, 1]
    private(set) var forms: [Set<Form>]
    private(set) var always: Set<Int> = []
    private(set) var kin: [Int]

    init(_ table: Table) {
        forms = Array(repeating: [], count: table.types.count)
        kin = Array(table.types.indices)
        var copies: [(from: Int, to: Int)] = []
        var lost: Set<Int> = []
        for ask in table.inputs {
            let isList = table.types[ask.slot] == Table.list
            if isList ? ask.isNonEmpty && ask.fallback == nil : ask.isRequired || ask.fallback != nil {
                always.insert(ask.slot)
            }
        }
        for ask in table.inputs + table.asks.values.joined() {
            forms[ask.slot].insert(Form(ask, table))
            if let fallback = ask.fallback { forms[ask.slot].insert(Form(word: fallback)) }
            if let meant = ask.meant {
                forms[meant].insert(Form(meantBy: ask, table))
                lost.insert(meant)
            }
        }
        for ask in table.asks.values.joined()
        where !ask.isRequired && ask.fallback == nil || table.isCollection(ask.slot) {
            lost.insert(ask.slot)
        }
        for slot in table.outputs.values.joined().map(\.slot) + table.gives.values.joined().map(\.slot) {
            lost.insert(slot)
            // Whoever gives a flag gives one of two words.
            if table.types[slot] == Table.flag {
                for word in ["true", "false"] { forms[slot].insert(Form(word: Array(word.utf8))) }
            } else {
                open.insert(slot)
            }
        }
        for outputs in table.outputs.values {
            for (index, output) in outputs.enumerated() {
                for other in outputs[..<index] where other.reading == output.reading {
                    copies.append((other.slot, output.slot))
                }
            }
        }
        for instruction in table.blocks.joined() {
            switch instruction {
            case .copy(let slot, let source, let other):
                copies += ([source] + (other.map { [$0] } ?? [])).map { ($0, slot) }
                lost.insert(slot)
            case .assign(let slot, let text):
                forms[slot].insert(Form(word: text))
                if table.isCollection(slot) { lost.insert(slot) }
            case .remaining(let slot): open.insert(slot)
            case .remove(let slot, _): lost.insert(slot)
            case .clear(let slots): lost.formUnion(slots)
            case .clearExcept(let kept): lost.formUnion(Set(table.types.indices).subtracting(kept))
            default: continue
            }
        }
        // Before the start nothing is there, so nothing but a start may lead from there.
        let leavesOnlyByStart = (1..<table.events).allSatisfy { table.own(table.initial, $0) == nil }
        always = leavesOnlyByStart ? always.subtracting(lost) : []
        spread(copies)
    }

    private mutating func spread(_ copies: [(from: Int, to: Int)]) {
        var isChanging = true
        while isChanging {
            isChanging = false
            for (from, to) in copies {
                let before = (open.count, forms[to].count, kin[from], kin[to])
                if open.contains(from) { open.insert(to) }
                forms[to].formUnion(forms[from])
                kin[from] = min(kin[from], kin[to])
                kin[to] = kin[from]
                if before != (open.count, forms[to].count, kin[from], kin[to]) { isChanging = true }
            }
        }
    }
}
