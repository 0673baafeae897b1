import FlowCompiler
import FlowIR
import FlowTable
import Testing
import TestSupport

@Suite("Size of tables")
struct SizeTests {
    @Test("25 states with 70 transitions and names take under 900 bytes")
    func benchmarkFlow() throws {
        let bytes = try TableWriter.write(unverified: SignIn25.flow)
        #expect(bytes.count < 900, "\(bytes.count) bytes")
        let table = try TransitionTable(verifying: bytes)
        #expect(table.view.pointee.combEntries < 96, "\(table.view.pointee.combEntries) entries")
        let stripped = try TableWriter.write(unverified: SignIn25.flow, options: EmitOptions(includesNames: false))
        #expect(stripped.count < bytes.count)
    }
}
