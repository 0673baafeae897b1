#if canImport(CCurl)
    import CognitoClient
    import TestSupport
    import Testing

    /// What only the transport itself is asked for.
    struct CurlTransportTests {
        private static func request(
            _ url: String, _ fields: [HTTPField] = [], _ body: [UInt8] = [], maxResponseSize: Int = 1 << 20
        ) -> HTTPRequest {
            HTTPRequest(url: url, fields: fields, body: body, maxResponseSize: maxResponseSize)
        }

        /// Nothing of such a request is sent.
        @Test(arguments: [
            HTTPField("X", "a\r\nY: b"), HTTPField("X", "a\0"), HTTPField("X\r\nY", "b"), HTTPField("", "b"),
            HTTPField("X Y", "b"), HTTPField("X:", "b"), HTTPField("X\0", "b"), HTTPField("Ä", "b"),
        ]) func fieldThatWouldBeTwoIsRefused(field: HTTPField) async throws {
            try await TestServer.running(.reply(200, "{}")) { server in
                await #expect(throws: HTTPFailure.other(code: 43)) {
                    try await CurlTransport().send(Self.request(server.url, [field]))
                }
                #expect(server.connections == 0)
            }
        }

        @Test(arguments: [
            "", "/", "127.0.0.1", "file:///etc/passwd", "ftp://127.0.0.1/", "http:/127.0.0.1", "http:127.0.0.1", "://",
            "http://", "http://127.0.0.1:99999/", "http://127.0.0.1:a/", "http://127.0.0.1/\0", "http://127.0.0.1/ a",
            "http://[::1/", "gopher://127.0.0.1", "http://127.0.0.1\r\n.example",
        ]) func addressOfNoUseIsAnError(url: String) async throws {
            await #expect(throws: HTTPFailure.unknownHost) { try await CurlTransport().send(Self.request(url)) }
        }

        /// The service cannot be reached, and a later attempt may have another proxy.
        @Test func proxyOfNoUseIsNoConnection() async throws {
            let transport = CurlTransport(authorities: nil, proxy: "http://a b")
            await #expect(throws: HTTPFailure.refused) {
                try await transport.send(Self.request("https://service.example/"))
            }
        }

        @Test func nameAndPasswordInAnAddressAreRefused() async throws {
            try await TestServer.running(.reply(200, "{}")) { server in
                let url = "http://ana:Pa55word@127.0.0.1:\(server.port)/"
                await #expect(throws: HTTPFailure.self) { try await CurlTransport().send(Self.request(url)) }
                #expect(server.requests.isEmpty)
            }
        }

        @Test func connectionsOwnFieldsAreNotTheCallers() async throws {
            try await TestServer.running(.reply(200, "{}")) { server in
                let fields = [
                    HTTPField("Host", "elsewhere"), HTTPField("content-length", "5"),
                    HTTPField("Expect", "100-continue"),
                    HTTPField("Transfer-Encoding", "chunked"), HTTPField("X-Empty", ""), HTTPField("X-Two", "a; b"),
                ]
                _ = try await CurlTransport().send(Self.request(server.url, fields, Array("{}".utf8)))
                let request = try #require(server.requests.first)
                #expect(
                    Set(request.head.lowercased().split(separator: "\r\n").dropFirst()) == [
                        "host: 127.0.0.1:\(server.port)", "accept: */*", "content-length: 2", "x-empty:", "x-two: a; b",
                    ])
            }
        }

        /// A long one without asking before, and one without a byte.
        @Test(arguments: [0, 1, 1 << 16, 3 << 20]) func bodyIsSentAsItIs(count: Int) async throws {
            try await TestServer.running(.reply(200, "{}")) { server in
                let body = (0..<count).map { UInt8(truncatingIfNeeded: 97 + $0 % 26) }
                let answer = try await CurlTransport().send(Self.request(server.url, [], body))
                #expect(answer.status == 200)
                let request = try #require(server.requests.first)
                #expect(request.head.contains("Content-Length: \(count)"))
                #expect(!request.head.lowercased().contains("expect"))
                #expect(request.body == String(decoding: body, as: UTF8.self))
            }
        }

        @Test func answerIsGivenAsItCame() async throws {
            let fields = ["X-Twice: a", "X-Twice: b", "X-Long:  a", "\t b ", "X-Empty:"]
            try await TestServer.running(.reply(418, fields: fields, "tea")) { server in
                let answer = try await CurlTransport().send(Self.request(server.url))
                #expect(answer.status == 418)
                #expect(answer.body == Array("tea".utf8))
                #expect(
                    answer.fields == [
                        HTTPField("Content-Length", "3"), HTTPField("X-Twice", "a"), HTTPField("X-Twice", "b"),
                        HTTPField("X-Long", "a b"), HTTPField("X-Empty", ""),
                    ])
            }
        }

        @Test(arguments: [(0, "", true), (0, "x", false), (3, "xxx", true), (3, "xxxx", false)])
        func limitIsKeptToTheByte(limit: Int, body: String, isTaken: Bool) async throws {
            let chunk = body.isEmpty ? "" : "\(body.utf8.count)\r\n\(body)\r\n"
            let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\(chunk)0\r\n\r\n"
            try await TestServer.running(.reply(200, body), .last(chunked), .last("HTTP/1.0 200 OK\r\n\r\n" + body)) {
                server in
                for _ in 0..<3 {
                    // A kept connection may end only after the next request was sent on it.
                    let transport = CurlTransport()
                    let result = await Result { () async throws(HTTPFailure) in
                        try await transport.send(Self.request(server.url, maxResponseSize: limit)).body.count
                    }
                    #expect(result == (isTaken ? .success(limit) : .failure(.tooLong(limit: limit))))
                }
            }
        }

        /// Later requests find a new thread and a new connection.
        @Test func idleConnectionsAreClosed() async throws {
            try await TestServer.running(.reply(200, "{}")) { server in
                let transport = CurlTransport(idleTime: .zero)
                for count in 1...20 {
                    #expect(try await transport.send(Self.request(server.url)).status == 200)
                    try await until { server.hangUps == count }
                }
                #expect(server.connections == 20)
            }
        }

        /// The time counts from the last request's end, not from its beginning.
        @Test func connectionIsKeptAfterALongRequest() async throws {
            let (answerTime, idleTime) = (Duration.milliseconds(700), Duration.milliseconds(500))
            var isSoon = false
            // On a busy machine the second request may come too late to say anything.
            while !isSoon {
                try await TestServer.running(.late(700, .reply(200, "{}")), .reply(200, "{}")) { server in
                    let transport = CurlTransport(idleTime: idleTime)
                    let started = ContinuousClock.now
                    _ = try await transport.send(Self.request(server.url))
                    _ = try await transport.send(Self.request(server.url))
                    // The first answer came no earlier than its time.
                    isSoon = ContinuousClock.now - started < answerTime + idleTime
                    if isSoon { #expect(server.connections == 1) }
                }
            }
        }

        @Test(arguments: [-1, 1, 3]) func connectionsOfAHostAreLimited(limit: Int) async throws {
            try await TestServer.running(.reply(200, "{}")) { server in
                let transport = CurlTransport(connectionsPerHost: limit)
                await withTaskGroup { group in
                    for _ in 0..<50 { group.addTask { _ = try? await transport.send(Self.request(server.url)) } }
                }
                #expect(server.requests.count == 50)
                #expect(server.connections <= max(limit, 1))
            }
        }
    }

    extension Result where Success: Sendable {
        /// What comes of work.
        fileprivate init(_ work: () async throws(Failure) -> Success) async {
            do throws(Failure) { self = .success(try await work()) } catch { self = .failure(error) }
        }
    }
#endif
