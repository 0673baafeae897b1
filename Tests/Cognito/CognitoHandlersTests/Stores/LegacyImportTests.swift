import CognitoHandlers
import FlowRuntime
import Synchronization
import Testing

/// A sign-in that an SDK left on the device is taken over, and does not come back after a sign-out.
struct LegacyImportTests {
    /// An SDK that left a user signed in. Nothing changes what it left.
    private final class Legacy: LegacySignIns {
        let left: Mutex<(username: String?, isLocked: Bool)>

        init(_ username: String? = "ana") {
            left = Mutex((username, false))
        }

        func find(poolID: String, clientID: String) throws(SecretStoreFailure) -> LegacySignIn? {
            let (username, isLocked) = left.withLock { $0 }
            if isLocked { throw .unavailable("locked") }
            guard let username, clientID == "client" else { return nil }
            return LegacySignIn(
                username: username, accessToken: "A", idToken: nil, refreshToken: "R",
                devices: [
                    LegacyDevice(username: username, device: CognitoDevice(key: "r_1", groupKey: "g", secret: "s"))
                ])
        }
    }

    private static let scope = SecretScope(kind: "tokens", poolID: "eu-west-1_AbC", clientID: "client")

    private static func cache(_ store: any SecretStore, _ former: Legacy, isAlone: Bool = true) -> TokenCache {
        TokenCache(store, poolID: "eu-west-1_AbC", clientID: "client", isAlone: isAlone, importing: [former])
    }

    @Test func updateSignsNobodyOut() async throws {
        let (store, former) = (MemorySecretStore(), Legacy())
        #expect(try await Self.cache(store, former).current()?.tokens.refreshToken == "R")
        let devices = DeviceSecrets(store, poolID: "eu-west-1_AbC")
        #expect(try await devices.device(of: "ana")?.key == "r_1")
        #expect(try await devices.username(ofDevice: "r_1") == "ana")
        try await Self.cache(store, former).store(CognitoTokens(accessToken: "B"), of: "ana")
        #expect(try await Self.cache(store, former).current()?.tokens.accessToken == "B", "it is taken over once")
    }

    @Test(arguments: [true, false]) func whoSignedOutDoesNotComeBack(isAlone: Bool) async throws {
        for isFirst in [true, false] {
            let (store, former) = (MemorySecretStore(), Legacy())
            if !isFirst { _ = try await Self.cache(store, former, isAlone: isAlone).current() }
            try await Self.cache(store, former, isAlone: isAlone).clear()
            #expect(try await Self.cache(store, former, isAlone: isAlone).current() == nil)
            former.left.withLock { $0.username = "bob" }
            let next = try await Self.cache(store, former).current()
            #expect(next?.username == (isAlone ? "bob" : nil), "bob has not signed out")
        }
    }

    @Test func forgottenNameDoesNotComeBack() {
        let (store, former) = (MemorySecretStore(), Legacy())
        _ = Self.cache(store, former, isAlone: false).perform { _ in .forgetLastUser }
        #expect(Self.cache(store, former, isAlone: false).perform { _ in .lastUser } == .nobody)
    }

    @Test func whoHasSignedInStaysAndIsNotFollowedByAnother() async throws {
        let (store, former) = (MemorySecretStore(), Legacy())
        try await Self.cache(store, former).store(CognitoTokens(accessToken: "B"), of: "bob")
        #expect(try await Self.cache(store, former).current()?.username == "bob")
        try await Self.cache(store, former).clear()
        #expect(try await Self.cache(store, former).current() == nil)
    }

    @Test func lockedKeyChainIsAskedAgain() async throws {
        let (store, former) = (MemorySecretStore(), Legacy())
        former.left.withLock { $0.isLocked = true }
        let cache = Self.cache(store, former)
        await #expect(throws: (any Error).self) { try await cache.current() }
        former.left.withLock { $0.isLocked = false }
        #expect(try await cache.current()?.username == "ana")
        former.left.withLock { $0.isLocked = true }
        await #expect(throws: (any Error).self, "without the mark the user would come back") { try await cache.clear() }
        #expect(try await cache.current()?.username == "ana")
    }

    /// The store fails at each call of a sign-out in turn, as for a process that is killed there.
    @Test func signOutHappensOrIsReported() async throws {
        for failing in 1... {
            let (store, former) = (FailingStore(), Legacy())
            let cache = Self.cache(store, former)
            _ = try await cache.current()
            store.fail(at: failing)
            let error = await storeFailure { () async throws(FlowHandlerFailure) in try await cache.clear() }
            let isDone = !store.hasFailed
            store.fail(at: nil)
            let left = try await Self.cache(store, former).current()
            #expect((left == nil) == (error == nil), "call \(failing)")
            if isDone { break }
        }
    }

    @Test func signOutOfAnotherProcessMeanwhileStays() async throws {
        for call in 1... {
            let (store, former) = (FailingStore(), Legacy())
            store.interrupt(at: call) { other in
                _ = Self.cache(other, former).perform { .signOut(nil, isAlone: $0) }
            }
            _ = try await Self.cache(store, former).current()
            let isDone = !store.hasFailed
            store.fail(at: nil)
            let left = try await Self.cache(store, former).current()
            #expect((left == nil) != isDone, "call \(call)")
            if isDone { break }
        }
    }
}

/// A store that fails at one of its calls, or in which another process works before one of its calls.
private final class FailingStore: SecretStore {
    private struct Plan {
        var callsLeft: Int?
        var hasFailed = false
        var work: (@Sendable (MemorySecretStore) -> Void)?
    }

    private let inner = MemorySecretStore()
    private let plan = Mutex(Plan())

    /// Whether the call came that was to fail, or to be interrupted.
    var hasFailed: Bool { plan.withLock { $0.hasFailed } }

    func fail(at call: Int?) { plan.withLock { $0 = Plan(callsLeft: call) } }

    func interrupt(at call: Int, _ work: @escaping @Sendable (MemorySecretStore) -> Void) {
        plan.withLock { $0 = Plan(callsLeft: call, work: work) }
    }

    private func pass() throws(SecretStoreFailure) {
        let work: (@Sendable (MemorySecretStore) -> Void)?? = plan.withLock { plan in
            plan.callsLeft = plan.callsLeft.map { $0 - 1 }
            guard plan.callsLeft == 0 else { return nil }
            plan.hasFailed = true
            return .some(plan.work)
        }
        guard let work else { return }
        guard let work else { throw .unavailable("killed") }
        work(inner)
    }

    func entry(_ key: SecretKey) throws(SecretStoreFailure) -> SecretEntry? {
        try pass()
        return inner.entry(key)
    }

    func store(_ content: [UInt8], under key: SecretKey, replacing former: SecretPrecondition)
        throws(SecretStoreFailure) -> SecretVersion
    {
        try pass()
        return try inner.store(content, under: key, replacing: former)
    }

    func remove(_ key: SecretKey) throws(SecretStoreFailure) {
        try pass()
        inner.remove(key)
    }

    func removeAll(in scope: SecretScope) throws(SecretStoreFailure) {
        try pass()
        inner.removeAll(in: scope)
    }
}
