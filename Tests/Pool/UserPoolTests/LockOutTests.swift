import CognitoHandlers
import FlowCore
import FlowRuntime
import Testing
import UserPool

/// Passwords that are tried: five at once, then ever fewer.
struct LockOutTests {
    private static func tries(_ bench: PoolBench, _ password: String, _ name: String = "ana") async -> String {
        await bench.begin("USER_PASSWORD_AUTH", ["USERNAME": name, "PASSWORD": password]).message
    }

    @Test(arguments: ["ana", "nobody"]) func waitDoublesForKnownAndUnknownNames(_ name: String) async throws {
        let bench = try await PoolBench()
        for _ in 0..<5 {
            #expect(await Self.tries(bench, "wrong", name) == "Incorrect username or password.")
        }
        for seconds in [1, 2, 4] as [Int64] {
            #expect(await Self.tries(bench, PoolBench.password, name) == "Password attempts exceeded")
            bench.desk.wait(seconds - 1)
            #expect(await Self.tries(bench, "wrong", name) == "Password attempts exceeded")
            bench.desk.wait(1)
            #expect(await Self.tries(bench, "wrong", name) == "Incorrect username or password.")
        }
    }

    @Test func waitEndsAfterFifteenMinutesAndTheRightPasswordForgetsIt() async throws {
        let bench = try await PoolBench()
        for _ in 0..<17 {
            _ = await Self.tries(bench, "wrong")
            bench.desk.wait(900)
        }
        #expect(await Self.tries(bench, PoolBench.password) == "")
        for _ in 0..<4 { _ = await Self.tries(bench, "wrong") }
        #expect(await Self.tries(bench, PoolBench.password) == "", "four wrong ones are not counted on to the old ones")
    }

    @Test(arguments: ["ana", "nobody"]) func waitingForgetsWrongPasswords(_ name: String) async throws {
        let bench = try await PoolBench()
        let (wrong, refused) = ("Incorrect username or password.", "Password attempts exceeded")
        for _ in 0..<5 { #expect(await Self.tries(bench, "wrong", name) == wrong) }
        // The wait is one second. Before the quarter of an hour is over, one more wrong one doubles it.
        bench.desk.wait(900)
        #expect(await Self.tries(bench, "wrong", name) == wrong)
        #expect(await Self.tries(bench, "wrong", name) == refused)
        bench.desk.wait(2 + 900)
        for _ in 0..<5 { #expect(await Self.tries(bench, "wrong", name) == wrong) }
        bench.desk.wait(1)
        #expect(await Self.tries(bench, "wrong", name) == wrong, "the wait is one second again")
    }

    @Test func triesAtTheSameTimeAreCountedLikeOthers() async throws {
        let bench = try await PoolBench(.with { $0.passwordAttempts = 1 })
        let replies = await withTaskGroup(of: String.self) { group in
            for index in 0..<6 { group.addTask { await Self.tries(bench, "wrong \(index)") } }
            return await group.reduce(into: [String]()) { $0.append($1) }
        }
        #expect(replies.filter { $0 == "Incorrect username or password." }.count == 1, "\(replies)")
        #expect(await Self.tries(bench, PoolBench.password) == "Password attempts exceeded")
    }

    @Test func proofsThatWereBegunBeforeAreCountedToo() async throws {
        let bench = try await PoolBench(.with { $0.passwordAttempts = 2 })
        let prover = try Prover(bench)
        var begun: [PoolReply] = []
        for _ in 0..<3 { begun.append(await prover.begin()) }
        for reply in begun.prefix(2) {
            let wrong = await bench.answer("PASSWORD_VERIFIER", nil, try prover.proof(reply, password: "wrong"))
            #expect(wrong.message == "Incorrect username or password.")
        }
        let right = await bench.answer("PASSWORD_VERIFIER", nil, try prover.proof(begun[2]))
        #expect(right.message == "Password attempts exceeded")
        #expect(await prover.begin().message == "Password attempts exceeded")
    }

    @Test func proofsAnsweredAtTheSameTimeAreCountedLikeOthers() async throws {
        let bench = try await PoolBench(.with { $0.passwordAttempts = 1 })
        let prover = try Prover(bench)
        var proofs: [[String: String]] = []
        for index in 0..<4 { proofs.append(try prover.proof(await prover.begin(), password: "wrong \(index)")) }
        let replies = await withTaskGroup(of: String.self) { group in
            for proof in proofs { group.addTask { await bench.answer("PASSWORD_VERIFIER", nil, proof).message } }
            return await group.reduce(into: [String]()) { $0.append($1) }
        }
        #expect(replies.filter { $0 == "Incorrect username or password." }.count == 1, "\(replies)")
        #expect(replies.filter { $0 == "Password attempts exceeded" }.count == 3, "\(replies)")
    }

    @Test func codeOfTheFirstFactorIsNoNewChanceForTheSecond() async throws {
        var user = PoolBench.ana
        user.softwareTokenSecret = Conversation.appSecret
        let bench = try await PoolBench(.with { $0.codeAttempts = 2 }, users: [user])
        let app = try OneTimePassword(base32: Conversation.appSecret)
        func signIn(_ codes: [String]) async throws -> PoolReply {
            let begun = await bench.begin("USER_AUTH", ["USERNAME": "ana", "PREFERRED_CHALLENGE": "EMAIL_OTP"])
            var session = begun.body["Session"]?.string
            var reply = await bench.answer(
                "EMAIL_OTP", session, ["USERNAME": "ana", "EMAIL_OTP_CODE": bench.desk.code])
            session = reply.body["Session"]?.string
            for code in codes {
                reply = await bench.answer(
                    "SOFTWARE_TOKEN_MFA", session, ["USERNAME": "ana", "SOFTWARE_TOKEN_MFA_CODE": code])
            }
            return reply
        }
        _ = try await signIn(["000000", "000001"])
        _ = try await signIn(["000002"])
        let locked = try await signIn([app.code(at: bench.desk.now)])
        #expect(locked.body["AuthenticationResult"] == nil, "three wrong codes, and the next one is looked at")
        bench.desk.wait(60)
        let later = try await signIn([app.code(at: bench.desk.now)])
        #expect(later.body["AuthenticationResult"] != nil, "\(later)")
    }

    @Test func wrongOldPasswordsAreCountedWhenItIsChanged() async throws {
        let bench = try await PoolBench(.with { $0.passwordAttempts = 2 })
        let token = try await bench.tokens().access
        func change(_ old: String?) async -> String? {
            await bench.call(
                "ChangePassword",
                texts: ["AccessToken": token, "PreviousPassword": old, "ProposedPassword": "N3w-Passw0rd"]
            ).errorType
        }
        #expect(await change("wrong") == "NotAuthorizedException")
        #expect(await change(nil) == "NotAuthorizedException")
        #expect(await change(PoolBench.password) == "LimitExceededException")
        bench.desk.wait(1)
        #expect(await change(PoolBench.password) == nil)
        #expect(await Self.tries(bench, PoolBench.password) == "Incorrect username or password.")
        #expect(await Self.tries(bench, "N3w-Passw0rd") == "")
    }
}
