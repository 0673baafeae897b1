import CognitoHandlers
import FlowCore
import FlowRuntime
import Synchronization
import Testing
import UserPool

/// Custom sign-ins: well-known triggers with every history that they know, and triggers that do what they should not.
struct CustomSignInTests {
    /// What the triggers were told.
    final class Notes: Sendable {
        private let sessions = Mutex<[[ChallengeRound]]>([])
        private let metadata = Mutex<[[String: String]]>([])

        /// What DefineAuthChallenge was told each time, such as `SRP_A+ CUSTOM_CHALLENGE-`.
        var histories: [String] {
            sessions.withLock { sessions in
                sessions.map { rounds in
                    rounds.map { $0.challengeName + ($0.challengeResult ? "+" : "-") }.joined(separator: " ")
                }
            }
        }
        /// ClientMetadata of each time.
        var clientMetadata: [[String: String]] { metadata.withLock { $0 } }

        func hear(_ request: TriggerRequest) {
            sessions.withLock { $0.append(request.session) }
            metadata.withLock { $0.append(request.clientMetadata) }
        }
    }

    private struct Broken: Error {}

    private static func triggers(
        _ notes: Notes = Notes(), metadata: String? = nil,
        verify: @escaping @Sendable (String) throws -> Bool = { $0 == "right" },
        define: @escaping @Sendable (TriggerRequest) throws -> ChallengeDecision
    ) -> CustomAuthTriggers {
        CustomAuthTriggers(
            define: { request in
                notes.hear(request)
                return try define(request)
            },
            create: { _, _ in
                CreatedChallenge(
                    publicParameters: ["trigger": "true"], privateParameters: ["answer": "hidden"], metadata: metadata)
            },
            verify: { _, hidden, answer in
                #expect(hidden == ["answer": "hidden"])
                return try verify(answer)
            })
    }

    /// The password, then one challenge: one try (developer guide; amplify-cli's captcha).
    private static func passwordFirst(_ request: TriggerRequest) -> ChallengeDecision {
        let rounds = request.session
        return switch rounds.map(\.challengeName) {
        case ["SRP_A"]: .challenge("PASSWORD_VERIFIER")
        case ["SRP_A", "PASSWORD_VERIFIER"] where rounds[1].challengeResult: .challenge("CUSTOM_CHALLENGE")
        case ["SRP_A", "PASSWORD_VERIFIER", "CUSTOM_CHALLENGE"] where rounds[2].challengeResult: .issueTokens
        default: .fail
        }
    }

    /// No password at all, for a client that always begins with SRP_A.
    private static func passwordNever(_ request: TriggerRequest) -> ChallengeDecision {
        let rounds = request.session
        if rounds.count == 1, rounds[0].challengeName == "SRP_A" { return .challenge("CUSTOM_CHALLENGE") }
        let isPassed = rounds.count == 2 && rounds[1].challengeName == "CUSTOM_CHALLENGE" && rounds[1].challengeResult
        return isPassed ? .issueTokens : .fail
    }

    /// A code in three tries, as the sample has it: it never asks for the challenge's name.
    private static func threeTries(_ request: TriggerRequest) -> ChallengeDecision {
        let rounds = request.session
        if rounds.count >= 3, rounds.last?.challengeResult == false { return .fail }
        return rounds.last?.challengeResult == true ? .issueTokens : .challenge("CUSTOM_CHALLENGE")
    }

    private static func withSRP(_ prover: Prover) async -> PoolReply {
        await prover.bench.begin(
            "CUSTOM_AUTH",
            ["USERNAME": "ana", "CHALLENGE_NAME": "SRP_A", "SRP_A": prover.client.publicValue])
    }

    private static func plain(_ bench: PoolBench) async -> PoolReply {
        await bench.begin("CUSTOM_AUTH", ["USERNAME": "ana"])
    }

    private static func answer(_ bench: PoolBench, _ reply: PoolReply, _ word: String) async -> PoolReply {
        await bench.answer("CUSTOM_CHALLENGE", reply.session, ["ANSWER": word])
    }

