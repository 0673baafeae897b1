import CognitoHandlers
import Foundation
import LegacyUserPoolStyle
import StyleSupport
import TestSupport
import Testing
import UserPool

/// Sign-outs while a session is on its way.
struct MeanwhileTests {
    private static let verifier = "RespondToAuthChallenge PASSWORD_VERIFIER"

    /// A signed-in ana whose next session is a refreshed one.
    private static func expired() async throws -> (Bench, AWSCognitoIdentityUserPool, AWSCognitoIdentityUser) {
        let bench = try await Bench()
        let pool = try bench.pool()
        let user = pool.getUser("ana")
        _ = try await user.getSession("ana", password: Bench.password, validationData: nil).value
        bench.wait(60 * 60)
        _ = bench.journal.take()
        return (bench, pool, user)
    }

    @Test(arguments: [true, false]) func signOutDuringARefreshLasts(_ isOfAll: Bool) async throws {
        let (bench, pool, user) = try await Self.expired()
        bench.during("InitiateAuth") { if isOfAll { pool.clearAll() } else { user.signOut() } }
        let session = user.getSession()
        await #expect(throws: CancellationError.self) { try await session.value }
        #expect(session.isCancelled && !user.isSignedIn)
        #expect(try await bench.tokens.current() == nil)
    }

    @Test func nothingIsDoneInTheNameOfWhoHasSignedOut() async throws {
        let (bench, _, user) = try await Self.expired()
        bench.during("InitiateAuth") { user.signOut() }
        await #expect(throws: CancellationError.self) { try await user.delete().value }
        #expect(bench.journal.all == ["InitiateAuth"])
    }

    @Test func signOutDuringAnExplicitSignInLasts() async throws {
        let bench = try await Bench()
        let user = try bench.pool().getUser()
        bench.during(Self.verifier) { user.signOut() }
        let session = user.getSession("ana", password: Bench.password, validationData: nil)
        await #expect(throws: CancellationError.self) { try await session.value }
        #expect(!user.isSignedIn)
    }

    @Test("a step is cancelled at once, also if the store has fallen silent")
    func cancelOverASilentStore() async throws {
        let bench = try await Bench()
        let host = FullHost(bench)
        let session = try bench.pool(host).getUser("ana").getSession()
        try await until { host.password.answers.waiting == 1 }
        bench.secrets.silence()
        defer { bench.secrets.answer() }
        let time = await ownTime {
            for source in host.password.answers.take() { source.cancel() }
            await #expect(throws: CancellationError.self) { try await session.value }
        }
        #expect(time < .seconds(5) && session.isCancelled)
    }

    @Test func sessionDroppedDuringARefreshIsRefreshedAgain() async throws {
        let (bench, _, user) = try await Self.expired()
        bench.during("InitiateAuth") { user.clearSession() }
        _ = try await user.getSession().value
        #expect(user.isSignedIn)
        _ = try await user.getSession().value
        #expect(bench.journal.all == ["InitiateAuth", "InitiateAuth"])
    }

    @Test func signOutBeforeAnAnswerDoesNotUndoTheSignIn() async throws {
        let bench = try await Bench()
        let host = FullHost(bench)
        let user = try bench.pool(host).getUser("ana")
        host.password.answers.then { source in
            user.signOut()
            source.set(
                result: AWSCognitoIdentityPasswordAuthenticationDetails(username: "ana", password: Bench.password))
        }
        _ = try await user.getSession().value
        #expect(user.isSignedIn)
    }

    @Test func signOutAtTheLastQuestionLasts() async throws {
        let bench = try await Bench(Bench.configuration { $0.devices = .optional })
        let host = FullHost(bench)
        let user = try bench.pool(host).getUser("ana")
        host.typePassword()
        host.remember.answers.then { source in
            #expect(user.isSignedIn)
            user.signOut()
            source.set(result: true)
        }
        await #expect(throws: CancellationError.self) { try await user.getSession().value }
        #expect(!user.isSignedIn && bench.journal.all.contains("getRememberDevice"))
    }
}
