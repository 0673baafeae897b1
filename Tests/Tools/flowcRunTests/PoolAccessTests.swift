import CognitoClient
import FlowCore
import Foundation
import Testing
import UserPool
import UserPoolServer

@Suite("Who may use a pool's port")
struct PoolAccessTests {
    private static let key = PoolAccessKey(id: "admin", secret: "wJalrXUtnFEMI/K7MDENG")
    private static let page = "http://localhost:3000"
    private static let getUser = #"{"UserPoolId":"us-east-1_Embedded1","Username":"ana"}"#

    private func access(_ change: (inout PoolAccess) -> Void) -> PoolAccess {
        var access = PoolAccess()
        access.keys = [Self.key]
        change(&access)
        return access
    }

    // MARK: Names

    @Test(
        "names of this computer get in, with any port",
        arguments: [
            "localhost", "LOCALHOST:1", "127.0.0.1:9229", "127.9.9.9", "[::1]:80", "pool.localhost", "my.name:80",
            "My.Name",
        ])
    func host(name: String) async throws {
        try await PoolPort.withServer(access: access { $0.hosts = ["my.name"] }) { (port) async throws in
            let answer = try await PoolPort.answer(
                port, PoolPort.request(PoolPort.body, PoolPort.target, host: name))
            #expect(answer.hasPrefix("HTTP/1.1 200 "))
        }
    }

    @Test(
        "an address in any case is one of this computer",
        arguments: ["LOCALHOST", "Pool.LocalHost", "::1", "127.0.0.1"])
    func loopback(name: String) {
        #expect(HostHeaderCheck.isLoopback(name))
    }

    @Test("other names do not: somebody could make them point here")
    func otherHost() async throws {
        for (name, status) in [
            ("evil.example", 403), ("evil.example:9229", 403), ("localhost.evil.example", 403),
            ("127.0.0.1.nip.io", 403),
            ("10.0.0.1", 403), ("[fe80::1]", 403), ("", 403), ("localhost@evil.example", 403), ("localhost:80:80", 403),
            ("[::1", 403), (".localhost", 403), ("a_b.localhost", 403), ("localhost:a", 403), ("127.0.0.256", 403),
            ("127.0.0.+1", 403),
            ("a\r\nHost: localhost", 400),
        ] {
            try await PoolPort.withServer { (port) async throws in
                for request in [
                    PoolPort.request(PoolPort.body, PoolPort.target, host: name),
                    PoolPort.request("", method: "GET", path: "/us-east-1_Embedded1/.well-known/jwks.json", host: name),
                ] {
                    let answer = try await PoolPort.answer(port, request)
                    #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(answer)")
                    #expect(!answer.contains("AuthenticationResult") && !answer.contains("RSA"))
                }
            }
        }
    }

    @Test("a request of HTTP/1.1 without a name is refused; one of HTTP/1.0, which has none, is not")
    func noHost() async throws {
        try await PoolPort.withServer { (port) async throws in
            let rest = "\(PoolPort.target)\r\nContent-Length: \(PoolPort.body.utf8.count)\r\n\r\n\(PoolPort.body)"
            #expect(try await PoolPort.answer(port, "POST / HTTP/1.1\r\n" + rest).hasPrefix("HTTP/1.1 400 "))
            #expect(try await PoolPort.answer(port, "POST / HTTP/1.0\r\n" + rest).hasPrefix("HTTP/1.1 200 "))
        }
    }

    @Test("a target in absolute form is taken, and its name counts as well")
    func absoluteForm() async throws {
        try await PoolPort.withServer { (port) async throws in
            for (target, status) in [
                ("http://localhost/", 200), ("HTTP://127.0.0.1:80", 200), ("http://evil.example/", 403),
                ("http://localhost@evil.example/", 403),
            ] {
                let answer = try await PoolPort.answer(
                    port, PoolPort.request(PoolPort.body, PoolPort.target, path: target))
                #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(target): \(answer)")
            }
        }
    }

    // MARK: Origins

