import CognitoHandlers
import FlowCore
import FlowRuntime
import Testing
import UserPool

/// Codes of sign-ins: what a wrong one, an old one and one too many mean.
struct CodeTests {
    private static let byMail = PoolBench.ana.with { $0.mfa = [.email] }
    private static let byApp = PoolBench.ana.with { $0.softwareTokenSecret = Conversation.appSecret }
    private static let password = ["USERNAME": "ana", "PASSWORD": PoolBench.password]
    private static let choice = ["USERNAME": "ana", "PREFERRED_CHALLENGE": "EMAIL_OTP"]

    /// A sign-in that waits for a code.
    private static func asked(_ bench: PoolBench) async -> PoolReply {
        await bench.begin("USER_PASSWORD_AUTH", password)
    }

    @Test func wrongCodeKeepsTheSessionForFiveTries() async throws {
        let bench = try await PoolBench(users: [Self.byMail])
        let session = await Self.asked(bench).session
        for _ in 0..<5 {
            let wrong = await bench.answer("EMAIL_OTP", session, ["EMAIL_OTP_CODE": bench.wrongCode])
            #expect(wrong.errorType == "CodeMismatchException")
            #expect(!wrong.message.contains(bench.desk.code) && !wrong.message.contains(bench.wrongCode))
        }
        let right = await bench.answer("EMAIL_OTP", session, ["EMAIL_OTP_CODE": bench.desk.code])
        #expect(right.errorType == "NotAuthorizedException")
    }

    @Test func rightCodeAfterWrongOnesSignsIn() async throws {
        let bench = try await PoolBench(users: [Self.byMail])
        let session = await Self.asked(bench).session
        for _ in 0..<4 { _ = await bench.answer("EMAIL_OTP", session, ["EMAIL_OTP_CODE": bench.wrongCode]) }
        let right = await bench.answer("EMAIL_OTP", session, ["EMAIL_OTP_CODE": bench.desk.code])
        #expect(right.isSignedIn, "\(right)")
        let again = await bench.answer("EMAIL_OTP", session, ["EMAIL_OTP_CODE": bench.desk.code])
        #expect(again.errorType == "NotAuthorizedException")
    }

    @Test func newSessionsAreNoNewChances() async throws {
        let bench = try await PoolBench(users: [Self.byApp])
        var answered = 0
        for _ in 0..<4 {
            let session = await Self.asked(bench).session
            for _ in 0..<5 {
                let reply = await bench.answer("SOFTWARE_TOKEN_MFA", session, ["SOFTWARE_TOKEN_MFA_CODE": "000000"])
                if reply.errorType == "CodeMismatchException" { answered += 1 }
            }
        }
        #expect(answered == 6)
        let app = try OneTimePassword(base32: Conversation.appSecret)
        let session = await Self.asked(bench).session
        let locked = await bench.answer(
            "SOFTWARE_TOKEN_MFA", session, ["SOFTWARE_TOKEN_MFA_CODE": app.code(at: bench.desk.now)])
        #expect(locked.errorType == "NotAuthorizedException")
        bench.desk.wait(1)
        let open = await bench.answer(
            "SOFTWARE_TOKEN_MFA", session, ["SOFTWARE_TOKEN_MFA_CODE": app.code(at: bench.desk.now)])
        #expect(open.isSignedIn, "\(open)")
    }

    @Test func codeOfAnotherSignInDoesNotCount() async throws {
        let bench = try await PoolBench(users: [
            Self.byMail, PoolBench.bob.with { $0.mfa = [.email] },
        ])
        let ana = await Self.asked(bench).session
        let anasCode = bench.desk.code
        let bob = await bench.begin("USER_PASSWORD_AUTH", ["USERNAME": "bob", "PASSWORD": "B0b-Passw0rd"])
        try #require(bench.desk.code != anasCode)
        let bobs = ["USERNAME": "bob", "EMAIL_OTP_CODE": anasCode]
        #expect(await bench.answer("EMAIL_OTP", bob.session, bobs).errorType == "CodeMismatchException")
        let foreign = await bench.answer("EMAIL_OTP", ana, ["USERNAME": "bob", "EMAIL_OTP_CODE": anasCode])
        #expect(foreign.errorType == "NotAuthorizedException")
        let right = await bench.answer("EMAIL_OTP", ana, ["EMAIL_OTP_CODE": anasCode])
        #expect(right.isSignedIn, "the failed tries of others leave the session: \(right)")
    }

    @Test(arguments: [-2, -1, 0, 1, 2] as [Int64]) func appMayDriftByOneStep(_ drift: Int64) async throws {
        let bench = try await PoolBench(users: [Self.byApp])
        let app = try OneTimePassword(base32: Conversation.appSecret)
        let session = await Self.asked(bench).session
        let code = app.code(at: bench.desk.now + drift * 30)
        let reply = await bench.answer("SOFTWARE_TOKEN_MFA", session, ["SOFTWARE_TOKEN_MFA_CODE": code])
        #expect(reply.errorType == (abs(drift) > 1 ? "CodeMismatchException" : nil))
    }

    @Test func codeOfAnAppCountsOnceAndNoneBeforeIt() async throws {
        let bench = try await PoolBench(users: [Self.byApp])
        let app = try OneTimePassword(base32: Conversation.appSecret)
        let (first, second) = (await Self.asked(bench).session, await Self.asked(bench).session)
        let code = ["SOFTWARE_TOKEN_MFA_CODE": app.code(at: bench.desk.now)]
        #expect(await bench.answer("SOFTWARE_TOKEN_MFA", first, code).isSignedIn)
        #expect(await bench.answer("SOFTWARE_TOKEN_MFA", second, code).errorType == "ExpiredCodeException")
        let before = ["SOFTWARE_TOKEN_MFA_CODE": app.code(at: bench.desk.now - 30)]
        #expect(await bench.answer("SOFTWARE_TOKEN_MFA", second, before).errorType == "ExpiredCodeException")
        bench.desk.wait(30)
        let next = ["SOFTWARE_TOKEN_MFA_CODE": app.code(at: bench.desk.now)]
        #expect(await bench.answer("SOFTWARE_TOKEN_MFA", second, next).isSignedIn, "the session was kept")
    }

    @Test func codeExpiresWithItsSession() async throws {
        let bench = try await PoolBench()
        let session = await bench.begin("USER_AUTH", Self.choice).session
        bench.desk.wait(180)
        let late = await bench.answer("EMAIL_OTP", session, ["EMAIL_OTP_CODE": bench.desk.code])
        #expect(late.errorType == "NotAuthorizedException")
        #expect(late.message == "Invalid session for the user, session is expired.")
    }

    @Test func firstFactorByCodeIsGuessedNoBetter() async throws {
        let bench = try await PoolBench()
        let reply = await bench.begin("USER_AUTH", Self.choice)
        #expect(reply.challenge == "EMAIL_OTP")
        #expect(reply.parameter("CODE_DELIVERY_DESTINATION") == "a***@e***")
        for _ in 0..<6 {
            let session = await bench.begin("USER_AUTH", Self.choice).session
            _ = await bench.answer("EMAIL_OTP", session, ["EMAIL_OTP_CODE": bench.wrongCode])
        }
        let session = await bench.begin("USER_AUTH", Self.choice).session
        let locked = await bench.answer("EMAIL_OTP", session, ["EMAIL_OTP_CODE": bench.desk.code])
        #expect(locked.errorType == "NotAuthorizedException")
    }
}
