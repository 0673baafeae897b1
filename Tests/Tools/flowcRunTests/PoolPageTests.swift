import Foundation
import TestSupport
import Testing
import UserPool
import UserPoolServer

@Suite("Docs/Reference: UserPool.md, SeedFile.md")
struct PoolPageTests {
    private static func page(_ name: String) throws -> String {
        try String(contentsOfFile: PackageFiles.absolute("Docs/Reference/\(name).md"), encoding: .utf8)
    }

    @Test("the page's limits are the server's")
    func limits() throws {
        let limits = PoolServerLimits()
        let page = try Self.page("UserPool")
        for row in [
            "one header field, or the request target | \(limits.fieldBytes) bytes",
            "the request line and all header fields together | \(limits.headBytes) bytes",
            "one body | \(limits.bodyBytes) bytes",
            "the bodies of all connections together | \(limits.bodiesBytes) bytes",
            "the wait for the next request | \(limits.idle.components.seconds) s",
            "receiving the head of a request | \(limits.head.components.seconds) s",
            "receiving a body | \(limits.body.components.seconds) s",
            "computing a reply, including triggers | \(limits.answer.components.seconds) s",
            "sending a reply to the client | \(limits.writing.components.seconds) s",
            "connections at the same time | \(limits.connections),",
        ] { #expect(page.contains("| \(row)"), "\(row)") }
    }

    @Test("the seed's example is a seed")
    func seed() throws {
        let page = try Self.page("SeedFile")
        let json = try #require(page.components(separatedBy: "```json\n").last?.components(separatedBy: "```").first)
        let seed = try PoolSeed(json: Array(json.utf8))
        #expect(seed.users.map(\.username) == ["bob"] && seed.accessKeys.map(\.id) == ["admin"])
    }

    @Test(
        "the page has a row for every member of a seed",
        arguments: [
            ("", "{\"x\":1}"), ("pool", "{\"pool\":{\"x\":1}}"), ("client", "{\"pool\":{\"clients\":[{\"x\":1}]}}"),
            ("policy", "{\"pool\":{\"passwordPolicy\":{\"x\":1}}}"), ("user", "{\"users\":[{\"x\":1}]}"),
            ("key", "{\"accessKeys\":[{\"x\":1}]}"),
        ])
    func members(_ part: String, _ seed: String) throws {
        let page = try Self.page("SeedFile")
        let failure = #expect(throws: PoolSeedFailure.self) { try PoolSeed(json: Array(seed.utf8)) }
        // The refusal of an unknown member lists those that there are.
        let known = try #require(failure?.message.components(separatedBy: "use one of ").last)
        for name in known.components(separatedBy: ", ") { #expect(page.contains("`\(name)"), "\(part): \(name)") }
    }

    @Test("the options of the pages are there", arguments: ["UserPool", "SeedFile"])
    func options(_ name: String) async throws {
        let page = try Self.page(name)
        let help = String(
            decoding: try await Terminal.run([Terminal.executable.path, "pool", "--help"]).output, as: UTF8.self)
        for option in page.matches(of: /--(?:allow-host|allow-origin|unsigned-admin|seed|data|json|port|host)\b/) {
            #expect(help.contains(option.output), "\(option.output)")
        }
    }
}
