import Foundation
import LegacyUserPoolStyle
import TestSupport
import Testing
import UserPool

/// Calls about one account for which the user of another signs in.
struct OtherUserTests {
    private static let bob = PoolUserSeed(
        username: "bob", password: Bench.password, attributes: ["email": "bob@example.com"])

    /// A pool of ana and bob whose host types a name.
    private static func pool(typing name: String) async throws -> (Bench, FullHost, AWSCognitoIdentityUserPool) {
        var ana = Bench.ana
        ana.attributes["email_verified"] = "true"
        let bench = try await Bench(seeds: [ana, bob])
        let host = FullHost(bench)
        host.typePassword(username: name)
        return (bench, host, try bench.pool(host))
    }

    @Test func anotherAccountIsNotDeleted() async throws {
        let (bench, host, pool) = try await Self.pool(typing: "bob")
        let user = pool.getUser("ana")
        let error = await #expect(throws: NSError.self) { try await user.delete().value }
        #expect(error?.domain == AWSCognitoIdentityProviderErrorDomain)
        #expect(error?.userInfo["__type"] as? String == "other-user-signed-in")
        #expect(pool.getUser("bob").isSignedIn && pool.currentUsername == "bob" && user.username == "ana")
        host.typePassword(username: "bob")
        await #expect(throws: NSError.self) { try await user.delete().value }
        #expect(!bench.journal.all.contains("DeleteUser"))
    }

    @Test func anotherAccountIsNotReachedByAPendingSession() async throws {
        let (bench, host, pool) = try await Self.pool(typing: "bob")
        _ = host.password.answers.take()
        let waiting = FullHost(bench)
        pool.delegate = waiting
        let session = pool.getUser("ana").getSession()
        try await until { waiting.password.answers.waiting == 1 }
        let deletion = pool.getUser("ana").delete()
        let details = AWSCognitoIdentityPasswordAuthenticationDetails(username: "bob", password: Bench.password)
        waiting.password.answers.take().first?.set(result: details)
        _ = try await session.value
        let error = await #expect(throws: NSError.self) { try await deletion.value }
        #expect(error != nil && !bench.journal.all.contains("DeleteUser"))
    }

    @Test(arguments: ["ana", "ana@example.com"]) func anAliasIsNoOtherUser(_ typed: String) async throws {
        for name in ["ana", typed, nil] {
            let (bench, _, pool) = try await Self.pool(typing: typed)
            let user = name.map { pool.getUser($0) } ?? pool.getUser()
            #expect(try await user.getDetails().value.username == "ana")
            #expect(bench.journal.all.last == "GetUser" && user.isSignedIn)
        }
    }

    @Test func namesThatLookAlikeAreOthers() async throws {
        let composed = "jos\u{e9}", decomposed = "jose\u{301}"
        let seeds = [composed, decomposed].map {
            PoolUserSeed(username: $0, password: Bench.password, attributes: [:])
        }
        let bench = try await Bench(seeds: seeds)
        let host = FullHost(bench)
        host.typePassword(username: decomposed)
        let pool = try bench.pool(host)
        await #expect(throws: NSError.self) { try await pool.getUser(composed).delete().value }
        #expect(!bench.journal.all.contains("DeleteUser"))
    }
}
