/// Verifies that every step terminates.
///
/// Two conditions guarantee this. States that do not wait must not form a cycle, and the code that runs on an invalid
/// reply must not reject the reply again.
struct LoopVerifier {
    let view: TableView
    /// The jumps from a block to a choice.
    let edges: [(block: Int, state: Int)]
    /// The blocks with a `require`, which rejects a reply that lacks a parameter.
    let requiring: [Int]
    /// The offset to report.
    let offset: Int

    /// Verifies both conditions.
    /// - Throws: ``TableError/Code/endlessLoop`` if one does not hold.
    func verify() throws(TableError) {
        try verifyInvalidReplies()
        try verifyNoCycle()
    }

    /// Verifies that no block can run again without waiting in between.
    private func verifyNoCycle() throws(TableError) {
        if edges.isEmpty { return }
        let successors = choiceGraph()
        var incoming = [Int](repeating: 0, count: view.blocks)
        for next in successors.targets { incoming[next] += 1 }
        // Kahn's algorithm sorts the blocks topologically. It leaves out those on a cycle and after one.
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

    /// Returns the graph of the blocks that run without waiting in between, as an adjacency array.
    ///
    /// The successors of block b are `targets[starts[b]..<starts[b + 1]]`.
    private func choiceGraph() -> (starts: [Int], targets: [Int]) {
        var starts = [Int](repeating: 0, count: view.blocks + 1)
        for edge in edges { starts[edge.block + 1] += 1 }
        for block in 0..<view.blocks { starts[block + 1] += starts[block] }
        var free = starts
        var targets = [Int](repeating: 0, count: edges.count)
        for edge in edges {
            targets[free[edge.block]] = block(ofChoice: edge.state)
            free[edge.block] += 1
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
        var open: [Int] = []
        let halves = Column(base: view.comb, width: view.entryWidth)
        for index in 0..<view.combEntries where halves[index * 2] == BuiltinEvent.invalid.rawValue {
            let value = halves[index * 2 + 1]
            if value >= view.states {
                open.append(value - view.states)
            } else if view.kind(ofState: value) == .choice {
                open.append(block(ofChoice: value))
            }
        }
        while let block = open.popLast() {
            if reached[block] { continue }
            reached[block] = true
            open += successors.targets[successors.starts[block]..<successors.starts[block + 1]]
        }
        for block in requiring where reached[block] { throw TableError(.endlessLoop, at: offset) }
    }
}
