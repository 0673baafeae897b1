/// How much of a code may be damaged and it is still read: about 7 or 15 per cent (ISO/IEC 18004:2015, section 7.5.1).
package enum QRLevel: String, Sendable, CaseIterable {
    case low = "L"
    case medium = "M"

    /// The two bits that name the level in a code's format (table 12).
    var formatBits: Int {
        switch self {
        case .low: 0b01
        case .medium: 0b00
        }
    }

    /// Error correction codewords of each block, by version from 1 (table 9).
    var correctionLengths: [Int] {
        switch self {
        case .low: [7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22]
        case .medium: [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24]
        }
    }

    /// Number of blocks, by version from 1 (table 9).
    var blockCounts: [Int] {
        switch self {
        case .low: [1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6]
        case .medium: [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10]
        }
    }
}
