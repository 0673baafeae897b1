import FlowCompiler
import FlowCore
import FlowDiagnostics
import FlowIR
import FlowSyntax
import FlowTable
import TestSupport
import Testing

@Suite("The path of attempts=\"3\" from the bytes to the run")
struct AttributePathTests {
    private static func compilation(attempts: String) -> Compilation {
        let flow = """
            <flow name="path" service="path.service.xml" start="check">
              <call id="check" operation="Check">
                <on event="success" to="inside"/>
                <on error="Wrong" retry="send" attempts="\(attempts)" then="outside"/>
                <on error="*" to="outside"/>
                <on event="invalid cancel" to="outside"/>
              </call>
              <end id="inside"/>
              <end id="outside"/>
            </flow>
            """
        let service = """
            <service name="path">
              <operation name="Check" errors="Wrong"/>
              <errors names="Wrong"/>
            </service>
            """
        let loader = MemoryLoader(texts: ["path.flow.xml": flow, "path.service.xml": service])
        return FlowCompiler.compile(path: "path.flow.xml", loader: loader)
    }

    @Test("is at most 20 files, which Docs/Explanation/Architecture.md names")
    func page() throws {
        let page = try PackageFiles.text("Docs/Explanation/Architecture.md")
        let rows = page.matches(of: /\| `(Sources\/[^`]+\.swift)` \| `(\w+)` \|/)
        #expect(rows.count > 10 && rows.count <= 20)
        for row in rows {
            let text = try PackageFiles.text(String(row.1))
            #expect(text.contains("\(row.2)"), "\(row.1) does not declare '\(row.2)'")
        }
    }

    @Test("begins in the syntax tree, whose checker accepts only 1 to 255")
    func syntax() throws {
        let compilation = Self.compilation(attempts: "3")
        #expect(compilation.diagnostics.map(\.code.rawValue) == [])
        let tree = try #require(compilation.graph.root?.tree)
        #expect(tree.allElements.compactMap { tree.text(.attempts, of: $0) } == ["3"])
        for wrong in ["0", "256", "three"] {
            #expect(Self.compilation(attempts: wrong).diagnostics.map(\.code.rawValue) == ["bad-value"])
        }
    }

    @Test("goes on in the representation, in which a transition counts and compares")
    func representation() throws {
        let flow = try #require(Self.compilation(attempts: "3").flow)
        let blocks = flow.states.flatMap(\.blocks)
        let counting = try #require(blocks.first { $0.instructions.contains(.count(0)) })
        let tests = counting.instructions.compactMap { instruction -> Condition? in
            if case .when(let condition, _) = instruction { condition } else { nil }
        }
        #expect(tests == [.not(.below(0, 3))])
    }

    @Test("ends in the table, whose third attempt leaves")
    func table() throws {
        let bytes = try #require(try Self.compilation(attempts: "3").table())
        let code = [Opcode.count.rawValue, 0, Opcode.ifBelow.rawValue | 1, 0, 3]
        #expect(bytes.indices.count { bytes[$0...].starts(with: code) } == 1)
        var session = FlowSession(try TransitionTable(verifying: bytes))
        _ = session.start(.object([]))
        for attempt in 1...3 {
            let effect = session.fail(type: "Wrong", message: "")
            if attempt < 3 {
                #expect(effect == .call, "attempt \(attempt)")
            } else {
                #expect(effect == .end && session.outcome?.name == "outside")
            }
        }
    }
}
