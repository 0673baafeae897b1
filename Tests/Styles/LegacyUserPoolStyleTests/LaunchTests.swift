import CognitoHandlers
import FlowCore
import Foundation
import LegacyUserPoolStyle
import StyleSupport
import TestSupport
import Testing

/// Calls of an app that has just started, and of one that ends: the tokens are on the device, not in the process.
struct LaunchTests {
    /// A bench with ana's tokens on the device, and the pool of a process that has just started.
    private static func launched() async throws -> (Bench, AWSCognitoIdentityUserPool) {
        let bench = try await Bench()
        let before = try bench.pool()
        _ = try await before.getUser().getSession("ana", password: Bench.password, validationData: nil).value
        _ = bench.journal.take()
        return (bench, try bench.pool())
    }

    @Test func currentUserIsThereAtOnce() async throws {
        let (bench, pool) = try await Self.launched()
        let user = try #require(pool.currentUser())
        #expect(pool.currentUsername == "ana" && user.username == "ana" && user.isSignedIn)
        #expect(try await user.getSession().value.accessToken != nil)
        #expect((await pool.token().outcomeOfAny() as? String)?.hasPrefix("eyJ") == true)
        #expect(bench.journal.all == [])
    }

    @Test(arguments: [true, false]) func signOutHasHappenedWhenItReturns(_ isOfAll: Bool) async throws {
        let (bench, pool) = try await Self.launched()
        if isOfAll { pool.clearAll() } else { pool.currentUser()?.signOut() }
        // No wait: the process may end here.
        let next = try bench.pool()
        #expect(!next.getUser("ana").isSignedIn && next.currentUsername == (isOfAll ? nil : "ana"))
        let error = await #expect(throws: NSError.self) { try await next.getUser("ana").getSession().value }
        #expect(error?.code == -1000 && bench.journal.all == [])
    }

    @Test func signOutThatTheStoreRefusesIsNone() async throws {
        let (bench, pool) = try await Self.launched()
        bench.secrets.lock(writing: true)
        pool.currentUser()?.signOut()
        bench.secrets.lock()
        #expect(pool.currentUser()?.isSignedIn == true)
    }

    @Test func lockedStoreIsNoSignOut() async throws {
        let (bench, pool) = try await Self.launched()
        bench.secrets.lock(reading: true)
        let user = try #require(pool.currentUser())
        let error = await #expect(throws: NSError.self) { try await user.getSession().value }
        #expect(error?.userInfo["__type"] as? String == "token-store-unavailable" && bench.journal.all == [])
        bench.secrets.lock()
        #expect(try await user.getSession().value.accessToken != nil)
        #expect(user.username == "ana" && bench.journal.all == [])
    }

    @Test func damagedEntryIsSignedInOver() async throws {
        let (bench, pool) = try await Self.launched()
        bench.secrets.damage()
        let user = pool.getUser("ana")
        #expect(!user.isSignedIn)
        _ = try await user.getSession("ana", password: Bench.password, validationData: nil).value
        #expect(user.isSignedIn)
        bench.secrets.damage()
        user.signOut()
        pool.clearAll()
        #expect(!user.isSignedIn)
    }

    @Test func revokingTakesTheStoredToken() async throws {
        let (bench, pool) = try await Self.launched()
        _ = try await #require(pool.currentUser()).revokeToken().value
        #expect(bench.journal.all == ["RevokeToken"] && bench.body()?["Token"]?.string?.isEmpty == false)
    }

    @Test func revokingThatFailsIsReported() async throws {
        let (bench, pool) = try await Self.launched()
        bench.fail("RevokeToken", "TooManyRequestsException")
        let user = try #require(pool.currentUser())
        await #expect(throws: NSError.self) { try await user.revokeToken().value }
        #expect(user.isSignedIn)
    }

    @Test func clearedSessionIsRefreshed() async throws {
        for name in ["ana", nil] {
            let (bench, pool) = try await Self.launched()
            let user = try #require(name.map { pool.getUser($0) } ?? pool.currentUser())
            user.clearSession()
            _ = try await user.getSession().value
            #expect(bench.journal.all == ["InitiateAuth"])
        }
    }

    @Test func signOutOfAnotherProcessDuringARefreshStays() async throws {
        let (bench, pool) = try await Self.launched()
        let user = try #require(pool.currentUser())
        user.clearSession()
        let other = try bench.pool()
        bench.during("InitiateAuth") { other.currentUser()?.signOut() }
        await #expect(throws: CancellationError.self) { try await user.getSession().value }
        #expect(!user.isSignedIn && !other.getUser("ana").isSignedIn)
    }

    @Test func nobodyIsTheCurrentUserOfAnEmptyStore() async throws {
        let bench = try await Bench()
        let pool = try bench.pool()
        let user = try #require(pool.currentUser())
        await #expect(throws: NSError.self) { try await user.getSession().value }
        #expect(user.username == nil && !user.isSignedIn)
    }
}
