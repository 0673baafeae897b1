import CertificateChecker
import FlowTable
import TestSupport
import Testing

/// Damaged bytes are refused; nothing that anybody writes stops the checker.
@Suite struct DamageTests {
    private static let certified: Certified? = {
        var random = Seeded(7)
        for _ in 0..<200 {
            let flow = GeneratedFlow(random.split())
            if let certified = Certified(flow.files, service: flow.service.text), certified.text.cubes.count > 20 {
                return certified
            }
        }
        return nil
    }()

    @Test func whatIsCutOffIsRefused() throws {
        let certified = try #require(Self.certified)
        let (certificate, table) = (certified.certificate, certified.table)
        #expect(Certified.refusal(certificate, of: table) == nil)
        for length in stride(from: 0, to: certificate.count, by: 7) {
            #expect(Certified.refusal(Array(certificate[..<length]), of: table)?.code == .badCertificate)
        }
        for length in 0..<table.count {
            #expect(Certified.refusal(certificate, of: Array(table[..<length]))?.code == .badTable)
        }
    }

    @Test func whatIsFlippedIsRefused() throws {
        let certified = try #require(Self.certified)
        var random = Seeded(8)
        for _ in 0..<2000 {
            let certificate = Self.flipped(certified.certificate, &random)
            #expect(Certified.refusal(certificate, of: certified.table) != nil)
            #expect(
                Certified.refusal(certified.certificate, of: Self.flipped(certified.table, &random))?.code == .badTable)
        }
    }

    /// Bytes with the right sums, which can be read further.
    @Test func nothingStopsTheChecker() async throws {
        let certified = try #require(Self.certified)
        var random = Seeded(9)
        var codes: [String: Int] = [:]
        for _ in 0..<(Environment.value("CERTIFICATES").flatMap { Int($0) } ?? 100) * 20 {
            try await giveWay()
            var table = certified.table
            for _ in 0..<1 + random.below(3) { table[16 + random.below(table.count - 16)] = UInt8(random.below(256)) }
            Self.mend(&table)
            let ofTable = Certified.refusal(certified.text.bound(to: table).bytes, of: table)
            codes[ofTable?.code.rawValue ?? "accepted", default: 0] += 1
            let line = 2 + random.below(certified.text.lines.count - 2)
            let bytes = Self.flipped(Array(certified.text.lines[line].utf8), &random)
            let text = certified.text.replacing(line, by: String(decoding: bytes, as: UTF8.self))
            let ofText = Certified.refusal(text.bytes, of: certified.table)
            codes[ofText?.code.rawValue ?? "accepted", default: 0] += 1
        }
        print("garbage: \(codes)")
        #expect(codes.count > 3, "\(codes)")
    }

    private static func flipped(_ bytes: [UInt8], _ random: inout Seeded) -> [UInt8] {
        var result = bytes
        result[random.below(result.count)] ^= UInt8(1 + random.below(255))
        return result
    }

    private static func mend(_ table: inout [UInt8]) {
        let sum = table.withUnsafeBytes { Checksum.of($0, from: 12) }
        for index in 0..<4 { table[8 + index] = UInt8(truncatingIfNeeded: sum >> UInt32(8 * index)) }
    }
}