    @Test("a page gets in by its origin alone, and may read the answer")
    func origin() async throws {
        try await PoolPort.withServer(access: access { $0.origins = [Self.page] }) { (port) async throws in
            let good = try await PoolPort.answer(
                port, PoolPort.request(PoolPort.body, PoolPort.target, "Origin: \(Self.page)"))
            #expect(good.hasPrefix("HTTP/1.1 200 "))
            #expect(good.contains("Access-Control-Allow-Origin: \(Self.page)\r\n") && good.contains("Vary: Origin\r\n"))
            let refused = try await PoolPort.answer(
                port, PoolPort.request("{", PoolPort.target, "Origin: \(Self.page)"))
            #expect(refused.hasPrefix("HTTP/1.1 400 ") && refused.contains("Access-Control-Allow-Origin"))
            for origin in ["http://evil.example", "null", "http://localhost", "https://localhost:3000", "*", ""] {
                let bad = try await PoolPort.answer(
                    port, PoolPort.request(PoolPort.body, PoolPort.target, "Origin: \(origin)"))
                #expect(bad.hasPrefix("HTTP/1.1 403 "), "\(origin)")
                #expect(!bad.contains("Access-Control"), "\(origin)")
            }
            // A refusal before the body, too.
            let large = PoolPort.request("", PoolPort.target, "Origin: \(Self.page)", "Content-Length: 99999999")
                .replacingOccurrences(of: "Content-Length: 0\r\n", with: "")
            let answer = try await PoolPort.answer(port, large)
            #expect(
                answer.hasPrefix("HTTP/1.1 413 ") && answer.contains("Access-Control-Allow-Origin: \(Self.page)\r\n"))
            let two = PoolPort.request(
                PoolPort.body, PoolPort.target, "Origin: \(Self.page)", "Origin: http://evil.example")
            #expect(try await PoolPort.answer(port, two).hasPrefix("HTTP/1.1 403 "))
        }
    }

    @Test("a browser that asks first is answered, and a stranger's is not")
    func preflight() async throws {
        let asks = "Access-Control-Request-Method: POST"
        try await PoolPort.withServer(access: access { $0.origins = [Self.page] }) { (port) async throws in
            let good = try await PoolPort.answer(
                port,
                PoolPort.request(
                    "", "Origin: \(Self.page)", asks, "Access-Control-Request-Headers: x-amz-target,x-amz-user-agent",
                    "Access-Control-Request-Private-Network: true", method: "OPTIONS"))
            #expect(good.hasPrefix("HTTP/1.1 204 "))
            for line in [
                "Access-Control-Allow-Origin: \(Self.page)", "Access-Control-Allow-Methods: GET, POST",
                "Access-Control-Allow-Private-Network: true",
            ] { #expect(good.contains(line + "\r\n"), "\(line)") }
            #expect(good.contains("Access-Control-Allow-Headers: x-amz-target,x-amz-user-agent\r\n"))
            let stranger = PoolPort.request("", "Origin: http://evil.example", asks, method: "OPTIONS")
            #expect(try await PoolPort.answer(port, stranger).hasPrefix("HTTP/1.1 403 "))
            let nobody = PoolPort.request("", asks, method: "OPTIONS")
            #expect(try await PoolPort.answer(port, nobody).hasPrefix("HTTP/1.1 405 "))
        }
    }

    // MARK: Signatures

    /// A signed request.
    private func signed(
        by key: PoolAccessKey = PoolAccessTests.key, region: String = "us-east-1", service: String = "cognito-idp",
        at seconds: Double = Date().timeIntervalSince1970, path: String = "/",
        change: (String) -> String = { $0 }
    ) -> String {
        let signature = SignatureV4(
            credentials: AWSCredentials(accessKeyID: key.id, secretAccessKey: key.secret), region: region,
            service: service, time: UTCTime(seconds: Int64(seconds)))
        let fields = [
            HTTPField("Host", "localhost"),
            HTTPField("X-Amz-Target", "AWSCognitoIdentityProviderService.AdminGetUser"),
        ]
        let all = signature.signedFields(method: "POST", path: path, fields: fields, body: Array(Self.getUser.utf8))
        let lines = all.dropFirst().map { "\($0.name): \($0.value)" }.joined(separator: "\r\n")
        return change(PoolPort.request(Self.getUser, lines, path: path))
    }

    @Test("an administrator's operation needs a signature by a key of the seed")
    func signature() async throws {
        try await PoolPort.withServer(access: access { _ in }) { (port) async throws in
            #expect(try await PoolPort.answer(port, signed()).hasPrefix("HTTP/1.1 200 "))
            let now = Date().timeIntervalSince1970
            let other = PoolAccessKey(id: "admin", secret: "another")
            let unknown = PoolAccessKey(id: "nobody", secret: Self.key.secret)
            for (request, type) in [
                (signed(by: other), "InvalidSignatureException"), (signed(by: unknown), "UnrecognizedClientException"),
                (signed(region: "eu-west-1"), "InvalidSignatureException"),
                (signed(service: "sts"), "InvalidSignatureException"),
                (signed(at: now - 400), "InvalidSignatureException"),
                (signed(at: now + 400), "InvalidSignatureException"),
                (
                    signed { $0.replacingOccurrences(of: "AdminGetUser", with: "AdminDeleteUser") },
                    "InvalidSignatureException"
                ),
                (signed { $0.replacingOccurrences(of: "\"ana\"", with: "\"bob\"") }, "InvalidSignatureException"),
                (
                    signed { $0.replacingOccurrences(of: "x-amz-target", with: "x-amz-other") },
                    "IncompleteSignatureException"
                ),
                (
                    signed { $0.replacingOccurrences(of: "AWS4-HMAC-SHA256 ", with: "Bearer ") },
                    "IncompleteSignatureException"
                ),
                (
                    signed { $0.replacingOccurrences(of: "Signature=", with: "Signature=zz") },
                    "IncompleteSignatureException"
                ),
                (
                    signed { $0.replacingOccurrences(of: "X-Amz-Date: ", with: "X-Amz-Date: 1") },
                    "IncompleteSignatureException"
                ),
                (
                    signed { $0.replacingOccurrences(of: "Authorization", with: "X-Nothing") },
                    "MissingAuthenticationTokenException"
                ),
            ] {
                let answer = try await PoolPort.answer(port, request)
                #expect(
                    answer.hasPrefix("HTTP/1.1 400 ") && answer.contains("x-amzn-errortype: \(type)\r\n"),
                    "\(request)\n\(answer)")
                #expect(!answer.contains(Self.key.secret))
            }
        }
    }

    @Test(
        "without a key in the seed nobody is an administrator, unless an option says so; other operations need no key")
    func noKeys() async throws {
        let target = "X-Amz-Target: AWSCognitoIdentityProviderService.AdminGetUser"
        let unsigned = PoolPort.request(Self.getUser, target)
        try await PoolPort.withServer { (port) async throws in
            let answer = try await PoolPort.answer(port, unsigned)
            #expect(answer.contains("MissingAuthenticationTokenException") && answer.contains("--unsigned-admin"))
            #expect(try await PoolPort.answer(port, signed()).contains("UnrecognizedClientException"))
            let unknown = PoolPort.request("{}", "X-Amz-Target: AWSCognitoIdentityProviderService.AdminDance")
            #expect(try await PoolPort.answer(port, unknown).contains("UnknownOperationException"))
        }
        try await PoolPort.withServer(access: access { $0.allowsUnsignedAdministration = true }) {
            (port) async throws in
            #expect(try await PoolPort.answer(port, unsigned).hasPrefix("HTTP/1.1 200 "))
        }
    }

    @Test("a key is printed without its secret")
    func printed() {
        var dumped = "\(Self.key) \(String(reflecting: Self.key)) \(access { _ in })"
        dump(Self.key, to: &dumped)
        #expect(dumped.contains("admin") && !dumped.contains(Self.key.secret))
    }

    @Test(
        "keys of a seed that cannot be used are named",
        arguments: [
            (#"{"accessKeys":{}}"#, "accessKeys must be a list"),
            (#"{"accessKeys":[{"id":"a"}]}"#, "accessKeys[0].secret"),
            (#"{"accessKeys":[{"secret":"a"}]}"#, "accessKeys[0].id"),
            (#"{"accessKeys":[{"id":"a","secret":""}]}"#, "accessKeys[0].secret"),
            (#"{"accessKeys":[{"id":"a/b","secret":"c"}]}"#, "accessKeys[0].id"),
            (#"{"accessKeys":[{"id":"a","secret":"b"},{"id":"a","secret":"c"}]}"#, "accessKeys: two keys"),
            (#"{"accessKeys":[{"id":"a","secret":"b","key":"c"}]}"#, "accessKeys[0].key is not a valid member"),
        ])
    func seed(json: String, complaint: String) throws {
        let failure = try #require(throws: PoolSeedFailure.self) { try PoolSeed(json: Array(json.utf8)) }
        #expect(failure.message.hasPrefix(complaint), "\(failure.message)")
    }
}
