extension ByteDFA {
    /// The smallest automaton for the same texts, numbered in the order in which its states are first met, with as few
    /// byte classes as can be: equal languages give equal automata. Nil if it has more than `maxStates` states.
    func minimised(maxStates: Int) -> ByteDFA? {
        guard let (block, count) = blocks(atMost: maxStates) else { return nil }
        var member = [Int](repeating: 0, count: count)
        for state in 0..<stateCount { member[Int(block[state])] = state }
        var order: [Int32] = [block[0]]
        var rank = [Int32](repeating: -1, count: count)
        rank[Int(block[0])] = 0
        var rows: [[Int32]] = []
        while rows.count < order.count {
            let state = member[Int(order[rows.count])]
            var row: [Int32] = []
            for kind in 0..<classCount {
                let target = block[Int(next[state * classCount + kind])]
                if rank[Int(target)] < 0 {
                    rank[Int(target)] = Int32(order.count)
                    order.append(target)
                }
                row.append(rank[Int(target)])
            }
            rows.append(row)
        }
        return Self.mergingColumns(rows, classes, accepts: order.map { accepts[member[Int($0)]] })
    }

    /// Moore's refinement: states stay together while no byte tells them apart.
    private func blocks(atMost most: Int) -> (block: [Int32], count: Int)? {
        var block = accepts.map { Int32($0 == accepts[0] ? 0 : 1) }
        var count = accepts.contains(!accepts[0]) ? 2 : 1
        while true {
            var numbers: [[Int32]: Int32] = [:]
            var refined: [Int32] = []
            refined.reserveCapacity(stateCount)
            for state in 0..<stateCount {
                var signature = [block[state]]
                for kind in 0..<classCount { signature.append(block[Int(next[state * classCount + kind])]) }
                let number = numbers[signature] ?? Int32(numbers.count)
                numbers[signature] = number
                refined.append(number)
            }
            guard numbers.count <= most else { return nil }
            block = refined
            if numbers.count == count { return (block, count) }
            count = numbers.count
        }
    }

    private static func mergingColumns(_ rows: [[Int32]], _ classes: [UInt8], accepts: [Bool]) -> ByteDFA {
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
