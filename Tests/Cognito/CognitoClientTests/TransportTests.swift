import CognitoClient
import FlowCore
import FlowRuntime
import TestSupport
import Testing

/// The default transport against a server that does things wrong, and one that does them right.
struct TransportTests {
    private static let html =
        "<html>Bad gateway: you sent Pa55word! and s3cr3t-session-token, s3cr3t-access-token</html>"

    /// Sees that nothing of a request, and nothing of what a proxy writes, is in a text.
    private static func expectClean(_ reply: FlowReply, _ place: SourceLocation = #_sourceLocation) {
        let message = reply.error?.message ?? ""
        #expect(!message.isEmpty, sourceLocation: place)
        for secret in Sample.secrets + ["<html", "ana", "app-client"] {
            #expect(!message.contains(secret), sourceLocation: place)
        }
    }

    struct Broken: Sendable, CustomTestStringConvertible {
        let name: String
        let answer: TestServer.Answer
        let text: String

        var testDescription: String { name }
    }

    private static let broken = [
        Broken(name: "closed without an answer", answer: .last(""), text: "was lost"),
        Broken(name: "cut in the first line", answer: .last("HTTP/1.1 2"), text: "was lost"),
        Broken(name: "cut in the head", answer: .last("HTTP/1.1 200 OK\r\nContent-Le"), text: "was lost"),
        Broken(
            name: "cut in the body", answer: .last("HTTP/1.1 200 OK\r\nContent-Length: 200\r\n\r\n{\"Au"),
            text: "was lost"),
        Broken(
            name: "cut in a chunk", answer: .last("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\n{\"Au"),
            text: "was lost"),
        Broken(
            name: "cut behind a chunk",
            answer: .last("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n"), text: "was lost"),
        Broken(name: "no HTTP", answer: .last("SSH-2.0-OpenSSH_9.2\r\n"), text: "not valid HTTP"),
        Broken(name: "nonsense status", answer: .last("HTTP/1.1 abc OK\r\nContent-Length: 2\r\n\r\n{}"), text: ""),
        Broken(name: "long body in chunks", answer: .chunks(1 << 22), text: "longer than the limit of 1048576 bytes"),
        Broken(
            name: "body of 2 MiB", answer: .reply(200, String(repeating: " ", count: 1 << 21)),
            text: "longer than the limit of 1048576 bytes"),
        Broken(name: "500 with HTML", answer: .reply(500, html), text: "status 500"),
        Broken(
            name: "502 with HTML", answer: .reply(502, fields: ["Content-Type: text/html"], html), text: "status 502"),
        Broken(name: "404", answer: .reply(404, ""), text: "status 404"),
        Broken(
            name: "401 that asks for a password",
            answer: .reply(401, fields: ["WWW-Authenticate: Basic realm=\"x\""], html), text: "status 401"),
        Broken(
            name: "redirect", answer: .reply(302, fields: ["Location: /elsewhere"], html),
            text: "a redirect (status 302)"),
        Broken(name: "redirect of a POST", answer: .reply(307, fields: ["Location: /elsewhere"], ""), text: "307"),
    ]

    /// Each is a named error, and the answer to a challenge is sent once.
    @Test(arguments: broken) func brokenAnswerIsAnError(broken: Broken) async throws {
        try await TestServer.running(broken.answer) { server in
            let reply = try await CognitoClient(server.url).call("RespondToAuthChallenge", Sample.answer)
            #expect(reply.error?.type == "network")
            #expect(reply.error?.message.contains(broken.text) == true, "\(reply)")
            Self.expectClean(reply)
            #expect(server.requests.count == 1)
        }
    }

    /// As after an idle time, when the service closes the connection while the next request is on its way.
    @Test(arguments: [TestServer.Answer.last(""), .last("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{")])
    func requestOnAKeptConnectionIsNotSentTwice(answer: TestServer.Answer) async throws {
        try await TestServer.running(.reply(200, "{}"), answer, .reply(200, "{}")) { server in
            let client = try CognitoClient(server.url)
            #expect(await client.call("RespondToAuthChallenge", Sample.answer).text == "{}")
            let reply = await client.call("RespondToAuthChallenge", Sample.answer)
            #expect(reply.error?.message.contains("was lost") == true, "\(reply)")
            #expect(server.requests.count == 2)
            #expect(await client.call("RespondToAuthChallenge", Sample.answer).text == "{}")
            #expect(server.requests.count == 3)
        }
    }

