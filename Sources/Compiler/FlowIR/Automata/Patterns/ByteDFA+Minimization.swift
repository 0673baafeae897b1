extension ByteDFA {
    /// Returns the minimal automaton of the same language, or nil if it has more than `maxStates` states.
    ///
    /// Every state must be reachable. The result is canonical, so equal languages give equal automata: states are
    /// numbered in breadth-first order, and byte classes with equal transitions are merged.
    func minimized(maxStates: Int) -> ByteDFA? {
        guard let (block, count) = equivalenceBlocks(atMost: maxStates) else { return nil }
        var representatives = [Int](repeating: 0, count: count)
        for state in 0..<stateCount { representatives[Int(block[state])] = state }
        let (order, rows) = breadthFirstRows(of: block, representatives)
        let accepting = order.map { accepts[representatives[Int($0)]] }
        return Self.mergingColumns(of: rows, classes, accepts: accepting)
    }

    /// Numbers the blocks of states in breadth-first order.
    ///
    /// Returns the blocks in this order and, for each of them, a row with the numbers of the blocks to which the byte
    /// classes lead. `block` has the block of each state, and `representatives` has one state of each block.
    private func breadthFirstRows(
        of block: [Int32], _ representatives: [Int]
    ) -> (order: [Int32], rows: [[Int32]]) {
        var order: [Int32] = [block[0]]
        var rank = [Int32](repeating: -1, count: representatives.count)
        rank[Int(block[0])] = 0
        var rows: [[Int32]] = []
        while rows.count < order.count {
            let state = representatives[Int(order[rows.count])]
            var row: [Int32] = []
            for byteClass in 0..<classCount {
                let target = block[Int(next[state * classCount + byteClass])]
                if rank[Int(target)] < 0 {
                    rank[Int(target)] = Int32(order.count)
                    order.append(target)
                }
                row.append(rank[Int(target)])
            }
            rows.append(row)
        }
        return (order, rows)
    }

    /// Returns the block of equivalent states to which each state belongs, and the number of blocks.
    ///
    /// Refines the blocks by Moore's algorithm. Returns nil if there are more than `limit` blocks.
    private func equivalenceBlocks(atMost limit: Int) -> (block: [Int32], count: Int)? {
        // Begin with the accepting states and the others. Each round separates states whose targets are in different
        // blocks.
        var block = accepts.map { Int32($0 == accepts[0] ? 0 : 1) }
        var count = accepts.contains(!accepts[0]) ? 2 : 1
        while true {
            var numbers: [[Int32]: Int32] = [:]
            var refined: [Int32] = []
            refined.reserveCapacity(stateCount)
            for state in 0..<stateCount {
                var signature = [block[state]]
                for byteClass in 0..<classCount { signature.append(block[Int(next[state * classCount + byteClass])]) }
                let number = numbers[signature] ?? Int32(numbers.count)
                numbers[signature] = number
                refined.append(number)
            }
            guard numbers.count <= limit else { return nil }
            block = refined
            // A round that separates no states is the last one.
            if numbers.count == count { return (block, count) }
            count = numbers.count
        }
    }

    /// Creates an automaton from one row of targets per state, and merges the byte classes with equal columns.
    ///
    /// `classes` has the column of each byte.
    private static func mergingColumns(of rows: [[Int32]], _ classes: [UInt8], accepts: [Bool]) -> ByteDFA {
        var columns: [[Int32]] = []
        // By byte class: the number of its column; nil until a byte of the class occurs.
        var numbers = [UInt8?](repeating: nil, count: classes.count)
        let merged = classes.map { byteClass in
            if let number = numbers[Int(byteClass)] { return number }
            let column = rows.map { $0[Int(byteClass)] }
            let known = columns.firstIndex(of: column)
            if known == nil { columns.append(column) }
            // The 256 bytes have at most 256 columns, so the number of a column fits into a byte.
            let number = UInt8(truncatingIfNeeded: known ?? columns.count - 1)
            numbers[Int(byteClass)] = number
            return number
        }
        let next = rows.indices.flatMap { row in columns.map { $0[row] } }
        return ByteDFA(classes: merged, classCount: columns.count, next: next, accepts: accepts)
    }
}
