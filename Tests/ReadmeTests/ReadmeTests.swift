import FlowCompiler
import FlowRuntime
import Foundation
import TestSupport
import Testing

/// What the README shows is compiled and run.
struct ReadmeTests {
    /// The fenced blocks of the README whose first line starts with these words.
    private func blocks(_ opening: String) throws -> [String] {
        try PackageFiles.text("README.md").components(separatedBy: "```\(opening)").dropFirst().compactMap { part in
            guard let start = part.firstIndex(of: "\n"), let end = part.range(of: "\n```") else { return nil }
            return String(part[part.index(after: start)..<end.lowerBound])
        }
    }

    private func compile(_ path: String) -> CompiledFlow {
        FlowFile.compile(path) { try? PackageFiles.bytes($0) }
    }

    @Test func embeddingIsTheCompiledFile() throws {
        let shown = try #require(try blocks("swift").first)
        #expect(try PackageFiles.text("Tests/ReadmeTests/Embedding.swift").contains(shown))
    }

    @Test func embeddingSignsIn() async throws {
        let table = try #require(compile("flows/kiosk.flow.xml").table)
        #expect(try await signIn(table: table) { _ in ["badge": "ana"] }.first == "unknown-parameter")
        let amplify = try #require(compile("flows/amplify.flow.xml").table)
        let shown = try await signIn(table: amplify) { _ in ["code": "123456"] }
        #expect(shown == ["CONFIRM_SIGN_IN_WITH_SMS_CODE", "failed"])
    }

    @Test func flowOfTheReadmeCompiles() throws {
        let flow = try #require(try blocks("xml").first)
        let compiled = FlowFile.compile("flows/readme.flow.xml") { path in
            if path == "flows/readme.flow.xml" { return Array(flow.utf8) }
            return try? PackageFiles.bytes(path)
        }
        #expect(compiled.report.isEmpty)
        #expect(compiled.table != nil)
        #expect(flow.split(separator: "\n").count <= 22)
    }
}