    @Test func whatReadsIsSentAgain() async throws {
        let cut = TestServer.Answer.last("HTTP/1.1 200 OK\r\nContent-Length: 200\r\n\r\n{\"Au")
        try await TestServer.running(cut, .reply(500, Self.html), .reply(200, #"{"Username":"ana"}"#)) { server in
            let reply = try await CognitoClient(server.url).call("GetUser", Sample.token)
            #expect(reply.text == #"{"Username":"ana"}"#)
            #expect(server.requests.count == 3)
        }
    }

    @Test func slowingDownIsHeeded() async throws {
        let slow = #"{"__type":"TooManyRequestsException","message":"Rate exceeded"}"#
        try await TestServer.running(.reply(429, ""), .reply(400, slow), .reply(200, "{}")) { server in
            let client = try CognitoClient(server.url)
            #expect(await client.call("RespondToAuthChallenge", Sample.answer).text == "{}")
            #expect(server.requests.count == 3)
            #expect(server.connections == 1)
        }
    }

    @Test func nobodyListens() async throws {
        let reply = try await CognitoClient("http://127.0.0.1:\(TestServer.freePort())").call("SignUp", Sample.answer)
        #expect(reply.error?.type == "network")
        #expect(reply.error?.message.contains("no connection to the service") == true, "\(reply)")
        Self.expectClean(reply)
    }

    @Test func noSuchHost() async throws {
        // Longer than a part of a name may be: found out without asking a name server.
        let label = String(repeating: "a", count: 64)
        let reply = try await CognitoClient("https://\(label).invalid").call("SignUp", Sample.answer)
        #expect(reply.error?.message.contains("its host name is unknown") == true, "\(reply)")
        Self.expectClean(reply)
    }

    @Test func noEncryption() async throws {
        try await TestServer.running(.last("HTTP/1.1 400 Bad Request\r\n\r\n")) { server in
            // The server waits for the end of a head, which a hello of TLS does not have.
            let client = try CognitoClient("https://127.0.0.1:\(server.port)")
            let call = Task { await client.call("SignUp", Sample.answer) }
            try await until { server.connections == 1 }
            server.hangUpAll()
            let reply = await call.value
            #expect(reply.error?.type == "network")
            #expect(reply.error?.message.contains("TLS") == true, "\(reply)")
            Self.expectClean(reply)
        }
    }

    /// Also a limit that is no whole number of seconds.
    @Test(arguments: [Duration.milliseconds(1), .milliseconds(50), .milliseconds(1050)])
    func limitPassesWithoutAnAnswer(limit: Duration) async throws {
        try await TestServer.running(.silence) { server in
            let client = try CognitoClient(server.url, attemptLimit: limit)
            let start = ContinuousClock.now
            let reply = await client.call("RespondToAuthChallenge", Sample.answer)
            #expect(ContinuousClock.now - start >= limit)
            #expect(reply.error?.type == "network")
            #expect(reply.error?.message == "the service did not answer in time")
            #expect(server.requests.count <= 1)
        }
    }

    @Test func cancellationEndsTheRequest() async throws {
        try await TestServer.running(.silence) { server in
            let client = try CognitoClient(server.url)
            let call = Task { await client.call("GetUser", Sample.token) }
            try await until { server.requests.count == 1 }
            call.cancel()
            #expect(await call.value.error?.message == "the request was canceled")
            try await until { server.hangUps == 1 }
            #expect(server.requests.count == 1)
        }
    }

    @Test func cancelledTaskSendsNothing() async throws {
        try await TestServer.running(.reply(200, "{}")) { server in
            let client = try CognitoClient(server.url)
            let call = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return await client.call("GetUser", Sample.token)
            }
            #expect(await call.value.error?.message == "the request was canceled")
            #expect(server.connections == 0)
        }
    }

    @Test func requestHasTheProtocolsForm() async throws {
        try await TestServer.running(.reply(200, "{}")) { server in
            _ = try await CognitoClient(server.url).call("RespondToAuthChallenge", Sample.answer)
            let request = try #require(server.requests.first)
            #expect(request.head.hasPrefix("POST / HTTP/1.1\r\n"))
            let fields = request.head.lowercased().split(separator: "\r\n")
            #expect(fields.contains("content-type: application/x-amz-json-1.1"))
            #expect(fields.contains("x-amz-target: awscognitoidentityproviderservice.respondtoauthchallenge"))
            #expect(fields.contains("host: 127.0.0.1:\(server.port)"))
            #expect(!fields.contains { $0.hasPrefix("authorization:") || $0.hasPrefix("cookie:") })
            #expect(request.body == Sample.answer.jsonText)
        }
    }

    @Test func allCallsShareAConnection() async throws {
        let error = #"{"__type":"CodeMismatchException","message":"Invalid code"}"#
        let cookie = "Set-Cookie: a=b; Path=/"
        try await TestServer.running(
            .reply(200, fields: [cookie], "{}"), .reply(400, error), .reply(503, ""),
            .pieces(["HTTP/1.1 200 OK\r\nContent-Le", "ngth: 8\r\n\r\n{\"A", "\": 1", "}"]), .reply(200, "{}")
        ) { server in
            let client = try CognitoClient(server.url)
            #expect(await client.call("InitiateAuth", Sample.answer).text == "{}")
            #expect(await client.call("RespondToAuthChallenge", Sample.answer).error?.type == "CodeMismatchException")
            #expect(await client.call("GetUser", Sample.token).text == "{\"A\": 1}")
            #expect(await client.call("GetUser", Sample.token).text == "{}")
            #expect(server.requests.count == 5)
            #expect(server.connections == 1)
            #expect(!server.requests.contains { $0.head.lowercased().contains("cookie") })
        }
    }

    /// A head of status 100 before the answer is no answer.
    @Test func answerBehindAnother() async throws {
        let answer = TestServer.Answer.pieces([
            "HTTP/1.1 100 Continue\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}",
        ])
        try await TestServer.running(answer) { server in
            let client = try CognitoClient(server.url)
            #expect(await client.call("GetUser", Sample.token).text == "{}")
        }
    }
}
