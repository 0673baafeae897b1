import CognitoHandlers
import FlowCore
import Foundation
import LegacyUserPoolStyle
import TestSupport
import Testing

/// Calls of an app that has just started, before its token store was read.
struct LaunchTests {
    /// A bench with ana's tokens in a store that is shut.
    private static func launched() async throws -> (Bench, GatedStore, AWSCognitoIdentityUserPool) {
        let store = GatedStore(isOpen: true)
        let bench = try await Bench(tokens: store)
        let before = try bench.pool()
        _ = try await before.getUser().getSession("ana", password: Bench.password, validationData: nil).value
        try await until { await store.stored != nil }
        _ = bench.journal.take()
        await store.shut()
        return (bench, store, try bench.pool())
    }

    @Test func currentUserWaitsForTheStore() async throws {
        let (bench, store, pool) = try await Self.launched()
        let user = try #require(pool.currentUser())
        let session = user.getSession()
        #expect(user.username == nil && !session.isCompleted)
        await store.open()
        #expect(try await session.value.accessToken != nil)
        #expect(user.username == "ana" && user.isSignedIn && bench.journal.all == [])
    }

    @Test func currentUserIsSignedInOnceTheStoreIsRead() async throws {
        let (_, store, pool) = try await Self.launched()
        let user = try #require(pool.currentUser())
        await store.open()
        try await until { pool.currentUsername != nil }
        #expect(user.username == "ana" && user.isSignedIn)
    }

    @Test func tokenOfThePoolWaitsForTheStore() async throws {
        let (bench, store, pool) = try await Self.launched()
        let token = pool.token()
        let logins = pool.logins()
        await store.open()
        #expect((await token.outcomeOfAny() as? String)?.hasPrefix("eyJ") == true)
        #expect((await logins.outcomeOfAny() as? [String: String])?.count == 1)
        #expect(bench.journal.all == [])
    }

    @Test func revokingWaitsForTheStore() async throws {
        let (bench, store, pool) = try await Self.launched()
        let revoked = try #require(pool.currentUser()).revokeToken()
        await store.open()
        _ = try await revoked.value
        #expect(bench.journal.all == ["RevokeToken"] && bench.body()?["Token"]?.string?.isEmpty == false)
    }

    @Test(arguments: [true, false]) func signOutBeforeTheStoreIsRead(_ isOfAll: Bool) async throws {
        let (bench, store, pool) = try await Self.launched()
        if isOfAll { pool.clearAll() } else { pool.currentUser()?.signOut() }
        let session = pool.getUser("ana").getSession()
        await store.open()
        let error = await #expect(throws: NSError.self) { try await session.value }
        #expect(error?.code == -1000 && !pool.getUser("ana").isSignedIn && bench.journal.all == [])
        try await until { await store.stored == nil }
    }

    @Test func clearedSessionBeforeTheStoreIsRead() async throws {
        for name in ["ana", nil] {
            let (bench, store, pool) = try await Self.launched()
            let user = try #require(name.map { pool.getUser($0) } ?? pool.currentUser())
            user.clearSession()
            let session = user.getSession()
            await store.open()
            _ = try await session.value
            #expect(bench.journal.all == ["InitiateAuth"])
        }
    }

    @Test func nobodyIsTheCurrentUserOfAnEmptyStore() async throws {
        let store = GatedStore()
        let bench = try await Bench(tokens: store)
        let pool = try bench.pool()
        let user = try #require(pool.currentUser())
        let session = user.getSession()
        await store.open()
        await #expect(throws: NSError.self) { try await session.value }
        let other = pool.getUser()
        _ = try await other.getSession("ana", password: Bench.password, validationData: nil).value
        #expect(user.username == nil && !user.isSignedIn && other.isSignedIn)
    }
}
