import CognitoFlows
import CognitoHandlers
import FlowCore
import FlowRuntime
import FlowSealing
import FlowTable
import Foundation
import TestSupport
import Testing

/// A store that never answers holds up nobody but those who need it, and those for a limited time.
struct SilentStoreTests {
    private static let table = Result { try ShippedFlow.amplify.table() }
    private static let inputs: JSONValue = ["username": "ana", "password": "Passw0rd!", "flowType": "userSRP"]

    private static let plainInputs: JSONValue = ["username": "ana", "password": "p", "flowType": "userPassword"]

    /// A sign-in that asks the store for the user's device first.
    private static func runner(
        over store: any SecretStore, _ service: any FlowService = PoolDouble(password: "Passw0rd!")
    ) throws -> FlowRunner<ContinuousClock> {
        let settings = try CognitoSettings(poolID: "eu-west-1_AbC", deviceName: "a phone", secrets: store)
        return FlowRunner(
            try table.get(), handlers: .cognito(settings), service: service,
            clock: ContinuousClock())
    }

    /// Opens a store after a time in which all tests end, even on a slow machine: each step of a test waits for the tests
    /// beside it. A test that is stuck then fails, and does not hang.
    private final class Watchdog: Sendable {
        private let end = DispatchSemaphore(value: 0)
        private let hasBitten = Locked(false)

        init(_ store: SilentStore) {
            let (end, hasBitten) = (end, hasBitten)
            Thread.detachNewThread {
                if end.wait(timeout: .now() + 900) == .timedOut { hasBitten.withLock { $0 = true } }
                store.open()
            }
        }

        /// Opens the store.
        /// - Returns: whether the test came here by itself.
        func dismiss() -> Bool {
            end.signal()
            return !hasBitten.current
        }
    }

    /// Half of the calls take no longer. On a busy machine the others may wait for a processor.
    private static func median(_ times: [Duration]) -> Duration { times.sorted()[times.count / 2] }

    @Test func signInsOverItHoldUpNothingElse() async throws {
        let store = SilentStore()
        let watchdog = Watchdog(store)
        let runners = try (0..<64).map { _ in try Self.runner(over: store) }
        // Without a computation before the store is asked: what computes holds every task up.
        let starts = runners.map { runner in Task { await runner.start(Self.plainInputs) } }
        while store.callCount == 0 { await Task.yield() }
        #expect(await Task.detached { true }.value)
        let healthy = try Self.runner(over: MemorySecretStore())
        #expect(await healthy.start(Self.inputs).outcome?.name == "signedIn")
        var times: [Duration] = []
        for runner in runners { times.append(await ownTime { _ = await runner.cancel() }) }
        #expect(Self.median(times) < .seconds(1))
        for start in starts { _ = await start.value }
        #expect(watchdog.dismiss())
        #expect(store.maxThreads == 1, "a silent store holds one thread")
    }

    @Test func cancelledCallsReturn() async throws {
        let store = SilentStore()
        let watchdog = Watchdog(store)
        let starts = try (0..<1_000).map { _ in
            let runner = try Self.runner(over: store)
            return Task { await runner.start(Self.plainInputs) }
        }
        while store.callCount == 0 { await Task.yield() }
        var times: [Duration] = []
        for start in starts {
            start.cancel()
            times.append(await ownTime { _ = await start.value })
        }
        #expect(Self.median(times) < .seconds(1))
        #expect(watchdog.dismiss())
        #expect(store.maxThreads == 1)
    }

    @Test func guardOverItReturns() async throws {
        let store = SilentStore()
        let watchdog = Watchdog(store)
        let calls = (0..<64).map { _ in
            // Each has a guard of its own, as each app has: the store is what they share.
            let keeper = SecretStoreGuard(store, poolID: "eu-west-1_AbC", clientID: "client")
            return Task { () async -> FlowSnapshotError? in
                let first = SnapshotGuardEntry(generation: SnapshotID(), sealed: [1])
                do throws(FlowSnapshotError) {
                    try await keeper.replace(nil, of: SnapshotID(), by: first)
                    return nil
                } catch {
                    return error
                }
            }
        }
        while store.callCount == 0 { await Task.yield() }
        #expect(await Task.detached { true }.value)
        for call in calls { call.cancel() }
        for call in calls { #expect(await call.value == .guardUnavailable) }
        #expect(watchdog.dismiss())
        #expect(store.maxThreads == 1)
    }

    /// Queues of one store that come and go on several threads.
    @Test func queuesComeAndGo() async throws {
        let store = MemorySecretStore()
        await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<2_000 { withExtendedLifetime(SecretStoreQueue.shared(for: store)) {} }
                }
            }
        }
        #expect(SecretStoreQueue.shared(for: store).store === store)
    }

    @Test func cancelledTaskStillSignsOut() async throws {
        let cache = TokenCache(MemorySecretStore(), poolID: "eu-west-1_AbC", clientID: "client")
        try await cache.store(CognitoTokens(accessToken: "A"), of: "ana")
        let signOut = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await cache.clear()
        }
        try await signOut.value
        #expect(try await cache.current() == nil)
    }

    @Test func droppedCallsAreNeverBegun() async throws {
        let store = SilentStore()
        let devices = DeviceSecrets(store, poolID: "eu-west-1_AbC")
        let first = Task { try? await devices.device(of: "ana") }
        while store.callCount == 0 { await Task.yield() }
        let calls = (0..<1_000).map { number in Task { try? await devices.device(of: "user \(number)") } }
        for call in calls { call.cancel() }
        for call in calls { #expect(await call.value == nil) }
        store.open()
        _ = await first.value
        _ = try await devices.device(of: "bob")
        // Each of the two reads looks under the name, and then for a name that this one is an alias of.
        #expect(store.callCount == 4)
    }
}
