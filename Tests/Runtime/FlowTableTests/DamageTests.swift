import FlowCore
import FlowCompiler
import FlowIR
import FlowTable
import TestSupport
import Testing

@Suite("Damaged tables")
struct DamageTests {
    private static let tables: [[UInt8]] = [EveryPartFlow.flow, EveryPartFlow.plain].compactMap { flow in
        try? TableWriter.write(unverified: flow)
    }

    private func fault(_ bytes: [UInt8]) -> TableError? {
        do throws(TableError) {
            _ = try TransitionTable(verifying: bytes)
            return nil
        } catch {
            return error
        }
    }

    @Test("a table cut off anywhere is refused", arguments: [0, 1])
    func truncation(index: Int) throws {
        let bytes = try #require(Self.tables.count == 2 ? Self.tables[index] : nil)
        for count in bytes.indices { #expect(fault(Array(bytes.prefix(count))) != nil, "\(count) bytes") }
        #expect(fault(bytes + [0])?.code == .wrongLength)
        #expect(fault(bytes) == nil)
    }

    @Test("a table with any bit changed is refused", arguments: [0, 1])
    func bitFlips(index: Int) throws {
        var bytes = try #require(Self.tables.count == 2 ? Self.tables[index] : nil)
        for position in bytes.indices {
            for bit in 0..<8 {
                bytes[position] ^= 1 << bit
                #expect(fault(bytes) != nil, "bit \(bit) of byte \(position)")
                bytes[position] ^= 1 << bit
            }
        }
    }

    @Test("a newer table is refused as such")
    func newerVersion() {
        var bytes = Self.tables[0]
        bytes[4] = UInt8(TableFormat.version) + 1
        #expect(fault(bytes) == TableError(.unsupportedVersion, at: 4))
        #expect(fault(bytes)?.code.rawValue == "unsupported-table-version")
        #expect(fault([])?.code == .notATable)
        #expect(fault(Array("FLOW".utf8))?.code == .wrongLength)
    }

    @Test("changed bytes under a right checksum are refused, or run without a trap", arguments: 0..<8)
    func mutations(part: Int) {
        var random = Seeded(UInt64(part))
        var loaded = 0
        for _ in 0..<1200 {
            var bytes = Self.tables[part % 2]
            for _ in 0...random.below(4) {
                let position = TableFormat.headerSize + random.below(bytes.count - TableFormat.headerSize)
                bytes[position] =
                    random.chance(50) ? UInt8(random.below(256)) : bytes[position] &+ UInt8(random.below(3)) &- 1
            }
            Self.seal(&bytes)
            guard let table = try? TransitionTable(verifying: bytes) else { continue }
            loaded += 1
            RandomWalk.walk(table, &random)
            _ = Disassembler.text(of: table)
        }
        #expect(loaded > 20)
    }

    /// Puts the right checksum into a table.
    static func seal(_ bytes: inout [UInt8]) {
        let sum = bytes.withUnsafeBytes { Checksum.of($0, from: 12) }
        for index in 0..<4 { bytes[8 + index] = UInt8(truncatingIfNeeded: sum >> (8 * index)) }
    }
}
