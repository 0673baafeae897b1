import Foundation
import TestSupport
import Testing
import UserPool
import UserPoolServer

@Suite("Docs/Reference/UserPool.md")
struct PoolPageTests {
    @Test("the page's limits are the server's")
    func limits() throws {
        let limits = PoolServerLimits()
        let page = try String(contentsOfFile: PackageFiles.absolute("Docs/Reference/UserPool.md"), encoding: .utf8)
        for row in [
            "a header field, or the target | \(limits.fieldBytes) bytes",
            "request line and header fields together | \(limits.headBytes) bytes", "a body | \(limits.bodyBytes) bytes",
            "the bodies of all connections together | \(limits.bodiesBytes) bytes",
            "the time before the next request | \(limits.idle.components.seconds) s",
            "the time of a head | \(limits.head.components.seconds) s",
            "the time of a body | \(limits.body.components.seconds) s",
            "the time of an answer, with its triggers | \(limits.answer.components.seconds) s",
            "the time in which a client takes an answer | \(limits.writing.components.seconds) s",
            "connections at the same time | \(limits.connections),",
        ] { #expect(page.contains("| \(row)"), "\(row)") }
    }

    @Test("the page's seed is one, and its options are there")
    func seed() async throws {
        let page = try String(contentsOfFile: PackageFiles.absolute("Docs/Reference/UserPool.md"), encoding: .utf8)
        let json = try #require(page.components(separatedBy: "```json\n").last?.components(separatedBy: "```").first)
        let seed = try PoolSeed(json: Array(json.utf8))
        #expect(seed.users.map(\.username) == ["bob"] && seed.accessKeys.map(\.id) == ["admin"])
        let help = String(
            decoding: try await Terminal.run([Terminal.executable.path, "pool", "--help"]).output, as: UTF8.self)
        for option in page.matches(of: /--(?:allow-host|allow-origin|unsigned-admin|seed|data|json|port|host)\b/) {
            #expect(help.contains(option.output), "\(option.output)")
        }
    }
}
