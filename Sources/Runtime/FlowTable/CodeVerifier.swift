/// A verifier of the code of all blocks.
///
/// Opcodes must be known and operands in range. Skips must lead forward to an instruction of the same block, and every
/// path must end. Every function throws a ``TableError`` if a check fails.
struct CodeVerifier {
    let view: TableView
    let bytes: UnsafeRawBufferPointer
    /// The offset of the code from the start of the table.
    let start: Int
    /// The jumps from a block to a choice, which continues without waiting.
    private(set) var choiceEdges: [(block: Int, state: Int)] = []
    /// The blocks with a `require`, which rejects a reply that lacks a parameter.
    private(set) var requiringBlocks: [Int] = []

    /// Creates a verifier for the code that starts at offset `start` of a table.
    init(view: TableView, bytes: UnsafeRawBufferPointer, start: Int) {
        self.view = view
        self.bytes = bytes
        self.start = start
    }

    /// Verifies each block, the records that it refers to, and that the blocks fill the code without gaps.
    /// - Throws: ``TableError`` for the first fault.
    mutating func verify(records: inout RecordVerifier) throws(TableError) {
        var expected = 0
        for block in 0..<view.blocks {
            let from = view.blockOffset[block]
            guard from == expected else { throw TableError(.badCode, at: start + from) }
            let to = block + 1 < view.blocks ? view.blockOffset[block + 1] : view.codeBytes
            guard to > from, to <= view.codeBytes else { throw TableError(.badCode, at: start + from) }
            try verifyBlock(block, from: from, to: to, records: &records)
            expected = to
        }
        guard expected == view.codeBytes else { throw TableError(.badCode, at: start + expected) }
    }

    /// Verifies the instructions of a block, which occupies the code from offset `from` up to offset `to`.
    ///
    /// Also collects the block's jumps to choices, and the block itself if it has a `require`.
    private mutating func verifyBlock(_ block: Int, from: Int, to: Int, records: inout RecordVerifier)
        throws(TableError)
    {
        var reader = ByteReader(bytes, from: start + from, to: start + to)
        var boundaries: [Int] = []
        var targets: [Int] = []
        var endsCode = false
        while !reader.isAtEnd {
            let place = reader.offset
            boundaries.append(place)
            guard let opcode = Opcode(rawValue: try reader.readByte(.badCode)) else {
                throw TableError(.badCode, at: place)
            }
            if opcode == .require { requiringBlocks.append(block) }
            let operands = reader
            var distance: Int?
            for operand in opcode.operands {
                if let value = try verifyOperand(operand, &reader, block: block, &records) { distance = value }
            }
            guard try keepsTypes(opcode, operands) else { throw TableError(.badCode, at: place) }
            if let distance { targets.append(reader.offset + distance) }
            endsCode = opcode.endsCode
        }
        // Skips only lead forward within the block, so if its last instruction ends the block, every path ends.
        guard endsCode else { throw TableError(.badCode, at: reader.offset) }
        try verifyTargets(targets, areAmong: boundaries, at: start + from)
    }

    /// Returns whether the instruction with these operands assigns only values that the type of its slot allows.
    ///
    /// The interpreter assumes that a slot of type `seconds` contains a number of seconds. It also assumes that a slot
    /// of type `instant` contains the end of a deadline.
    private func keepsTypes(_ opcode: Opcode, _ operands: ByteReader) throws(TableError) -> Bool {
        guard opcode.assignsSlot else { return true }
        var operands = operands
        let slot = try operands.readVarint(.badCode)
        let source = try operands.readVarint(.badCode)
        if opcode == .begin {
            // `source` is 1 + the slot that holds the seconds, or 0 if the next operand applies.
            let seconds = try operands.readVarint(.badCode)
            let isLimited = source == 0 ? SlotType.allSeconds.contains(seconds) : view.isSeconds(source - 1)
            return view.isInstant(slot) && isLimited
        }
        // Only `begin` may set a slot of type `instant`. Apart from `seconds`, the other types accept any value.
        guard view.isSeconds(slot) else { return !view.isInstant(slot) }
        switch opcode {
        case .assign: return view.isNumberOfSeconds(source)
        case .copy:
            let other = try operands.readVarint(.badCode)
            // `other` is 1 + a slot, or 0 if there is none.
            return view.isSeconds(source) && (other == 0 || view.isSeconds(other - 1))
        // The results of `merge` and `remaining` need not be numbers of seconds.
        default: return false
        }
    }

    /// Verifies that each target of a skip is one of the `boundaries`, which are the starts of instructions in order.
    private func verifyTargets(_ targets: [Int], areAmong boundaries: [Int], at place: Int) throws(TableError) {
        for target in targets {
            // Find the first boundary that is not below the target, by binary search.
            var low = 0
            var high = boundaries.count
            while low < high {
                let middle = (low + high) / 2
                if boundaries[middle] < target { low = middle + 1 } else { high = middle }
            }
            guard low < boundaries.count, boundaries[low] == target else { throw TableError(.badCode, at: place) }
        }
    }

