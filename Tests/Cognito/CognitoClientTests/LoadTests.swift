import CognitoClient
import FlowCore
import FlowRuntime
import TestSupport
import Testing

/// Many calls at the same time, and calls that are given up.
struct LoadTests {
    @Test(arguments: [
        TestServer.Answer.silence, .endless("HTTP/1.1 200 OK\r\n", "A: b\r\n", inPeace: true),
        .endless("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n", "x", inPeace: true),
        .endless("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;", "extension"),
    ]) func cancellationEndsWhateverComes(answer: TestServer.Answer) async throws {
        try await TestServer.running(answer) { server in
            let client = try CognitoClient(server.url)
            let call = Task { await client.call("GetUser", Sample.token) }
            try await until { server.requests.count == 1 }
            call.cancel()
            #expect(await call.value.error?.message == "the request was canceled")
            try await until { server.hangUps == 1 }
            #expect(server.requests.count == 1)
        }
    }

    /// The server never says its part of the encryption's greeting.
    @Test func cancellationEndsTheGreeting() async throws {
        try await TestServer.running(.silence) { server in
            let client = try CognitoClient("https://127.0.0.1:\(server.port)")
            let call = Task { await client.call("GetUser", Sample.token) }
            try await until { server.connections == 1 }
            call.cancel()
            #expect(await call.value.error?.message == "the request was canceled")
            try await until { server.hangUps == 1 }
        }
    }

    /// Whenever it comes: before the request is on its way, in its midst, or behind the answer.
    @Test func cancellationAtAnyMomentEnds() async throws {
        try await TestServer.running(.reply(200, "{}")) { server in
            let client = try CognitoClient(server.url)
            for round in 0..<200 {
                let call = Task { await client.call("RespondToAuthChallenge", Sample.answer) }
                for _ in 0..<(round % 40) { await Task.yield() }
                call.cancel()
                let reply = await call.value
                #expect(reply.text == "{}" || reply.error?.message == "the request was canceled")
            }
            #expect(await client.call("GetUser", Sample.token).text == "{}")
        }
    }

    /// An answer without end does not hold up what else goes over the same transport.
    @Test func othersGoOnBesideAnEndlessAnswer() async throws {
        let flood = TestServer.Answer.endless("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;", "extension")
        try await TestServer.running(flood) { endless in
            try await TestServer.running(.reply(200, "{}")) { server in
                let transport = SystemTransport()
                let call = Task {
                    try await CognitoClient(endless.url, transport: transport).call("GetUser", Sample.token)
                }
                try await until { endless.requests.count == 1 }
                let client = try CognitoClient(server.url, transport: transport)
                for _ in 0..<20 { #expect(await client.call("GetUser", Sample.token).text == "{}") }
                call.cancel()
                #expect(try await call.value.error?.message == "the request was canceled")
            }
        }
    }

    @Test(arguments: [20, 500, 1000]) func manySignInsShareFewConnections(count: Int) async throws {
        try await TestServer.running(.reply(200, "{}")) { server in
            let client = try CognitoClient(server.url)
            let done = await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<count {
                    group.addTask {
                        guard await client.call("InitiateAuth", Sample.answer).text == "{}" else { return false }
                        return await client.call("RespondToAuthChallenge", Sample.answer).text == "{}"
                    }
                }
                return await group.reduce(0) { $1 ? $0 + 1 : $0 }
            }
            #expect(done == count)
            #expect(server.requests.count == 2 * count)
            #expect(server.connections <= 64)
        }
    }

    /// Those that wait for a connection are sent when others are given up.
    @Test func waitingCallsGoOnAfterCancelledOnes() async throws {
        let silence = [TestServer.Answer](repeating: .silence, count: 64)
        try await TestServer.running(silence + [.reply(200, "{}")]) { server in
            let client = try CognitoClient(server.url)
            let stuck = (0..<64).map { _ in Task { await client.call("RespondToAuthChallenge", Sample.answer) } }
            try await until { server.requests.count == stuck.count }
            let waiting = (0..<30).map { _ in Task { await client.call("RespondToAuthChallenge", Sample.answer) } }
            for call in stuck { call.cancel() }
            for call in waiting { #expect(await call.value.text == "{}") }
            for call in stuck { #expect(await call.value.error?.message == "the request was canceled") }
        }
    }

    @Test func connectionsEndWithTheirTransport() async throws {
        try await TestServer.running(.reply(200, "{}")) { server in
            #expect(try await CognitoClient(server.url).call("GetUser", Sample.token).text == "{}")
            try await until { server.hangUps == 1 }
        }
    }
}
