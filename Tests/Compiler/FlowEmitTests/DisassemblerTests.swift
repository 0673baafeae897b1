import FlowCompiler
import FlowIR
import FlowTable
import TestSupport
import Testing

@Suite("Disassembly")
struct DisassemblerTests {
    @Test("every byte has one line", arguments: 0..<60)
    func tiling(seed: Int) throws {
        let flow = seed == 0 ? SignIn25.flow : RandomFlow.flow(seed: UInt64(seed))
        let options = EmitOptions(includesNames: seed % 2 == 0, includesMarks: seed % 3 == 0)
        let table = try TransitionTable(of: flow, options: options)
        var end = 0
        for line in Disassembler.lines(of: table) {
            #expect(line.range.lowerBound == end && line.range.count <= 16)
            #expect(line.meaning != "unused" || table.view.pointee.recordBytes > 0)
            end = line.range.upperBound
        }
        #expect(end == table.byteCount)
        let rows = Disassembler.text(of: table).split(separator: "\n").filter { !$0.hasPrefix(";") }
        #expect(rows.count == Disassembler.lines(of: table).count { !$0.range.isEmpty })
    }

    @Test("entries, steps and fields are told by name")
    func meanings() throws {
        let text = Disassembler.text(of: try TableWriter.write(unverified: SignIn25.flow))
        #expect(text.contains("selectMfa (9) on command totpSelected -> enterTotp (13)"))
        #expect(text.contains("presents = 25"))
        #expect(text.contains("enterTotp (13) presents \"enterTotp\""))
        #expect(text.hasPrefix("; header\n000000  46 4c 4f 57"))
    }

    @Test("a broken table shows its fault and its bytes")
    func broken() throws {
        var bytes = try TableWriter.write(unverified: SignIn25.flow)
        bytes[20] ^= 1
        let text = Disassembler.text(of: bytes)
        #expect(text.hasPrefix("; error [wrong-table-checksum] at byte 8\n"))
        #expect(text.split(separator: "\n").count == 1 + (bytes.count + 15) / 16)
        #expect(Disassembler.text(of: [UInt8]()) == "; error [not-a-table] at byte 0\n")
    }
}
