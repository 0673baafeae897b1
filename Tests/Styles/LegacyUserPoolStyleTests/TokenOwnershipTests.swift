import CognitoHandlers
import FlowCore
import FlowRuntime
import Foundation
import LegacyUserPoolStyle
import TestSupport
import Testing
import UserPool

/// A service that answers with another user's tokens, before the SDK's calls: an error, and nothing is kept.
struct TokenOwnershipTests {
    private static let bob = PoolUserSeed(
        username: "bob", password: Bench.password, attributes: ["email": "bob@example.com"])

    private static func expectRefused(_ error: NSError?) {
        #expect(error?.domain == AWSCognitoIdentityProviderErrorDomain)
        #expect(error?.userInfo["__type"] as? String == "another-user", "\(error as Any)")
    }

    /// What the service says with bob's tokens.
    private static func bobsAnswer(_ bench: Bench) async -> JSONValue {
        let body: JSONValue = [
            "AuthFlow": "USER_PASSWORD_AUTH", "ClientId": "app-client",
            "AuthParameters": ["USERNAME": "bob", "PASSWORD": .string(Bench.password)],
        ]
        return await bench.users.respond(to: "InitiateAuth", Array(body.jsonText.utf8)).body
    }

    @Test func sessionIsNotGot() async throws {
        let bench = try await Bench(PoolConfiguration(), seeds: [Bench.ana, Self.bob])
        let pool = try bench.pool()
        let user = pool.getUser("ana")
        bench.answer("RespondToAuthChallenge PASSWORD_VERIFIER", await Self.bobsAnswer(bench))
        let error = await #expect(throws: NSError.self) {
            try await user.getSession("ana", password: Bench.password, validationData: nil).value
        }
        Self.expectRefused(error)
        #expect(bench.journal.all == ["InitiateAuth", "RespondToAuthChallenge PASSWORD_VERIFIER"])
        #expect(!user.isSignedIn && pool.currentUsername == nil)
        #expect(try await bench.devices.device(of: "ana") == nil)
        #expect(try await bench.tokens.current() == nil)
        _ = try await pool.getUser("bob").getSession("bob", password: Bench.password, validationData: nil).value
        #expect(pool.currentUsername == "bob")
    }

    /// The object that asked for the code is told, too.
    @Test func codeIsNotEnough() async throws {
        var ana = Bench.ana
        ana.mfa = [.sms]
        let bench = try await Bench(seeds: [ana, Self.bob])
        let host = FullHost(bench)
        let user = try bench.pool(host).getUser("ana")
        host.typePassword()
        host.typeCode(bench.code)
        bench.answer("RespondToAuthChallenge SMS_MFA", await Self.bobsAnswer(bench))
        let error = await #expect(throws: NSError.self) { try await user.getSession().value }
        Self.expectRefused(error)
        #expect(
            !user.isSignedIn && bench.journal.all.last == "didCompleteMultifactor(another-user)", "\(bench.journal.all)"
        )
    }

    @Test func refreshKeepsTheOldTokens() async throws {
        let bench = try await Bench(seeds: [Bench.ana, Self.bob])
        let pool = try bench.pool()
        let user = pool.getUser("ana")
        let before = try await user.getSession("ana", password: Bench.password, validationData: nil).value
        bench.wait(7200)
        bench.answer("InitiateAuth", await Self.bobsAnswer(bench))
        let error = await #expect(throws: NSError.self) { try await user.getSession().value }
        Self.expectRefused(error)
        #expect(user.isSignedIn && pool.currentUsername == "ana")
        let kept = try await bench.tokens.current()?.tokens
        #expect(kept?.accessToken == before.accessToken?.tokenString)
        #expect(kept?.refreshToken == before.refreshToken?.tokenString)
        let after = try await user.getSession().value
        #expect(after.accessToken?.tokenString != before.accessToken?.tokenString)
    }
}
