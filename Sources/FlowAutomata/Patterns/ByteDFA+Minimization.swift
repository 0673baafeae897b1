extension ByteDFA {
    /// Returns the minimal automaton of the same language, or nil if it has more than `maxStates` states.
    ///
    /// The result is canonical, so equal languages give equal automata: states are numbered in breadth-first order, and
    /// byte classes with equal transitions are merged.
    func minimized(maxStates: Int) -> ByteDFA? {
        guard let (block, count) = equivalentStates(atMost: maxStates) else { return nil }
        var representative = [Int](repeating: 0, count: count)
        for state in 0..<stateCount { representative[Int(block[state])] = state }
        // Number the blocks in breadth-first order.
        var order: [Int32] = [block[0]]
        var rank = [Int32](repeating: -1, count: count)
        rank[Int(block[0])] = 0
        var rows: [[Int32]] = []
        while rows.count < order.count {
            let state = representative[Int(order[rows.count])]
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
        return Self.mergingColumns(of: rows, classes, accepts: order.map { accepts[representative[Int($0)]] })
    }

    /// Partitions the states into blocks of equivalent states by Moore's algorithm.
    ///
    /// Returns the block of each state and the number of blocks, or nil if there are more than `limit` blocks.
    private func equivalentStates(atMost limit: Int) -> (block: [Int32], count: Int)? {
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
            if numbers.count == count { return (block, count) }
            count = numbers.count
        }
    }

    /// Creates an automaton from one row of targets per state, and merges byte classes whose columns are equal.
    private static func mergingColumns(of rows: [[Int32]], _ classes: [UInt8], accepts: [Bool]) -> ByteDFA {
        var numbers: [[Int32]: UInt8] = [:]
        var columns: [[Int32]] = []
        var merged: [UInt8] = []
        for byte in 0..<256 {
            let column = rows.map { $0[Int(classes[byte])] }
            let number = numbers[column] ?? UInt8(truncatingIfNeeded: columns.count)
            if numbers[column] == nil {
                numbers[column] = number
                columns.append(column)
            }
            merged.append(number)
        }
        let next = rows.indices.flatMap { row in columns.map { $0[row] } }
        return ByteDFA(classes: merged, classCount: columns.count, next: next, accepts: accepts)
    }
}
