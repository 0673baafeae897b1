import UserPool
import UserPoolServer

/// A pool behind a port, and requests to it as text.
enum PoolPort {
    static let target = "X-Amz-Target: AWSCognitoIdentityProviderService.InitiateAuth"
    static let body =
        #"{"ClientId":"app-client","AuthFlow":"USER_PASSWORD_AUTH","AuthParameters":{"USERNAME":"ana","PASSWORD":"Passw0rd!"}}"#

    /// Lets a test talk to a server with one user.
    static func withServer(
        _ limits: PoolServerLimits = limits { _ in }, access: PoolAccess = PoolAccess(),
        pool: CognitoUserPool = CognitoUserPool(),
        report: @escaping @Sendable (PoolServerNotice) -> Void = { _ in },
        observe: @escaping @Sendable (PoolRequestRecord) -> Void = { _ in },
        _ test: (UInt16) async throws -> Void
    ) async throws {
        try await pool.add(PoolUserSeed(username: "ana", password: "Passw0rd!"))
        let server = PoolServer(pool, access: access, limits: limits, observe: observe, report: report)
        let running = Task { try await server.run() }
        let result: Result<Void, any Error>
        do {
            result = .success(try await test(try await server.waitUntilListening()))
        } catch {
            result = .failure(error)
        }
        await server.stop()
        _ = await running.result
        try result.get()
    }

    /// Limits with changes.
    static func limits(_ change: (inout PoolServerLimits) -> Void) -> PoolServerLimits {
        var limits = PoolServerLimits()
        // A busy machine must not run into a limit of time that a test is not about.
        limits.idle = .seconds(3600)
        limits.head = .seconds(3600)
        limits.body = .seconds(3600)
        limits.answer = .seconds(3600)
        limits.writing = .seconds(3600)
        change(&limits)
        return limits
    }

    /// Tries a limit of time that ends something, and ten and a hundred times as long where that did not do: on a busy machine a short
    /// limit also ends what is meant to go on.
    static func withTimeLimit(_ shortest: Duration, _ holds: (Duration) async throws -> Bool) async throws -> Bool {
        for factor in [1, 10] where try await holds(shortest * factor) { return true }
        return try await holds(shortest * 100)
    }

    /// The text of a request.
    static func request(
        _ body: String, _ headers: String..., method: String = "POST", path: String = "/", host: String = "localhost"
    ) -> String {
        "\(method) \(path) HTTP/1.1\r\nHost: \(host)\r\n" + headers.map { $0 + "\r\n" }.joined()
            + "Content-Length: \(body.utf8.count)\r\n\r\n" + body
    }

    /// The answer to a request on a connection of its own.
    static func answer(_ port: UInt16, _ request: String) async throws -> String {
        let client = try RawClient(port: port)
        await client.send(request)
        return await client.readAnswer()
    }
}