    @Test func passwordThenOneChallenge() async throws {
        let notes = Notes()
        let bench = try await PoolBench(triggers: Self.triggers(notes, define: Self.passwordFirst))
        #expect(await Self.plain(bench).errorType == "NotAuthorizedException")
        let prover = try Prover(bench)
        for word in ["wrong", "right"] {
            let begun = await Self.withSRP(prover)
            #expect(begun.challenge == "PASSWORD_VERIFIER" && begun.session != nil)
            let asked = await bench.answer("PASSWORD_VERIFIER", begun.session, try prover.proof(begun))
            #expect(asked.challenge == "CUSTOM_CHALLENGE" && asked.session != begun.session)
            #expect(asked.parameter("trigger") == "true" && asked.parameter("answer") == nil)
            #expect(asked.parameter("USERNAME") == "ana")
            let done = await Self.answer(bench, asked, word)
            #expect(done.isSignedIn == (word == "right"))
            if word == "wrong" { #expect(done.errorType == "NotAuthorizedException") }
            #expect(await Self.answer(bench, asked, "right").errorType == "NotAuthorizedException")
        }
        let begun = await Self.withSRP(prover)
        let wrong = await bench.answer("PASSWORD_VERIFIER", begun.session, try prover.proof(begun, password: "wrong"))
        #expect(wrong.errorType == "NotAuthorizedException")
        let round = ["SRP_A+", "SRP_A+ PASSWORD_VERIFIER+"]
        let all = "SRP_A+ PASSWORD_VERIFIER+ CUSTOM_CHALLENGE"
        #expect(notes.histories == [""] + round + [all + "-"] + round + [all + "+", "SRP_A+"])
    }

    @Test func passwordIsNeverAskedFor() async throws {
        let notes = Notes()
        let bench = try await PoolBench(triggers: Self.triggers(notes, define: Self.passwordNever))
        #expect(await Self.plain(bench).errorType == "NotAuthorizedException")
        let prover = try Prover(bench)
        for (word, error) in [("wrong", "NotAuthorizedException"), ("right", nil)] {
            let begun = await Self.withSRP(prover)
            #expect(begun.challenge == "CUSTOM_CHALLENGE")
            let early = await bench.answer("PASSWORD_VERIFIER", begun.session, ["PASSWORD_CLAIM_SIGNATURE": "AA=="])
            #expect(early.errorType == "NotAuthorizedException")
            #expect(await Self.answer(bench, begun, word).errorType == error)
        }
        let rounds = ["SRP_A+", "SRP_A+ CUSTOM_CHALLENGE-", "SRP_A+", "SRP_A+ CUSTOM_CHALLENGE+"]
        #expect(notes.histories == [""] + rounds)
    }

    @Test func threeTriesEachWithItsOwnSession() async throws {
        let notes = Notes()
        let bench = try await PoolBench(triggers: Self.triggers(notes, define: Self.threeTries))
        let first = await Self.plain(bench)
        let second = await Self.answer(bench, first, "wrong")
        let third = await Self.answer(bench, second, "wrong")
        #expect(Set([first, second, third].map(\.session)).count == 3)
        #expect(await Self.answer(bench, first, "right").errorType == "NotAuthorizedException", "an old session")
        #expect(await Self.answer(bench, third, "wrong").errorType == "NotAuthorizedException")
        #expect(await Self.answer(bench, third, "right").errorType == "NotAuthorizedException", "it is over")
        let again = await Self.answer(bench, await Self.plain(bench), "wrong")
        #expect(await Self.answer(bench, again, "right").isSignedIn)
        let one = "CUSTOM_CHALLENGE-"
        #expect(
            notes.histories == [
                "", one, "\(one) \(one)", "\(one) \(one) \(one)", "", one, "\(one) CUSTOM_CHALLENGE+",
            ])
        // The sample never looks at the name: SRP_A alone passes for an answer. That is the trigger's fault.
        let prover = try Prover(bench)
        #expect(await Self.withSRP(prover).isSignedIn)
    }

    @Test func triggersThatThrowAreNamedAndTellNothing() async throws {
        let define = try await PoolBench(triggers: Self.triggers { _ in throw TriggerFailure("no more today") })
        let said = await Self.plain(define)
        #expect(said.errorType == "UserLambdaValidationException" && said.message == "no more today")
        let broken = try await PoolBench(triggers: Self.triggers { _ in throw Broken() })
        let fault = await Self.plain(broken)
        #expect(fault.errorType == "UnexpectedLambdaException" && !fault.message.contains("Broken"))
        let verify = try await PoolBench(
            triggers: Self.triggers(
                verify: { word in
                    guard word == "right" else { throw TriggerFailure("CAPTCHA verification error") }
                    return true
                }, define: Self.threeTries))
        let begun = await Self.plain(verify)
        #expect(await Self.answer(verify, begun, "x").errorType == "UserLambdaValidationException")
        #expect(await Self.answer(verify, begun, "right").errorType == "NotAuthorizedException", "it is over")
        let none = try await PoolBench()
        #expect(await Self.plain(none).errorType == "InvalidParameterException")
    }

