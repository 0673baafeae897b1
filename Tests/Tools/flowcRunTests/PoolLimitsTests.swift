import Foundation
import TestSupport
import Testing
import UserPool
import UserPoolServer

@Suite("Limits of a pool's port")
struct PoolLimitsTests {
    private static let head = "POST / HTTP/1.1\r\nHost: localhost\r\n\(PoolPort.target)\r\n"

    private func limits(_ change: (inout PoolServerLimits) -> Void) -> PoolServerLimits { PoolPort.limits(change) }

    /// A request goes through while others stand still, or after they were ended.
    private func expectService(_ port: UInt16) async throws { #expect(try await isServed(port)) }

    private func isServed(_ port: UInt16) async throws -> Bool {
        try await PoolPort.answer(port, PoolPort.request(PoolPort.body, PoolPort.target)).hasPrefix("HTTP/1.1 200 ")
    }

    /// Whether with some limit of time, which the closure sets, a test holds against a server of its own.
    private func holds(
        from shortest: Duration = .milliseconds(300), _ set: (inout PoolServerLimits, Duration) -> Void,
        _ test: (UInt16) async throws -> Bool
    ) async throws -> Bool {
        try await PoolPort.withTimeLimit(shortest) { limit in
            var held = false
            try await PoolPort.withServer(limits { set(&$0, limit) }) { held = try await test($0) }
            return held
        }
    }

    @Test("a header field that is too long, or too many of them, is refused with 431")
    func largeHead() async throws {
        for fields in [
            "X-Long: \(String(repeating: "a", count: 200_000))", "\(String(repeating: "a", count: 20_000)): b",
            (0..<10).map { "X-\($0): \(String(repeating: "a", count: 9_000))" }.joined(separator: "\r\n"),
            (0..<400).map { "X-\($0): a" }.joined(separator: "\r\n"),
            // Blanks before a value belong to none.
            "X-Long:\(String(repeating: " ", count: 300_000))b",
        ] {
            try await PoolPort.withServer { (port) async throws in
                let client = try RawClient(port: port)
                await client.send(Self.head + fields + "\r\n\r\n")
                #expect(await client.readAll().hasPrefix("HTTP/1.1 431 "))
                try await expectService(port)
            }
        }
    }

    @Test("a target that is too long is refused with 431, and what fits is not")
    func longTarget() async throws {
        try await PoolPort.withServer { (port) async throws in
            let long = PoolPort.request("", path: "/" + String(repeating: "a", count: 17_000))
            #expect(try await PoolPort.answer(port, long).hasPrefix("HTTP/1.1 431 "))
            let fields = (0..<6).map { "X-\($0): \(String(repeating: "a", count: 9_000))" }
            let fitting = PoolPort.request(PoolPort.body, PoolPort.target, fields.joined(separator: "\r\n"))
            #expect(try await PoolPort.answer(port, fitting).hasPrefix("HTTP/1.1 200 "))
        }
    }

    @Test("what stands around a body counts, too: extensions, trailers and tiny chunks end with 413 or 431")
    func aroundTheBody() async throws {
        let chunked = Self.head + "Transfer-Encoding: chunked\r\n\r\n"
        let blanks = String(repeating: " ", count: 400_000)
        for rest in [
            "0\r\nX:" + blanks, "5;a=" + String(repeating: "x", count: 400_000),
            "0\r\nX: " + String(repeating: "a", count: 400_000),
        ] {
            try await PoolPort.withServer(limits { $0.bodyBytes = 100_000 }) { (port) async throws in
                let client = try RawClient(port: port)
                await client.send(chunked + rest)
                let answer = await client.readAll()
                #expect(answer.hasPrefix("HTTP/1.1 413 ") || answer.hasPrefix("HTTP/1.1 431 "), "\(rest.prefix(8))")
                try await expectService(port)
            }
        }
        try await PoolPort.withServer { (port) async throws in
            let tiny = PoolPort.body.map { "1\r\n\($0)\r\n" }.joined() + "0\r\nX-Trailer: a\r\n\r\n"
            #expect(try await PoolPort.answer(port, chunked + tiny).hasPrefix("HTTP/1.1 200 "))
            for coding in ["gzip, chunked", "gzip"] {
                let coded = Self.head + "Transfer-Encoding: \(coding)\r\n\r\n0\r\n\r\n"
                let answer = try await PoolPort.answer(port, coded)
                #expect(answer.hasPrefix("HTTP/1.1 501 ") || answer.hasPrefix("HTTP/1.1 400 "), "\(coding)")
            }
        }
    }

    @Test("the bodies of all connections have a limit together, and give way when they are answered or gone")
    func allBodies() async throws {
        try await PoolPort.withServer(limits { $0.bodiesBytes = 10_000 }) { (port) async throws in
            let blanks = String(repeating: " ", count: 9_000)
            let large = PoolPort.request(PoolPort.body + String(repeating: " ", count: 9_000), PoolPort.target)
            let waiting = try RawClient(port: port)
            await waiting.send(Self.head + "Content-Length: 9001\r\n\r\n" + blanks)
            // It may take a moment until they have come.
            try await until { (try? await PoolPort.answer(port, large))?.hasPrefix("HTTP/1.1 503 ") ?? false }
            try await expectService(port)
            await waiting.send("{")
            #expect(await waiting.readAnswer().hasPrefix("HTTP/1.1 400 "))
            for _ in 0..<3 { #expect(try await PoolPort.answer(port, large).hasPrefix("HTTP/1.1 200 ")) }
            for _ in 0..<3 {
                let gone = try RawClient(port: port)
                await gone.send(Self.head + "Content-Length: 9001\r\n\r\n" + blanks)
            }
            try await until { (try? await PoolPort.answer(port, large))?.hasPrefix("HTTP/1.1 200 ") ?? false }
        }
    }

    @Test("a connection that says nothing is closed, before its first request and between two")
    func idle() async throws {
        let isClosed = try await holds({ $0.idle = $1 }) { (port) async throws in
            guard await (try RawClient(port: port)).readAll().isEmpty else { return false }
            let client = try RawClient(port: port)
            await client.send(PoolPort.request(PoolPort.body, PoolPort.target))
            let all = await client.readAll()
            return all.hasPrefix("HTTP/1.1 200 ") && !all.contains("408")
        }
        #expect(isClosed)
    }

    @Test("a head that stands still or drips is given up with 408")
    func slowHead() async throws {
        for start in ["P", "POST /", "POST / HTTP/1.1\r\nX-", "POST / HTTP/1.1\r\nHost: localhost\r\n"] {
            let isGivenUp = try await holds({ $0.head = $1 }) { (port) async throws in
                let still = try RawClient(port: port)
                await still.send(start)
                guard await still.readAll().hasPrefix("HTTP/1.1 408 ") else { return false }
                // No method begins with "Pa", which is refused at once.
                let drips = start == "P" ? "POST /" : start
                guard try await answerToDripping(port, drips, "a").hasPrefix("HTTP/1.1 408 ") else { return false }
                return try await isServed(port)
            }
            #expect(isGivenUp, "\(start)")
        }
    }

    /// The answer to a client that sends a byte now and then, for much longer than a phase may take.
    private func answerToDripping(_ port: UInt16, _ start: String, _ byte: String) async throws -> String {
        let client = try RawClient(port: port)
        async let answer = client.readAll()
        await client.send(start)
        // It ends when the server closes the connection; a body of 9000 bytes is not at its end before that.
        for _ in 0..<2_000 {
            try await Task.sleep(for: .milliseconds(20))
            guard await client.send(byte) else { break }
        }
        return await answer
    }

    @Test("a second head that drips behind an answer has the same limit")
    func slowSecondHead() async throws {
        let isGivenUp = try await holds({ $0.head = $1 }) { (port) async throws in
            let client = try RawClient(port: port)
            await client.send(PoolPort.request(PoolPort.body, PoolPort.target))
            guard await client.readAnswer().hasPrefix("HTTP/1.1 200 ") else { return false }
            await client.send("POST / HT")
            return await client.readAll().hasPrefix("HTTP/1.1 408 ")
        }
        #expect(isGivenUp)
    }

    @Test("a body that never comes, stops or drips is given up with 408")
    func slowBody() async throws {
        for start in [
            "Content-Length: 9000\r\n\r\n", "Content-Length: 9000\r\n\r\n{", "Transfer-Encoding: chunked\r\n\r\n5\r\n",
        ] {
            let isGivenUp = try await holds({ $0.body = $1 }) { (port) async throws in
                let client = try RawClient(port: port)
                await client.send(Self.head + start)
                guard await client.readAll().hasPrefix("HTTP/1.1 408 ") else { return false }
                let drips = Self.head + "Content-Length: 9000\r\n\r\n"
                guard try await answerToDripping(port, drips, " ").hasPrefix("HTTP/1.1 408 ") else { return false }
                return try await isServed(port)
            }
            #expect(isGivenUp, "\(start)")
        }
    }

    @Test("a client that reads no answers gets no more of them, and is closed")
    func noReader() async throws {
        try await PoolPort.withServer(
            limits {
                $0.writing = .milliseconds(500)
                $0.idle = .seconds(50)
            }
        ) { (port) async throws in
            let client = try RawClient(port: port, receiveBuffer: 4096)
            let keys = PoolPort.request("", method: "GET", path: "/us-east-1_Embedded1/.well-known/jwks.json")
            let many = String(repeating: keys, count: 200)
            var sent = 0
            while await client.send(many), sent < 2_000 { sent += 1 }
            // Its sending stands still, and then fails, long before all is answered.
            #expect(sent < 2_000)
            try await expectService(port)
        }
    }

    @Test("a pool whose trigger never ends is answered for with 503")
    func slowPool() async throws {
        let triggers = CustomAuthTriggers(
            define: { _ in
                try? await Task.sleep(for: .seconds(600))
                return .fail
            }, create: { _, _ in CreatedChallenge() }, verify: { _, _, _ in false })
        let pool = CognitoUserPool(triggers: triggers)
        try await PoolPort.withServer(limits { $0.answer = .milliseconds(300) }, pool: pool) { (port) async throws in
            let client = try RawClient(port: port)
            let body = PoolPort.body.replacingOccurrences(of: "USER_PASSWORD_AUTH", with: "CUSTOM_AUTH")
            await client.send(PoolPort.request(body, PoolPort.target))
            #expect(await client.readAll().hasPrefix("HTTP/1.1 503 "))
        }
    }

    @Test("a client that closes its side while it receives the last answer gets all of it")
    func closedWhileWriting() async throws {
        // More than the buffers of two sockets take.
        let size = 1 << 23
        let triggers = CustomAuthTriggers(
            define: { _ in .challenge("CUSTOM_CHALLENGE") },
            create: { _, _ in CreatedChallenge(publicParameters: ["long": String(repeating: "a", count: size)]) },
            verify: { _, _, _ in false })
        let patient = limits { $0.closing = .seconds(3600) }
        try await PoolPort.withServer(patient, pool: CognitoUserPool(triggers: triggers)) { (port) async throws in
            let client = try RawClient(port: port)
            let body = PoolPort.body.replacingOccurrences(of: "USER_PASSWORD_AUTH", with: "CUSTOM_AUTH")
            await client.send(PoolPort.request(body, PoolPort.target, "Connection: close"))
            let start = await client.readHead()
            client.finish()
            // The server must see the end while much of the answer is still unsent.
            try await Task.sleep(for: .milliseconds(100))
            let count = (start + (await client.readAll())).utf8.count
            #expect(start.hasPrefix("HTTP/1.1 200 "))
            #expect(count > size)
        }
    }

    @Test(
        "connections beyond the limit are refused and told of, those before go on, and there is room again afterwards")
    func tooMany() async throws {
        let (notices, told) = AsyncStream<PoolServerNotice>.makeStream()
        try await PoolPort.withServer(limits { $0.connections = 8 }, report: { told.yield($0) }) {
            (port) async throws in
            var first: [RawClient] = []
            for _ in 0..<8 {
                let client = try RawClient(port: port)
                await client.send(PoolPort.request(PoolPort.body, PoolPort.target))
                #expect(await client.readAnswer().hasPrefix("HTTP/1.1 200 "))
                first.append(client)
            }
            for _ in 0..<20 { #expect(await (try RawClient(port: port)).readAll().isEmpty) }
            for client in first {
                await client.send(PoolPort.request(PoolPort.body, PoolPort.target))
                #expect(await client.readAnswer().hasPrefix("HTTP/1.1 200 "))
            }
            first[0].finish()
            _ = await first[0].readAll()
            try await expectService(port)
        }
        told.finish()
        var refused = 0
        for await case .refused(let count, let open) in notices {
            // Some may have closed since.
            #expect(open <= 8)
            refused += count
        }
        #expect(refused >= 1 && refused <= 20)
    }

    @Test("lengths that two readers could read differently, and lines that end in one character, are refused with 400")
    func smuggling() async throws {
        for rest in [
            "Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}", "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
            "Content-Length: +2\r\n\r\n{}", "Content-Length: 2,2\r\n\r\n{}", "Content-Length: 0x2\r\n\r\n{}",
            "Content-Length: -1\r\n\r\n", "Content-Length:\r\n\r\n{}", "Content-Length: 99999999999999999999\r\n\r\n",
            "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
            "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
            "Transfer-Encoding: gzip\r\n\r\n{}", "Transfer-Encoding: chunked\r\n\r\n+2\r\n{}\r\n0\r\n\r\n",
            "Transfer-Encoding: chunked\r\n\r\n2\n{}\n0\n\n", "Content-Length: 2\n\n{}",
            "X-A: b\nContent-Length: 2\r\n\r\n{}",
            "X-A: b\rContent-Length: 2\r\n\r\n{}", "X A: b\r\nContent-Length: 2\r\n\r\n{}",
            "Content-Length : 2\r\n\r\n{}", "X-A: \u{0}\r\nContent-Length: 2\r\n\r\n{}",
            " X-A: b\r\nContent-Length: 2\r\n\r\n{}", "X-A: b\r\n c\r\nContent-Length: 2\r\n\r\n{}",
        ] {
            try await PoolPort.withServer { (port) async throws in
                let client = try RawClient(port: port)
                // A second request behind the first must not be read as one.
                await client.send(Self.head + rest + PoolPort.request(PoolPort.body, PoolPort.target))
                let all = await client.readAll()
                #expect(all.hasPrefix("HTTP/1.1 400 ") || all.hasPrefix("HTTP/1.1 501 "), "\(all)")
                #expect(all.components(separatedBy: "HTTP/1.1 ").count == 2, "\(all)")
            }
        }
    }

    @Test("requests one behind the other in one piece are answered in order")
    func pipelined() async throws {
        try await PoolPort.withServer { (port) async throws in
            let client = try RawClient(port: port)
            let keys = PoolPort.request("", method: "GET", path: "/us-east-1_Embedded1/.well-known/jwks.json")
            await client.send(
                PoolPort.request(PoolPort.body, PoolPort.target) + keys + PoolPort.request("{", PoolPort.target))
            client.finish()
            let all = await client.readAll()
            let found = ["AuthenticationResult", "\"keys\"", "SerializationException"].map {
                all.range(of: $0)?.lowerBound
            }
            #expect(found.compactMap { $0 }.count == 3, "\(all)")
            #expect(found.compactMap { $0 } == found.compactMap { $0 }.sorted())
        }
    }

    @Test("a client of HTTP/1.0 gets one answer, whatever it asks for, and none before its body")
    func oldVersion() async throws {
        try await PoolPort.withServer { (port) async throws in
            let client = try RawClient(port: port)
            let request = PoolPort.request(
                PoolPort.body, PoolPort.target, "Connection: keep-alive", "Expect: 100-continue")
            await client.send(request.replacingOccurrences(of: "HTTP/1.1", with: "HTTP/1.0"))
            let all = await client.readAll()
            #expect(all.hasPrefix("HTTP/1.1 200 ") && all.contains("Connection: close\r\n"))
        }
    }

    @Test("a request that asks for another protocol is answered in this one, as the last")
    func upgrade() async throws {
        try await PoolPort.withServer { (port) async throws in
            let client = try RawClient(port: port)
            let request = PoolPort.request(PoolPort.body, PoolPort.target, "Connection: upgrade", "Upgrade: h2c")
            await client.send(request + request)
            let all = await client.readAll()
            #expect(all.hasPrefix("HTTP/1.1 200 ") && all.components(separatedBy: "HTTP/1.1 ").count == 2)
        }
    }

    @Test("a client that asks whether to send its body is told to go on")
    func expectContinue() async throws {
        try await PoolPort.withServer { (port) async throws in
            let client = try RawClient(port: port)
            await client.send(Self.head + "Expect: 100-continue\r\nContent-Length: \(PoolPort.body.utf8.count)\r\n\r\n")
            #expect(await client.readAnswer().hasPrefix("HTTP/1.1 100 "))
            await client.send(PoolPort.body)
            #expect(await client.readAnswer().hasPrefix("HTTP/1.1 200 "))
        }
    }
}
