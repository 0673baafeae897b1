import CognitoClient
import CognitoFlows
import CognitoHandlers
import FlowCore
import FlowRuntime
import FlowTable

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Signs in by SRP over HTTP, says so, and waits: a test then searches this process's memory.
///
/// Usage: `memory-subject ENDPOINT PASSWORD-BYTES [keep]`. On the standard input come the bytes of the password and 32 random bytes, the SRP secret;
/// they go into ``FlowSecret`` and nowhere else. With `keep`, a copy of the password stays, which the search must find.
@main
enum MemorySubject {
    nonisolated(unsafe) private static var kept: [UInt8] = []

    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count > 2, let count = Int(arguments[2]) else { exit(64) }
        let name = try await signIn(
            to: arguments[1], password: secret(count), random: OneTime(secret(32)), keeps: arguments.count > 3)
        print(name)
        fflush(nil)
        // Until the test closes its end.
        while getchar() != EOF {}
        print(kept.count)
    }

    private static func signIn(
        to endpoint: String, password: FlowSecret, random: OneTime, keeps: Bool
    ) async throws -> String {
        if keeps { kept = password.bytes }
        let settings = try CognitoSettings(
            poolID: "eu-west-1_AbC", random: CognitoRandom { _ in random.take() })
        let runner = FlowRunner(
            try ShippedFlow.amplify.table(), handlers: .cognito(settings),
            service: try CognitoClient(endpoint: endpoint),
            clock: ContinuousClock())
        let step = await runner.start(
            ["username": "ana", "flowType": "userSRP", "clientId": "client"], secrets: ["password": password])
        return step.description
    }

    /// Bytes of the standard input, without a buffer of the C library.
    private static func secret(_ count: Int) -> FlowSecret {
        FlowSecret(count: count) { memory in
            var end = 0
            while end < memory.count, let start = memory.baseAddress {
                let part = read(STDIN_FILENO, start + end, memory.count - end)
                if part <= 0 { exit(65) }
                end += part
            }
        }
    }
}

/// Random bytes that are given once.
private final class OneTime: @unchecked Sendable {
    private var secret: FlowSecret?

    init(_ secret: FlowSecret) {
        self.secret = secret
    }

    func take() -> [UInt8] {
        defer { secret = nil }
        return secret?.bytes ?? []
    }
}
