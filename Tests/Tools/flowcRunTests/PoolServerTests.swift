import FlowCore
import Foundation
import Testing
import UserPool
import UserPoolServer

@Suite("A pool behind a port")
struct PoolServerTests {
    private static let target = PoolPort.target
    private static let body = PoolPort.body

    @Test("what is no request of the protocol gets an error that clients understand")
    func malformed() async throws {
        try await PoolPort.withServer { port in
            let noTarget = try await PoolPort.answer(port, PoolPort.request("{}"))
            #expect(noTarget.hasPrefix("HTTP/1.1 400 "))
            #expect(noTarget.contains("x-amzn-errortype: UnknownOperationException\r\n"))
            #expect(noTarget.contains(#""__type":"UnknownOperationException""#))
            for target in ["X-Amz-Target: InitiateAuth", "X-Amz-Target: Other.InitiateAuth", "X-Amz-Target:"] {
                #expect(
                    try await PoolPort.answer(port, PoolPort.request("{}", target)).contains(
                        "UnknownOperationException"), "\(target)")
            }
            let unknown = try await PoolPort.answer(
                port, PoolPort.request("{}", "X-Amz-Target: AWSCognitoIdentityProviderService.Dance"))
            #expect(unknown.contains("UnknownOperationException"))
            for body in ["{", "[]", "7", "\u{0}", "{\"a\":\"\\ud800\"}"] {
                let bad = try await PoolPort.answer(port, PoolPort.request(body, Self.target))
                #expect(bad.hasPrefix("HTTP/1.1 400 "), "\(body)")
                #expect(bad.contains("x-amzn-errortype: SerializationException\r\n"), "\(body)")
            }
            #expect(
                try await PoolPort.answer(port, PoolPort.request(Self.body, Self.target)).hasPrefix("HTTP/1.1 200 "))
        }
    }

    @Test("other methods and paths are refused in JSON, and the connection is closed")
    func elsewhere() async throws {
        try await PoolPort.withServer { port in
            for (method, path, status) in [
                ("GET", "/", 405), ("DELETE", "/", 405), ("POST", "/x", 404), ("GET", "/favicon.ico", 404),
                ("POST", "/us-east-1_Embedded1/.well-known/jwks.json", 405), ("GET", "/../etc/passwd", 404),
            ] {
                let client = try RawClient(port: port)
                await client.send(PoolPort.request("{}", Self.target, method: method, path: path))
                let answer = await client.readAll()
                #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(method) \(path): \(answer)")
                #expect(answer.contains(#"{"__type":"#), "\(method) \(path)")
                let allowed = "Allow: \(path == "/" ? "POST" : "GET, HEAD")\r\n"
                #expect(answer.contains(allowed) == (status == 405), "\(method) \(path)")
            }
        }
    }

    @Test("what is no HTTP at all ends its own connection alone")
    func noHTTP() async throws {
        try await PoolPort.withServer { port in
            for text in [
                "\r\n\r\n", "hello\r\n\r\n", "POST\r\n\r\n", "\u{16}\u{3}\u{1}\u{2}\r\n",
                "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: many\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999999999999\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
                "POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n7fffffffffffffff\r\n{}",
                "POST / HTTP/1.1\r\n\u{FF}: \u{0}\r\n\r\n",
            ] {
                let client = try RawClient(port: port)
                await client.send(text)
                client.finish()
                let got = await client.readAll()
                #expect(!got.hasPrefix("HTTP/1.1 200 "), "\(text.debugDescription): \(got)")
            }
            #expect(
                try await PoolPort.answer(port, PoolPort.request(Self.body, Self.target)).hasPrefix("HTTP/1.1 200 "))
        }
    }

    @Test("a body that is too large is refused before it has come, and one that says no length, as soon as it is")
    func large() async throws {
        try await PoolPort.withServer(PoolPort.limits { $0.bodyBytes = 10_000 }) { port in
            let announced = try RawClient(port: port)
            await announced.send(
                "POST / HTTP/1.1\r\nHost: localhost\r\n\(Self.target)\r\nContent-Length: 1000000000\r\n\r\n{")
            #expect(await announced.readAnswer().hasPrefix("HTTP/1.1 413 "))
            let whole = try await PoolPort.answer(
                port, PoolPort.request(String(repeating: "a", count: 3_000_000), Self.target))
            #expect(whole.hasPrefix("HTTP/1.1 413 "))
            let chunked = try RawClient(port: port)
            await chunked.send(
                "POST / HTTP/1.1\r\nHost: localhost\r\n\(Self.target)\r\nTransfer-Encoding: chunked\r\n\r\n")
            let chunk = "1000\r\n" + String(repeating: "a", count: 4096) + "\r\n"
            for _ in 0..<3 { await chunked.send(chunk) }
            #expect(await chunked.readAnswer().hasPrefix("HTTP/1.1 413 "))
            let largest = Self.body + String(repeating: " ", count: 10_000 - Self.body.utf8.count)
            #expect(try await PoolPort.answer(port, PoolPort.request(largest, Self.target)).hasPrefix("HTTP/1.1 200 "))
        }
    }

    @Test("half a request, cut or never ended, does not hold up another")
    func slow() async throws {
        try await PoolPort.withServer(PoolPort.limits { $0.head = .seconds(60) }) { port in
            let heads = [
                "PO", "POST / HTTP/1.1\r\nHost: localhost\r\n",
                "POST / HTTP/1.1\r\nHost: localhost\r\n\(Self.target)\r\nContent-Length: 90\r\n\r\n{",
            ]
            var slow: [RawClient] = []
            for head in heads + heads + heads {
                let client = try RawClient(port: port)
                await client.send(head)
                slow.append(client)
            }
            for head in heads {
                let client = try RawClient(port: port)
                await client.send(head)
                client.finish()
                #expect(!(await client.readAll()).hasPrefix("HTTP/1.1 200 "))
            }
            #expect(
                try await PoolPort.answer(port, PoolPort.request(Self.body, Self.target)).hasPrefix("HTTP/1.1 200 "))
            // The slow ones are answered once they have said all.
            await slow[1].send("\(Self.target)\r\nContent-Length: \(Self.body.utf8.count)\r\n\r\n\(Self.body)")
            #expect(await slow[1].readAnswer().hasPrefix("HTTP/1.1 200 "))
        }
    }

    @Test("header names count in any case, and a connection serves one request after the other")
    func keepAlive() async throws {
        try await PoolPort.withServer { port in
            let client = try RawClient(port: port)
            for header in ["X-Amz-Target", "x-amz-target", "X-AMZ-TARGET"] {
                await client.send(
                    PoolPort.request(Self.body, "\(header): AWSCognitoIdentityProviderService.InitiateAuth"))
                let answer = await client.readAnswer()
                #expect(answer.hasPrefix("HTTP/1.1 200 "), "\(header)")
                #expect(answer.contains("Content-Type: application/x-amz-json-1.1\r\n"))
                #expect(answer.contains(#""AuthenticationResult":"#))
            }
            let closing = try RawClient(port: port)
            await closing.send(PoolPort.request(Self.body, Self.target, "Connection: close"))
            #expect(await closing.readAll().hasPrefix("HTTP/1.1 200 "))
        }
    }

    @Test("tokens name the server as their issuer, and its keys are there")
    func issuer() async throws {
        try await PoolPort.withServer { port in
            let answer = try await PoolPort.answer(port, PoolPort.request(Self.body, Self.target))
            let json = try #require(answer.split(separator: "\r\n\r\n", maxSplits: 1).last.map(String.init))
            let token = try #require(
                JSONValue(json: Array(json.utf8))?["AuthenticationResult"]?["IdToken"]?.string)
            var part = token.split(separator: ".")[1].replacingOccurrences(of: "-", with: "+")
                .replacingOccurrences(of: "_", with: "/")
            part += String(repeating: "=", count: (4 - part.count % 4) % 4)
            let payload = try #require(Data(base64Encoded: part))
            let claims = try #require(JSONValue(json: Array(payload)))
            #expect(claims["iss"]?.string == "http://127.0.0.1:\(port)/us-east-1_Embedded1")
            let path = "/us-east-1_Embedded1/.well-known/"
            let keys = try await PoolPort.answer(port, PoolPort.request("", method: "GET", path: path + "jwks.json"))
            #expect(keys.contains(#""kty":"RSA""#))
            let discovery = try await PoolPort.answer(
                port, PoolPort.request("", method: "GET", path: path + "openid-configuration"))
            #expect(discovery.contains(#""issuer":"http://127.0.0.1:\#(port)/us-east-1_Embedded1""#))
            for name in ["jwks.json", "openid-configuration"] {
                let client = try RawClient(port: port)
                await client.send(PoolPort.request("", method: "HEAD", path: path + name))
                await client.send(PoolPort.request("", "Connection: close", method: "HEAD", path: path + name))
                let heads = await client.readAll().split(separator: "\r\n\r\n")
                #expect(heads.count == 2 && heads.allSatisfy { $0.hasPrefix("HTTP/1.1 200 ") }, "no body: \(heads)")
            }
        }
    }

    @Test("what is told of a request names no secret, and nothing that moves a cursor")
    func told() async throws {
        let (records, told) = AsyncStream<PoolRequestRecord>.makeStream()
        try await PoolPort.withServer(observe: { told.yield($0) }) { port in
            _ = try await PoolPort.answer(port, PoolPort.request(Self.body, Self.target))
            let odd = Self.body.replacingOccurrences(of: "ana", with: #"\u001b[2J\nbob\u202e"#)
            _ = try await PoolPort.answer(port, PoolPort.request(odd, Self.target))
        }
        told.finish()
        var all: [PoolRequestRecord] = []
        for await record in records { all.append(record) }
        #expect(all.map(\.operation) == ["InitiateAuth", "InitiateAuth"])
        #expect(all.map(\.errorType) == [nil, "NotAuthorizedException"])
        #expect(all.map(\.username) == ["ana", "\u{FFFD}[2J\u{FFFD}bob\u{FFFD}"])
        #expect(!"\(all)".contains("Passw0rd"))
    }

    @Test("the server records a rejected request once, whatever comes after its head")
    func recordedOnce() async throws {
        let (records, told) = AsyncStream<PoolRequestRecord>.makeStream()
        try await PoolPort.withServer(observe: { told.yield($0) }) { port in
            let client = try RawClient(port: port)
            await client.send("POST / HTTP/1.1\r\nHost: evil\r\nTransfer-Encoding: chunked\r\n\r\nno chunk\r\n")
            client.finish()
            _ = await client.readAll()
        }
        told.finish()
        var all: [PoolRequestRecord] = []
        for await record in records { all.append(record) }
        #expect(all.map(\.status) == [403])
    }

    @Test("a port that is taken, an address that is none and a server that has ended are named")
    func cannotListen() async throws {
        try await PoolPort.withServer { port in
            let second = PoolServer(CognitoUserPool(), port: port)
            let running = Task { try await second.run() }
            await #expect(throws: PoolServer.Failure.self) { try await second.waitUntilListening() }
            await #expect(throws: PoolServer.Failure.self) { try await running.value }
        }
        let nowhere = PoolServer(CognitoUserPool(), host: "no.address")
        await #expect(throws: PoolServer.Failure.self) { try await nowhere.run() }
        let ended = PoolServer(CognitoUserPool())
        await ended.stop()
        await #expect(throws: PoolServer.Failure.ended) { try await ended.run() }
        await #expect(throws: PoolServer.Failure.ended) { try await ended.waitUntilListening() }
    }

    @Test("a wait for a server that never starts ends with its task")
    func cancelledWait() async throws {
        let server = PoolServer(CognitoUserPool())
        let waiting = Task { try await server.waitUntilListening() }
        waiting.cancel()
        await #expect(throws: PoolServer.Failure.ended) { try await waiting.value }
    }
}
