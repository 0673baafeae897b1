/// A QR code of bytes (ISO/IEC 18004:2015): byte mode, versions 1 to 15.
package struct QRCode: Sendable, Equatable {
    /// Modules of a side, without the quiet zone.
    package let side: Int
    /// The number of the mask, 0 to 7.
    package let mask: Int
    /// The modules row by row; true is dark.
    private let modules: [Bool]

    /// The code of bytes, in the smallest size that holds them. There is none if the largest is too small, or no such mask.
    /// - Parameters:
    ///   - bytes: what a reader of the code gets.
    ///   - level: how much damage it stands.
    ///   - mask: the mask, 0 to 7; without it, the one that disturbs readers least (section 7.8.3).
    package init?(_ bytes: [UInt8], level: QRLevel = .medium, mask: Int? = nil) {
        guard let version = QRVersion.smallest(for: bytes.count, level) else { return nil }
        if let mask, !(0...7).contains(mask) { return nil }
        let matrix = QRMatrix(version, QRCodewords.interleaved(bytes, version))
        let masked = (mask.map { [$0] } ?? Array(0...7)).map { (number: $0, matrix: matrix.masked($0)) }
        guard let best = masked.min(by: { $0.matrix.penalty < $1.matrix.penalty }) else { return nil }
        side = version.side
        self.mask = best.number
        modules = best.matrix.modules
    }

    /// Whether a module is dark; outside of the code it is not.
    package func isDark(row: Int, column: Int) -> Bool {
        (0..<side).contains(row) && (0..<side).contains(column) && modules[row * side + column]
    }
}