    /// Verifies an operand of an instruction in `block`, and adds a jump to a choice to ``choiceEdges``.
    /// - Returns: the distance of a skip, or nil for any other operand.
    private mutating func verifyOperand(
        _ operand: Opcode.Operand, _ reader: inout ByteReader, block: Int, _ records: inout RecordVerifier
    ) throws(TableError) -> Int? {
        switch operand {
        case .state:
            let state = try reader.readVarint(below: view.states, .badReference)
            if view.kind(ofState: state) == .choice { choiceEdges.append((block, state)) }
        case .string: _ = try reader.readVarint(below: view.strings, .badReference)
        case .slot: _ = try reader.readVarint(below: view.slots, .badReference)
        case .optionalSlot: _ = try reader.readVarint(below: view.slots + 1, .badReference)
        case .slots: try verifyList(&reader, below: view.slots)
        case .counters: try verifyList(&reader, below: view.counters)
        case .counter: _ = try reader.readVarint(below: view.counters, .badReference)
        case .pattern: _ = try reader.readVarint(below: view.patterns, .badReference)
        case .number: _ = try reader.readVarint(.badCode)
        case .record: try records.verify(.notify, at: try reader.readVarint(.badReference))
        case .distance: return try reader.readVarint(.badCode)
        }
        return nil
    }

    /// Verifies an operand that is a list of numbers, all of them below `limit`.
    private func verifyList(_ reader: inout ByteReader, below limit: Int) throws(TableError) {
        let count = try reader.readVarint(.badCode)
        guard count <= reader.end - reader.offset else { throw TableError(.badCode, at: reader.offset) }
        for _ in 0..<count { _ = try reader.readVarint(below: limit, .badReference) }
    }
}

/// A verifier of the termination of the work on every event.
///
/// Two conditions guarantee this. States that do not wait must not form a cycle, and the code that runs on an invalid
/// reply must not reject the reply again.
struct LoopVerifier {
    let view: TableView
    /// The jumps from a block to a choice.
    let edges: [(block: Int, state: Int)]
    /// The blocks with a `require`, which rejects a reply that lacks a parameter.
    let requiring: [Int]
    /// The offset of the code from the start of the table, which errors report.
    let offset: Int

    /// Verifies both conditions.
    /// - Throws: ``TableError/Code/endlessLoop`` if one does not hold.
    func verify() throws(TableError) {
        try verifyInvalidReplies()
        try verifyNoCycle()
    }

    /// Verifies that no block can run again before the machine waits.
    private func verifyNoCycle() throws(TableError) {
        if edges.isEmpty { return }
        let successors = choiceGraph()
        var incoming = [Int](repeating: 0, count: view.blocks)
        for next in successors.targets { incoming[next] += 1 }
        // Kahn's algorithm sorts the blocks topologically. It leaves out the blocks that are on a cycle or follow one.
        var ready = incoming.indices.filter { incoming[$0] == 0 }
        var sorted = 0
        while let block = ready.popLast() {
            sorted += 1
            for next in successors.targets[successors.starts[block]..<successors.starts[block + 1]] {
                incoming[next] -= 1
                if incoming[next] == 0 { ready.append(next) }
            }
        }
        if sorted < view.blocks { throw TableError(.endlessLoop, at: offset) }
    }

    /// Returns the edges from each block to the blocks of the choices that it jumps to, as an adjacency array.
    ///
    /// The successors of block b are `targets[starts[b]..<starts[b + 1]]`.
    private func choiceGraph() -> (starts: [Int], targets: [Int]) {
        var starts = [Int](repeating: 0, count: view.blocks + 1)
        for edge in edges { starts[edge.block + 1] += 1 }
        for block in 0..<view.blocks { starts[block + 1] += starts[block] }
        var nextIndex = starts
        var targets = [Int](repeating: 0, count: edges.count)
        for edge in edges {
            targets[nextIndex[edge.block]] = block(ofChoice: edge.state)
            nextIndex[edge.block] += 1
        }
        return (starts, targets)
    }

    /// Returns the number of the block that a choice runs.
    private func block(ofChoice state: Int) -> Int { view.choiceBlock[state - view.firstChoice] }

    /// Verifies that no block with a `require` runs on the event `invalid`, directly or through choices.
    /// - Throws: ``TableError/Code/endlessLoop`` if one does.
    private func verifyInvalidReplies() throws(TableError) {
        if requiring.isEmpty { return }
        let successors = choiceGraph()
        var reached = [Bool](repeating: false, count: view.blocks)
        // Start with the blocks that run on `invalid`, directly or in a choice.
        var worklist: [Int] = []
        let halves = Column(base: view.comb, width: view.entryWidth)
        for index in 0..<view.combEntries where halves[index * 2] == BuiltinEvent.invalid.rawValue {
            // A value is a state or, from the number of states on, a block.
            let value = halves[index * 2 + 1]
            if value >= view.states {
                worklist.append(value - view.states)
            } else if view.kind(ofState: value) == .choice {
                worklist.append(block(ofChoice: value))
            }
        }
        while let block = worklist.popLast() {
            if reached[block] { continue }
            reached[block] = true
            worklist += successors.targets[successors.starts[block]..<successors.starts[block + 1]]
        }
        for block in requiring where reached[block] { throw TableError(.endlessLoop, at: offset) }
    }
}
