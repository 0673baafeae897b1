import CognitoFlows
import CognitoHandlers
import FlowCore
import FlowRuntime
import FlowTable
import Foundation
import TestSupport
import Testing

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The handlers in the flow that they are for, against the other side of SRP.
struct SignInTests {
    private static let table = Result { try ShippedFlow.amplify.table() }

    private static func signIn(
        _ pool: PoolDouble, password: String, handlers: FlowHandlers, tracer: FlowTracer? = nil
    ) async throws -> FlowStep {
        let table = try table.get()
        let runner = FlowRunner(
            table, handlers: handlers, service: pool, clock: ContinuousClock(), tracer: tracer)
        return await runner.start([
            "username": "ana@example.com", "password": .string(password), "flowType": "userSRP",
            "clientSecret": "client secret",
        ])
    }

    private static func handlers(_ secrets: any SecretStore = MemorySecretStore()) throws -> FlowHandlers {
        FlowHandlers.cognito(try CognitoSettings(poolID: "eu-west-1_AbC", deviceName: "a phone", secrets: secrets))
    }

    @Test(arguments: ["Passw0rd!", "", "pässwörd 🔑"]) func rightPasswordIsAccepted(password: String) async throws {
        let pool = PoolDouble(password: password)
        let step = try await Self.signIn(pool, password: password, handlers: try Self.handlers())
        #expect(step.outcome?.name == "signedIn", "\(String(describing: step.outcome?.error))")
        #expect(await pool.faults.isEmpty)
        #expect(await pool.requests.map(\.operation) == ["InitiateAuth", "RespondToAuthChallenge", "ConfirmDevice"])
    }

    @Test(arguments: ["passw0rd!", "", "Passw0rd! "]) func wrongPasswordIsRefused(password: String) async throws {
        let pool = PoolDouble(password: "Passw0rd!")
        let step = try await Self.signIn(pool, password: password, handlers: try Self.handlers())
        #expect(step.outcome?.name == "failed")
        #expect(step.outcome?.error?.type == "NotAuthorizedException")
    }

    @Test func secondSignInProvesTheDevice() async throws {
        let pool = PoolDouble(password: "Passw0rd!")
        let secrets = MemorySecretStore()
        let devices = DeviceSecrets(secrets, poolID: "eu-west-1_AbC")
        let handlers = try Self.handlers(secrets)
        let first = try await Self.signIn(pool, password: "Passw0rd!", handlers: handlers)
        #expect(first.outcome?.name == "signedIn")
        let stored = try #require(try await devices.device(of: "ana@example.com"))
        #expect(stored.key == "device-1" && stored.groupKey == "-Group" && stored.secret.utf8.count == 56)
        let second = try await Self.signIn(pool, password: "Passw0rd!", handlers: handlers)
        #expect(second.outcome?.name == "signedIn")
        #expect(await pool.faults.isEmpty)
        #expect(await pool.requests.count == 7)

        let other = CognitoDevice(key: stored.key, groupKey: stored.groupKey, secret: "another")
        try await devices.store(other, of: "ana@example.com")
        let third = try await Self.signIn(pool, password: "Passw0rd!", handlers: handlers)
        #expect(third.outcome?.error?.message == "wrong device")
    }

    /// The service calls the account `ana-by-name`; the next process signs in by the alias again, and finds the device.
    @Test func deviceOnFileIsFoundByTheAlias() async throws {
        let path = "/tmp/devices-of-\(UInt64.random(in: 0 ... .max))"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let pool = PoolDouble(password: "Passw0rd!")
        for _ in 0..<2 {
            let handlers = try Self.handlers(FileSecretStore(path: path))
            let step = try await Self.signIn(pool, password: "Passw0rd!", handlers: handlers)
            #expect(step.outcome?.name == "signedIn")
        }
        #expect(await pool.faults.isEmpty)
        #expect(await pool.requests.map(\.operation).filter { $0 == "ConfirmDevice" }.count == 1)

        // A damaged entry is none: a device is registered in its place.
        for name in try FileManager.default.contentsOfDirectory(atPath: path) where !name.hasPrefix(".") {
            try Data("{".utf8).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
        }
        let handlers = try Self.handlers(FileSecretStore(path: path))
        let step = try await Self.signIn(pool, password: "Passw0rd!", handlers: handlers)
        #expect(step.outcome?.name == "signedIn")
        #expect(await pool.requests.map(\.operation).filter { $0 == "ConfirmDevice" }.count == 2)
    }

    @Test func hostReplacesAnyHandler() async throws {
        var handlers = try Self.handlers()
        #expect(handlers.names.count == 13 && handlers["passkey.assert"] == nil)
        handlers.register("srp.verify") { _ in ["passwordSignature": "AAAA"] }
        let pool = PoolDouble(password: "Passw0rd!")
        let step = try await Self.signIn(pool, password: "Passw0rd!", handlers: handlers)
        #expect(step.outcome?.error?.type == "NotAuthorizedException")
    }

    @Test func noSecretIsTraced() async throws {
        let (events, continuation) = AsyncStream.makeStream(of: String.self)
        let fixed = CognitoRandom { [UInt8](repeating: $0 == 40 ? 0xA7 : 0xB5, count: $0) }
        let settings = try CognitoSettings(
            poolID: "eu-west-1_AbC", deviceName: "a phone", secrets: MemorySecretStore(), random: fixed)
        let step = try await Self.signIn(
            PoolDouble(password: "Passw0rd!"), password: "Passw0rd!", handlers: .cognito(settings),
            tracer: { continuation.yield($0.description) })
        continuation.finish()
        #expect(step.outcome?.name == "signedIn")
        var lines: [String] = []
        for await line in events { lines.append(line) }
        #expect(lines.count > 5)
        // The password, a as digits, the device's secret in base64.
        for secret in ["Passw0rd!", "b5b5b5b5", "p6enp6en", "client secret"] {
            #expect(!lines.contains { $0.contains(secret) }, "\(secret)")
        }
    }
}
