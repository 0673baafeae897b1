import CognitoFlows
import CognitoHandlers
import Foundation
import LegacyUserPoolStyle
import StyleSupport
import Testing

/// Every call of the store and every request of a sign-out failing in every order.
struct SignOutTests {
    private static func pool(_ world: SignOutWorld) throws -> AWSCognitoIdentityUserPool {
        try world.begin()
        let (app, key) = (try world.app(), UUID().uuidString)
        let configuration = AWSCognitoIdentityUserPoolConfiguration(
            clientId: app.clientID, clientSecret: nil, poolId: app.settings.poolID)
        AWSCognitoIdentityUserPool.register(app, userPoolConfiguration: configuration, forKey: key)
        return AWSCognitoIdentityUserPool(forKey: key)
    }

    /// Runs a sign-out with all failures, for a user with a name and for the current one.
    private static func explore(
        age: Int64 = 0, _ signOut: (AWSCognitoIdentityUserPool, AWSCognitoIdentityUser, SignOutWorld) async -> Void
    ) async throws {
        let world = try await SignOutWorld(age: age)
        for isCurrent in [false, true] {
            repeat {
                let pool = try pool(world)
                world.fail()
                let user = try #require(isCurrent ? pool.currentUser() : pool.getUser("ana"))
                await signOut(pool, user, world)
                world.fail(false)
                #expect(pool.getUser("ana").isSignedIn == world.hasTokens, "\(world.failures)")
                let isCurrentSignedIn = pool.currentUser()?.isSignedIn
                #expect(isCurrentSignedIn == (world.hasTokens && world.hasName), "\(world.failures)")
            } while world.advance()
        }
    }

    private static func hasSucceeded<Value: Sendable>(_ task: AWSTask<Value>) async -> Bool {
        (try? await task.value) != nil
    }

    @Test func callsWithoutAResult() async throws {
        try await Self.explore { _, user, _ in user.signOut() }
        try await Self.explore { _, user, _ in user.signOutAndClearLastKnownUser() }
    }

    @Test func clearedPoolHasNoTokens() async throws {
        try await Self.explore { pool, _, _ in pool.clearAll() }
    }

    @Test(arguments: [0, 7200]) func globalSignOutIsTrue(age: Int64) async throws {
        try await Self.explore(age: age) { _, user, world in
            guard await Self.hasSucceeded(user.globalSignOut()) else { return }
            #expect(world.answered.contains("GlobalSignOut") && !world.hasTokens, "\(world.failures)")
        }
    }

    @Test func revocationIsTrue() async throws {
        try await Self.explore { _, user, world in
            guard await Self.hasSucceeded(user.revokeToken()) else { return }
            #expect(world.answered.contains("RevokeToken"), "\(world.failures)")
        }
    }

    @Test func lockedStoreSignsNobodyOut() async throws {
        let world = try await SignOutWorld(age: 0)
        let pool = try Self.pool(world)
        world.lock()
        for user in [pool.getUser("ana"), try #require(pool.currentUser())] {
            user.signOutAndClearLastKnownUser()
            #expect(user.isSignedIn)
            let error = await #expect(throws: NSError.self) { try await user.revokeToken().value }
            #expect(user.username == nil || error?.userInfo["__type"] as? String == "token-store-unavailable")
        }
    }
}