    @Test(arguments: ["", "SMS_MFA", "custom", "NEW_PASSWORD_REQUIRED", "PASSWORD_VERIFIER"])
    func challengesThatCannotFollowAreNamed(_ name: String) async throws {
        let bench = try await PoolBench(
            triggers: Self.triggers { $0.session.isEmpty ? .challenge("CUSTOM_CHALLENGE") : .challenge(name) })
        let reply = await Self.answer(bench, await Self.plain(bench), "right")
        #expect(reply.errorType == "InvalidLambdaResponseException")
    }

    @Test func metadataOfAnswersArrivesAndThatOfTheBeginningDoesNot() async throws {
        let notes = Notes()
        let bench = try await PoolBench(triggers: Self.triggers(notes, define: Self.passwordFirst))
        let prover = try Prover(bench)
        let texts = ["AuthFlow": "CUSTOM_AUTH", "ClientId": "app-client"]
        var begin = PoolBench.body(
            texts, ["USERNAME": "ana", "CHALLENGE_NAME": "SRP_A", "SRP_A": prover.client.publicValue])
        begin = .object((begin.members ?? []) + [JSONMember("ClientMetadata", ["from": "begin"])])
        let begun = await bench.call("InitiateAuth", begin)
        let proof = PoolBench.body(
            ["ClientId": "app-client", "ChallengeName": "PASSWORD_VERIFIER", "Session": begun.session],
            try prover.proof(begun), named: "ChallengeResponses")
        let members = (proof.members ?? []) + [JSONMember("ClientMetadata", ["from": "answer"])]
        #expect(await bench.call("RespondToAuthChallenge", .object(members)).challenge == "CUSTOM_CHALLENGE")
        #expect(notes.clientMetadata == [[:], ["from": "answer"]])
    }

    @Test func secondFactorComesInBetweenAndIsTold() async throws {
        let notes = Notes()
        let bench = try await PoolBench(
            triggers: Self.triggers(notes) { request in
                let names = request.session.map(\.challengeName)
                if names.contains("CUSTOM_CHALLENGE") { return .issueTokens }
                return .challenge(names.count == 1 ? "PASSWORD_VERIFIER" : "CUSTOM_CHALLENGE")
            }, users: [PoolBench.ana.with { $0.mfa = [.sms] }])
        let prover = try Prover(bench)
        let begun = await Self.withSRP(prover)
        let code = await bench.answer("PASSWORD_VERIFIER", begun.session, try prover.proof(begun))
        #expect(code.challenge == "SMS_MFA")
        let asked = await bench.answer("SMS_MFA", code.session, ["SMS_MFA_CODE": bench.desk.code])
        #expect(asked.challenge == "CUSTOM_CHALLENGE", "\(asked)")
        #expect(await Self.answer(bench, asked, "right").isSignedIn)
        #expect(notes.histories.last == "SRP_A+ PASSWORD_VERIFIER+ SMS_MFA+ CUSTOM_CHALLENGE+")
    }

    /// Triggers take their time; what others do meanwhile counts.
    @Test func accountThatIsDisabledWhileTriggersThinkGetsNoTokens() async throws {
        let gate = Gate()
        let bench = try await PoolBench(
            triggers: CustomAuthTriggers(
                define: { request in
                    guard !request.session.isEmpty else { return .challenge("CUSTOM_CHALLENGE") }
                    await gate.pass()
                    return .issueTokens
                }, create: { _, _ in CreatedChallenge() }, verify: { _, _, _ in true }))
        let begun = await Self.plain(bench)
        async let reply = Self.answer(bench, begun, "right")
        await gate.waitForSomebody()
        let named = ["UserPoolId": bench.pool.configuration.poolID, "Username": "ana"]
        _ = await bench.call("AdminDisableUser", texts: named)
        let twice = await Self.answer(bench, begun, "right")
        #expect(twice.errorType == "NotAuthorizedException", "its answer is being judged")
        await gate.open()
        #expect(await reply.message == "User is disabled.")
    }
}

/// Holds somebody up until it is opened.
actor Gate {
    private var isOpen = false
    private var held: [CheckedContinuation<Void, Never>] = []
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Passes, once it is open.
    func pass() async {
        guard !isOpen else { return }
        for one in waiting { one.resume() }
        waiting = []
        await withCheckedContinuation { held.append($0) }
    }

    /// Waits until somebody is held up.
    func waitForSomebody() async {
        guard held.isEmpty else { return }
        await withCheckedContinuation { waiting.append($0) }
    }

    /// Lets everybody pass.
    func open() {
        isOpen = true
        for one in held { one.resume() }
        held = []
    }
}
