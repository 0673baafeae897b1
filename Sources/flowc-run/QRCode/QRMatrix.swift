/// The modules of a code while it is put together.
struct QRMatrix {
    let side: Int
    private let level: QRLevel
    private(set) var modules: [Bool]
    /// Modules that belong to patterns, format or version: no data, and not masked.
    private var isFixed: [Bool]

    /// A code without a mask.
    init(_ version: QRVersion, _ codewords: [UInt8]) {
        side = version.side
        level = version.level
        modules = [Bool](repeating: false, count: side * side)
        isFixed = modules
        drawPatterns(version)
        drawFormat(mask: 0)
        if version.number >= 7 { drawVersion(version.number) }
        place(codewords)
    }

    private mutating func fix(_ row: Int, _ column: Int, _ isDark: Bool) {
        guard (0..<side).contains(row), (0..<side).contains(column) else { return }
        modules[row * side + column] = isDark
        isFixed[row * side + column] = true
    }

    // MARK: Patterns (section 6.3)

    private mutating func drawPatterns(_ version: QRVersion) {
        for place in 0..<side {
            fix(6, place, place % 2 == 0)
            fix(place, 6, place % 2 == 0)
        }
        for (row, column) in [(3, 3), (3, side - 4), (side - 4, 3)] {
            drawSquares(row, column, radius: 4, light: [2, 4])
        }
        let places = version.alignmentPlaces
        for row in places {
            for column in places where ![(6, 6), (6, side - 7), (side - 7, 6)].contains(where: { $0 == (row, column) })
            {
                drawSquares(row, column, radius: 2, light: [1])
            }
        }
    }

    /// Squares in each other: dark but for the rings at these distances from the centre.
    private mutating func drawSquares(_ row: Int, _ column: Int, radius: Int, light: Set<Int>) {
        for down in -radius...radius {
            for across in -radius...radius {
                fix(row + down, column + across, !light.contains(max(abs(down), abs(across))))
            }
        }
    }

    // MARK: Format and version (sections 7.9 and 7.10)

    private mutating func drawFormat(mask: Int) {
        let bits =
            Self.withRemainder(level.formatBits << 3 | mask, by: 0b101_0011_0111, degree: 10) ^ 0b101_0100_0001_0010
        for place in 0..<15 {
            let isDark = bits >> place & 1 == 1
            // Beside the upper left finder pattern, past the timing lines.
            let down = place < 6 ? place : place < 8 ? place + 1 : 8
            let across = place < 8 ? 8 : place == 8 ? 7 : 14 - place
            fix(down, across, isDark)
            // And again beside the other two.
            if place < 8 { fix(8, side - 1 - place, isDark) } else { fix(side - 15 + place, 8, isDark) }
        }
        fix(side - 8, 8, true)
    }

    private mutating func drawVersion(_ number: Int) {
        let bits = Self.withRemainder(number, by: 0b1_1111_0010_0101, degree: 12)
        for place in 0..<18 {
            let isDark = bits >> place & 1 == 1
            fix(place / 3, side - 11 + place % 3, isDark)
            fix(side - 11 + place % 3, place / 3, isDark)
        }
    }

    /// A number with the remainder of its division by a polynomial over bits behind it.
    private static func withRemainder(_ number: Int, by divisor: Int, degree: Int) -> Int {
        var rest = number << degree
        for place in stride(from: Int.bitWidth - 1, through: degree, by: -1) where rest >> place & 1 == 1 {
            rest ^= divisor << (place - degree)
        }
        return number << degree | rest
    }

    // MARK: Data (sections 7.7.3 and 7.8)

    /// Two columns at a time from the right, upwards and downwards in turn, past the timing line.
    private mutating func place(_ codewords: [UInt8]) {
        var bit = 0
        var isUpwards = true
        for right in stride(from: side - 1, through: 1, by: -2).map({ $0 <= 6 ? $0 - 1 : $0 }) {
            for step in 0..<side {
                let row = isUpwards ? side - 1 - step : step
                for column in [right, right - 1] where !isFixed[row * side + column] && bit < codewords.count * 8 {
                    modules[row * side + column] = codewords[bit / 8] >> UInt8(7 - bit % 8) & 1 == 1
                    bit += 1
                }
            }
            isUpwards.toggle()
        }
    }

    /// The code under a mask.
    func masked(_ mask: Int) -> QRMatrix {
        var result = self
        for row in 0..<side {
            for column in 0..<side where !isFixed[row * side + column] && Self.isMasked(mask, row, column) {
                result.modules[row * side + column].toggle()
            }
        }
        result.drawFormat(mask: mask)
        return result
    }

    private static func isMasked(_ mask: Int, _ row: Int, _ column: Int) -> Bool {
        switch mask {
        case 0: (row + column) % 2 == 0
        case 1: row % 2 == 0
        case 2: column % 3 == 0
        case 3: (row + column) % 3 == 0
        case 4: (row / 2 + column / 3) % 2 == 0
        case 5: row * column % 2 + row * column % 3 == 0
        case 6: (row * column % 2 + row * column % 3) % 2 == 0
        default: ((row + column) % 2 + row * column % 3) % 2 == 0
        }
    }
}
