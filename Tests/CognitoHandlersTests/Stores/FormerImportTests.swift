import CognitoHandlers
import Synchronization
import Testing

/// A sign-in that an SDK left on the device is taken over once.
struct FormerImportTests {
    /// An SDK that left ana signed in.
    private final class Former: FormerSignIns {
        let left = Mutex((isThere: true, isLocked: false, finds: 0))

        func find(poolID: String, clientID: String) throws(SecretStoreFailure) -> FormerSignIn? {
            let (isThere, isLocked, _) = left.withLock { left in
                left.finds += 1
                return left
            }
            if isLocked { throw .unavailable("locked") }
            guard isThere, clientID == "client" else { return nil }
            return FormerSignIn(
                username: "ana", accessToken: "A", idToken: nil, refreshToken: "R",
                devices: [
                    FormerDevice(username: "ana", device: CognitoDevice(key: "r_1", groupKey: "g", secret: "s"))
                ])
        }

        func remove(poolID: String, clientID: String) { left.withLock { $0.isThere = false } }
    }

    private static func cache(_ store: any SecretStore, _ former: Former) -> TokenCache {
        TokenCache(store, poolID: "eu-west-1_AbC", clientID: "client", isAlone: true, former: [former])
    }

    @Test func updateSignsNobodyOut() async throws {
        let (store, former) = (MemorySecretStore(), Former())
        #expect(try await Self.cache(store, former).current()?.tokens.refreshToken == "R")
        #expect(former.left.withLock { !$0.isThere }, "what was taken over is not left behind")
        #expect(try await DeviceSecrets(store, poolID: "eu-west-1_AbC").device(of: "ana")?.key == "r_1")
        #expect(try await Self.cache(store, Former()).current()?.username == "ana")
    }

    @Test func signOutAfterItStays() async throws {
        let (store, former) = (MemorySecretStore(), Former())
        try await Self.cache(store, former).clear()
        // As if the SDK's items had come back.
        let again = Former()
        #expect(try await Self.cache(store, again).current() == nil)
        #expect(again.left.withLock { $0.finds } == 0)
    }

    @Test func whoHasSignedInStays() async throws {
        let store = MemorySecretStore()
        let plain = TokenCache(store, poolID: "eu-west-1_AbC", clientID: "client")
        try await plain.store(CognitoTokens(accessToken: "B"), of: "bob")
        #expect(try await Self.cache(store, Former()).current()?.username == "bob")
    }

    @Test func lockedKeyChainIsAskedAgain() async throws {
        let (store, former) = (MemorySecretStore(), Former())
        former.left.withLock { $0.isLocked = true }
        let cache = Self.cache(store, former)
        await #expect(throws: (any Error).self) { try await cache.current() }
        former.left.withLock { $0.isLocked = false }
        #expect(try await cache.current()?.username == "ana")
    }
}
