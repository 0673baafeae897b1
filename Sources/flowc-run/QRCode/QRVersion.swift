/// A size of code, and how its codewords are divided into blocks. Sizes 1 to 15 are enough for what a terminal can show.
struct QRVersion {
    /// The largest that is made.
    static let largest = 15

    /// The number of the size, from 1.
    let number: Int
    let level: QRLevel

    /// Modules of a side.
    var side: Int { 17 + 4 * number }

    /// Error correction codewords of each block.
    var correctionLength: Int { level.correctionLengths[number - 1] }
    /// Number of blocks.
    var blockCount: Int { level.blockCounts[number - 1] }

    /// Codewords that there is room for: all modules but those of the patterns, the format and the version.
    var codewordCount: Int {
        var modules = side * side - 3 * 64 - 2 * 15 - 1 - 2 * (side - 16)
        let places = alignmentPlaces.count
        if places > 0 {
            // Three corners have finder patterns; those on the timing lines share five modules with them.
            modules -= 25 * (places * places - 3) - 2 * 5 * (places - 2)
        }
        if number >= 7 { modules -= 2 * 18 }
        return modules / 8
    }

    /// Codewords of data.
    var dataLength: Int { codewordCount - correctionLength * blockCount }

    /// Bytes that fit, after the mode's four bits and the count.
    var capacity: Int { (dataLength * 8 - 4 - countBits) / 8 }

    /// Bits of the count of bytes (table 3).
    var countBits: Int { number < 10 ? 8 : 16 }

    /// Lengths of the data of each block: the shorter ones come first.
    var blockLengths: [Int] {
        let longer = dataLength % blockCount
        return (0..<blockCount).map { dataLength / blockCount + ($0 < blockCount - longer ? 0 : 1) }
    }

    /// The places of the centres of alignment patterns, the same across and down (annex E).
    var alignmentPlaces: [Int] {
        guard number > 1 else { return [] }
        let count = number / 7 + 2
        let last = side - 7
        let step = count == 2 ? 0 : ((last - 6) + (count - 1) * 2 - 1) / ((count - 1) * 2) * 2
        return [6] + (1..<count).map { last - (count - 1 - $0) * step }
    }

    /// The smallest that holds so many bytes, if one does.
    static func smallest(for count: Int, _ level: QRLevel) -> QRVersion? {
        (1...largest).lazy.map { QRVersion(number: $0, level: level) }.first { $0.capacity >= count }
    }
}
