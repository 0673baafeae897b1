extension QRMatrix {
    /// How much the modules disturb readers (section 7.8.3.1): the lower the better.
    var penalty: Int {
        var lines: [[Bool]] = []
        for index in 0..<side {
            lines.append((0..<side).map { modules[index * side + $0] })
            lines.append((0..<side).map { modules[$0 * side + index] })
        }
        return lines.reduce(0) { $0 + Self.runs($1) + Self.finders($1) } + blocks + imbalance
    }

    /// Runs of five and more of one colour.
    private static func runs(_ line: [Bool]) -> Int {
        var sum = 0
        var length = 0
        for (place, isDark) in line.enumerated() {
            length = place > 0 && line[place - 1] == isDark ? length + 1 : 1
            if length == 5 { sum += 3 } else if length > 5 { sum += 1 }
        }
        return sum
    }

    /// What looks like a finder pattern with four light modules on a side. Beyond the edge all is light.
    private static func finders(_ line: [Bool]) -> Int {
        let pattern = [true, false, true, true, true, false, true]
        let quiet = [Bool](repeating: false, count: 4)
        var count = 0
        for start in 0...max(line.count - pattern.count, 0) where Array(line[start...].prefix(7)) == pattern {
            let before = quiet + line[..<start]
            let behind = line[(start + 7)...] + quiet
            if before.suffix(4).elementsEqual(quiet) || behind.prefix(4).elementsEqual(quiet) { count += 1 }
        }
        return count * 40
    }

    /// Squares of four modules of one colour.
    private var blocks: Int {
        var count = 0
        for row in 0..<side - 1 {
            for column in 0..<side - 1 {
                let place = row * side + column
                let isDark = modules[place]
                if modules[place + 1] == isDark, modules[place + side] == isDark, modules[place + side + 1] == isDark {
                    count += 1
                }
            }
        }
        return count * 3
    }

    /// Steps of five per cent that the share of dark modules differs from a half.
    private var imbalance: Int {
        let dark = modules.count { $0 }
        return abs(dark * 20 - modules.count * 10) / modules.count * 10
    }
}
