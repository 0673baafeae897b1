import TestSupport
import Testing

import struct flowc_run.QRCode
import enum flowc_run.QRLevel

@Suite("QR codes")
struct QRCodeTests {
    /// A code that the Python package qrcode made.
    private struct Recorded: CustomStringConvertible {
        let level: QRLevel
        let version: Int
        let mask: Int
        let bytes: [UInt8]
        let modules: [UInt8]

        var description: String { "\(level.rawValue)\(version), mask \(mask), \(bytes.count) bytes" }

        func isDark(_ place: Int) -> Bool { modules[place / 8] >> UInt8(7 - place % 8) & 1 == 1 }
    }

    private static func recorded() throws -> [Recorded] {
        try PackageFiles.text("Tests/flowcRunTests/Vectors/qr-codes.txt").split(separator: "\n").map { line in
            let parts = line.split(separator: " ")
            try #require(parts.count == 5)
            return Recorded(
                level: try #require(QRLevel(rawValue: String(parts[0]))), version: try #require(Int(parts[1])),
                mask: try #require(Int(parts[2])), bytes: bytes(parts[3]), modules: bytes(parts[4]))
        }
    }

    private static func bytes(_ hex: Substring) -> [UInt8] {
        let digits = hex.compactMap(\.hexDigitValue)
        return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }

    @Test("too many bytes, and masks that there are not, give no code")
    func refused() {
        #expect(QRCode([UInt8](repeating: 65, count: 521), level: .low) == nil)
        #expect(QRCode([UInt8](repeating: 65, count: 413), level: .medium) == nil)
        #expect(QRCode([65], mask: 8) == nil)
        #expect(QRCode([65], mask: -1) == nil)
        #expect(QRCode([UInt8](repeating: 65, count: 520), level: .low)?.side == 77)
        #expect(QRCode([UInt8](repeating: 65, count: 412), level: .medium)?.side == 77)
    }

    @Test("every size, level and mask is module by module what another program makes")
    func againstQRCode() throws {
        let recorded = try Self.recorded()
        #expect(Set(recorded.map { "\($0.level)\($0.version)" }).count == 30)
        #expect(Set(recorded.map(\.mask)).count == 8)
        for known in recorded {
            let code = try #require(QRCode(known.bytes, level: known.level, mask: known.mask))
            #expect(code.side == 17 + 4 * known.version)
            let wrong = (0..<code.side * code.side).count {
                code.isDark(row: $0 / code.side, column: $0 % code.side) != known.isDark($0)
            }
            #expect(wrong == 0, "\(known)")
        }
    }

    @Test("without a mask, the one is taken that disturbs least, and the code is that of this mask")
    func choice() throws {
        let text = Array("otpauth://totp/flowc:ana?secret=GEZDGNBVGY3TQOJQ".utf8)
        let code = try #require(QRCode(text))
        #expect((0...7).contains(code.mask))
        #expect(code == QRCode(text, mask: code.mask))
    }

    @Test("no bytes are a code, too")
    func empty() throws {
        #expect(QRCode([])?.side == 21)
    }

    @Test("on a terminal, lines hold two rows each within a light margin of four")
    func terminal() throws {
        let code = try #require(QRCode([65]))
        let lines = code.terminalText.split(separator: "\n").map { line in
            line.replacing("\u{1B}[30;107m", with: "").replacing("\u{1B}[0m", with: "")
        }
        #expect(lines.count == (21 + 8 + 1) / 2)
        #expect(lines.allSatisfy { $0.count == 21 + 8 })
        #expect(lines[0].allSatisfy { $0 == " " } && lines[1].allSatisfy { $0 == " " })
        // The upper left finder pattern: seven dark modules, then a dark one on each side.
        #expect(lines[2].hasPrefix("    █▀▀▀▀▀█ "))
        #expect(lines.allSatisfy { $0.hasPrefix("    ") && $0.hasSuffix("    ") })
    }
}
