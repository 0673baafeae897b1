import CognitoClient
import FlowCore
import FlowRuntime
import TestSupport
import Testing

/// Connections that end at every place of an answer, and answers that do not end.
struct CutTests {
    /// The last line feed behind the chunks lacks: with all but that one, libcurl has the whole answer.
    private static let answers = [
        "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 8\r\n\r\n{\"A\": 1}",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n{\"A\r\n5\r\n\": 1}\r\n0\r\n\r",
        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 400 Bad\r\nContent-Length: 2\r\n\r\n{}",
        "HTTP/1.0 200 OK\r\nContent-Length: 8\r\n\r\n{\"A\": 1}",
    ]

    /// All beginnings of an answer, without the whole.
    private static func beginnings(_ answer: String) -> [TestServer.Answer] {
        (0..<answer.utf8.count).map { .last(String(decoding: Array(answer.utf8)[..<$0], as: UTF8.self)) }
    }

    @Test(arguments: answers) func cutAnywhereIsAnError(answer: String) async throws {
        let cuts = Self.beginnings(answer)
        try await TestServer.running(cuts) { server in
            let client = try CognitoClient(server.url)
            for place in cuts.indices {
                let reply = await client.call("RespondToAuthChallenge", Sample.answer)
                #expect(reply.error?.message.contains("was lost") == true, "behind \(place) bytes: \(reply)")
                #expect(server.requests.count == place + 1)
            }
        }
    }

    /// On a connection that has served a request before, where a transport may think that it was only too old.
    @Test(arguments: answers) func cutOfAKeptConnectionIsAnError(answer: String) async throws {
        let cuts = Self.beginnings(answer)
        try await TestServer.running(cuts.flatMap { [.reply(200, "{}"), $0] }) { server in
            let client = try CognitoClient(server.url)
            for place in cuts.indices {
                #expect(await client.call("RespondToAuthChallenge", Sample.answer).text == "{}")
                let reply = await client.call("RespondToAuthChallenge", Sample.answer)
                #expect(reply.error?.message.contains("was lost") == true, "behind \(place) bytes: \(reply)")
                #expect(server.requests.count == 2 * place + 2)
                #expect(server.connections == place + 1)
            }
        }
    }

    /// Nothing was sent on it, so that the next request may take another.
    @Test func connectionThatEndedBetweenCallsIsNotMissed() async throws {
        try await TestServer.running(.last("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")) { server in
            let client = try CognitoClient(server.url)
            for count in 1...20 {
                #expect(await client.call("RespondToAuthChallenge", Sample.answer).text == "{}")
                try await until { server.hangUps == count }
                #expect(server.requests.count == count)
                #expect(server.connections == count)
            }
        }
    }

    private static let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    private static let endless: [(String, TestServer.Answer)] = [
        ("body in chunks", .endless(chunked, "400\r\n" + String(repeating: "x", count: 1024) + "\r\n")),
        ("body up to the end", .endless("HTTP/1.1 200 OK\r\n\r\n", String(repeating: "x", count: 1000))),
        ("body of 1 TB", .endless("HTTP/1.1 200 OK\r\nContent-Length: 1000000000000\r\n\r\n", "xxxx", inPeace: true)),
        ("more than any number", .pieces(["HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999999\r\n\r\n"])),
        ("fields", .endless("HTTP/1.1 200 OK\r\n", "X-Field: value\r\n")),
        ("field", .endless("HTTP/1.1 200 OK\r\nX-Field: ", "value")),
        ("name of a field", .endless("HTTP/1.1 200 OK\r\n", "name")),
        ("first line", .endless("HTTP/1.1 200 OK", "OK")),
        ("heads", .endless("HTTP/1.1 100 Continue\r\n\r\n", "HTTP/1.1 103 Early Hints\r\nA: b\r\n\r\n")),
        ("fields behind the body", .endless(chunked + "0\r\n", "X-Field: value\r\n")),
        ("field behind the body", .endless(chunked + "0\r\nX-Field: ", "value")),
    ]

    #if os(Linux)
        /// Each ends by itself, and says why.
        @Test(arguments: endless.indices) func answerWithoutEndEnds(index: Int) async throws {
            let (name, answer) = Self.endless[index]
            try await TestServer.running(answer) { server in
                let reply = try await CognitoClient(server.url).call("RespondToAuthChallenge", Sample.answer)
                #expect(reply.error?.type == "network")
                // Of a line behind the body that is too long, libcurl only says that it cannot read on.
                let text = name == "field behind the body" ? "was lost" : "longer than"
                #expect(reply.error?.message.contains(text) == true, "\(name): \(reply)")
                #expect(server.requests.count == 1)
            }
        }
    #endif

    private static let sentences: [TestServer.Answer] = [
        .endless("", "x"), .last("HTTP/1.1\r\n\r\n"), .last("HTTP/1.1 \r\n\r\n"), .last("HTTP/1.1 0 OK\r\n\r\n"),
        .last("HTTP/1.1 -1 OK\r\n\r\n"), .last("HTTP/1.1 20 OK\r\n\r\n"), .last("HTTP/1.1 99999999999 OK\r\n\r\n"),
        .last("HTTP/9.9 200 OK\r\n\r\n{}"), .last("HTTP/ 200 OK\r\n\r\n{}"), .last("\r\n\r\n"), .last("\0\0\0\0"),
        .last("200 OK HTTP/1.1\r\n\r\n"), .last("<html></html>"), .last("{\"a\":1}"),
        .last("\u{FEFF}HTTP/1.1 200 OK\r\n"),
        .last("HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n"),
        .last("HTTP/1.1 100 Continue\r\n\r\n"), .last("HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n{}"),
        .last("HTTP/1.1 200 OK\r\nContent-Length: -2\r\n\r\n{}"),
        .last("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n"),
        .last("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n{}\r\n"),
        .last("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffffffff\r\n{}\r\n"),
    ]

    #if os(Linux)
        /// None of these is taken for an answer with something in it.
        @Test(arguments: sentences) func nonsenseIsAnError(answer: TestServer.Answer) async throws {
            try await TestServer.running(answer) { server in
                let reply = try await CognitoClient(server.url).call("RespondToAuthChallenge", Sample.answer)
                #expect(reply.error?.type == "network", "\(reply)")
                #expect(server.requests.count == 1)
            }
        }
    #endif

    /// Unusual, and right.
    @Test(arguments: [
        "HTTP/1.0 200 OK\r\n\r\n{\"A\": 1}", "HTTP/1.1 200\r\nContent-Length: 8\r\n\r\n{\"A\": 1}",
        "HTTP/1.1 200 OK\nContent-Length: 8\n\n{\"A\": 1}", "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n{\"A\": 1}",
        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early\r\nA: b\r\n\r\nHTTP/1.1 200 OK\r\n\r\n{\"A\": 1}",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n8;a=b\r\n{\"A\": 1}\r\n0\r\nX: y\r\n\r\n",
        "HTTP/1.1 200 OK\r\nX-Long: a\r\n b\r\nX-Empty:\r\nContent-Length: 8\r\n\r\n{\"A\": 1}",
    ]) func unusualAnswerIsRead(answer: String) async throws {
        try await TestServer.running(.last(answer)) { server in
            let reply = try await CognitoClient(server.url).call("RespondToAuthChallenge", Sample.answer)
            #expect(reply.text == "{\"A\": 1}", "\(reply)")
        }
    }
}
