import Foundation
import TestSupport
import Testing

/// `flow-certify` as a person runs it.
@Suite("flow-certify") struct CertifyTests {
    /// A folder with the tables and certificates of two flows.
    private static func folder() throws -> Tool {
        let tool = try Tool()
        for name in ["kiosk", "sign-out"] {
            let flow = PackageFiles.absolute("flows/\(name).flow.xml")
            #expect(try tool.run("compile", flow, "-o", name + ".flow").code == 0)
            #expect(try tool.run("check", "--certificate", name + ".proof", flow).code == 0)
        }
        return tool
    }

    private static func certify(_ tool: Tool, _ arguments: String...) throws -> Tool.Outcome {
        try tool.run(arguments, program: "flow-certify")
    }

    @Test("a certificate proves the flow that it was written of, and says what is trusted") func accepted() throws {
        let outcome = try Self.certify(try Self.folder(), "kiosk.flow", "kiosk.proof")
        #expect(outcome.code == 0)
        #expect(outcome.lines.first?.hasPrefix("accepted: ") == true)
        #expect(outcome.lines.dropFirst().contains { $0.hasPrefix("trusted: ") })
    }

    @Test("another flow's certificate, and a part of one, are refused") func refused() throws {
        let tool = try Self.folder()
        let other = try Self.certify(tool, "kiosk.flow", "sign-out.proof")
        #expect(other.code == 1)
        #expect(other.output.hasPrefix("refused: "))
        let proof = try Data(contentsOf: tool.folder.appendingPathComponent("kiosk.proof"))
        try tool.add("part.proof", Array(proof.prefix(proof.count / 2)))
        let part = try Self.certify(tool, "kiosk.flow", "part.proof")
        #expect(part.code != 0)
        #expect(part.output.hasPrefix("refused: "))
    }

    @Test("files that cannot be read, and none at all, are told from a refusal") func unreadable() throws {
        let tool = try Self.folder()
        #expect(try Self.certify(tool).code == 2)
        #expect(try Self.certify(tool, "kiosk.flow").code == 2)
        #expect(try Self.certify(tool, "kiosk.flow", "nowhere.proof").output.contains("usage: "))
        #expect(try Self.certify(tool, "kiosk.flow", "kiosk.flow").code == 2)
    }
}
