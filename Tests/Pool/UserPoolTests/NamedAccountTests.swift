import CognitoHandlers
import FlowCore
import FlowRuntime
import Synchronization
import TestSupport
import Testing
import UserPool

/// Who signs in, as the service named them: nothing is left of an earlier sign-in, and an alias is no other user.
struct NamedAccountTests {
    private static let password = JSONValue.string(PoolBench.password)

    /// A pool of ana and bob, without devices.
    private static func bench(_ triggers: CustomAuthTriggers? = nil) async throws -> PoolBench {
        let bob = PoolUserSeed(username: "bob", password: PoolBench.password, attributes: ["email": "bob@example.com"])
        let ana = PoolBench.ana.with { $0.attributes["email_verified"] = "true" }
        return try await PoolBench(.with { $0.devices = .off }, triggers: triggers, users: [ana, bob])
    }

    private static func claim(_ name: String, _ step: FlowStep) throws -> String? {
        TokenClaims(try #require(step.outcome?.parameters["idToken"]?.string, "\(step)"))?[name]
    }

    /// Bob by a password, of which the service names nobody, after ana by SRP, whom it named.
    @Test(arguments: ["amplify", "mobile-client", "legacy-sdk", "admin"])
    func nothingIsLeftOfTheSignInBefore(_ flow: String) async throws {
        let bench = try await Self.bench()
        let service = MisdirectedService(bench.recorder, bringing: try await TokenOwnershipTests.bobsResult())
        let runner = try bench.runner(flow, service: service)
        let isAdmin = flow == "admin"
        func inputs(_ name: String, _ how: KeyValuePairs<String, JSONValue>) -> JSONValue {
            let all: [(String, JSONValue)] =
                [("username", .string(name)), ("password", Self.password)]
                + (isAdmin ? [("userPoolId", "us-east-1_Embedded1")] : []) + how.map { ($0.key, $0.value) }
            return .object(all.map { JSONMember($0.0, $0.1) })
        }
        let first = await runner.start(inputs("ana", isAdmin ? ["flowType": "USER_SRP_AUTH"] : [:]))
        #expect(first.outcome?.error?.type == "another-user", "\(first)")
        service.bring(nil)
        let how: KeyValuePairs<String, JSONValue> =
            flow == "amplify"
            ? ["flowType": "userPassword"] : isAdmin ? [:] : ["migration-enabled": true]
        let second = await runner.start(inputs("bob", how))
        #expect(second.outcome?.name == "signedIn", "\(second)")
        #expect(try Self.claim("cognito:username", second) == "bob")
    }

    /// Ana's password is right, her phone not at hand, and there is no code by mail for her; bob types his badge.
    @Test func nothingIsLeftAtASharedScreen() async throws {
        let bench = try await PoolBench(
            .with { $0.devices = .off },
            users: [PoolBench.ana.with { $0.mfa = [.sms] }, PoolBench.bob])
        let service = FailingService(service: bench.recorder)
        let runner = try bench.runner("kiosk", service: service)
        func prove(_ badge: String, by proof: String) async -> FlowStep {
            _ = await runner.submit(["badge": .string(badge)])
            _ = await runner.select("AGREE")
            return await runner.submit(["proof": .string(proof)])
        }
        _ = await runner.start([:])
        _ = await prove("ana", by: "PASSWORD")
        let asked = await runner.submit(["password": Self.password])
        #expect(asked.presentation?.step == "TYPE_THE_CODE", "\(asked)")
        #expect(await runner.send("back").presentation?.step == "HOW_WILL_YOU_PROVE_IT")
        service.failing.withLock { $0 = true }
        #expect(await runner.submit(["proof": "MAIL"]).presentation?.step == "WHO_ARE_YOU")
        service.failing.withLock { $0 = false }
        let code = await prove("bob", by: "MAIL")
        #expect(code.presentation?.step == "TYPE_THE_CODE", "\(code)")
        let done = await runner.submit(["code": .string(bench.desk.code)])
        #expect(done.outcome?.name == "signedIn", "\(done)")
        #expect(try Self.claim("cognito:username", done) == "bob")
    }

    /// In the object of the SDK the user may type another name after a wrong password.
    @Test func anotherNameAfterAWrongPassword() async throws {
        let bench = try await Self.bench()
        let runner = try bench.runner("legacy-sdk")
        _ = await runner.start(["startPasswordAuthentication": true])
        let wrong = await runner.submit(["username": "ana", "password": "wrong"])
        #expect(wrong.presentation?.error?.type == "NotAuthorizedException", "\(wrong)")
        let right = await runner.submit(["username": "bob", "password": Self.password])
        #expect(right.outcome?.name == "signedIn", "\(right)")
    }

    /// The refresh token is dead, and another user signs in than the one whose tokens there were.
    @Test func anotherUserAfterARefusedRefresh() async throws {
        let bench = try await Self.bench()
        let tokens = try await bench.tokens()
        let runner = try bench.runner("legacy-sdk")
        let asked = await runner.start([
            "username": "ana", "refreshToken": "dead", "accessToken": .string(tokens.access),
            "startPasswordAuthentication": true,
        ])
        #expect(asked.presentation?.step == "getPasswordAuthenticationDetails", "\(asked)")
        let done = await runner.submit(["username": "bob", "password": Self.password])
        #expect(done.outcome?.name == "signedIn", "\(done)")
        #expect(try Self.claim("cognito:username", done) == "bob")
    }

    /// The name that came first counts, also where a later challenge is already another's.
    @Test func aLaterChallengeCannotRenameTheAccount() async throws {
        let bench = try await Self.bench()
        let bob = try await TokenOwnershipTests.bobsResult()
        let service = RenamingService(service: bench.recorder, name: "bob", result: bob)
        let runner = try bench.runner("amplify", service: service)
        let asked = await runner.start(["username": "ana", "password": Self.password])
        #expect(asked.presentation?.step == "CONFIRM_SIGN_IN_WITH_SMS_CODE", "\(asked)")
        let end = await runner.submit(["code": "123456"])
        #expect(end.outcome?.error?.type == "another-user", "\(end)")
    }

    @Test(arguments: ["userSRP", "userPassword", "customWithSRP", "customWithoutSRP", "userAuth"])
    func anAliasIsNoOtherUser(_ flowType: String) async throws {
        let triggers: [String: CustomAuthTriggers] = [
            "customWithSRP": .passwordThenWord, "customWithoutSRP": .emailCode(),
        ]
        let bench = try await Self.bench(triggers[flowType])
        let runner = try bench.runner("amplify")
        for alias in ["ana@example.com", "+12065550100"] {
            var step = await runner.start([
                "username": .string(alias), "password": Self.password, "flowType": .string(flowType),
                "preferredFirstFactor": "PASSWORD_SRP",
            ])
            if step.presentation != nil {
                let answer = flowType == "customWithSRP" ? "open sesame" : bench.desk.code
                step = await runner.submit(["answer": .string(answer)])
            }
            #expect(step.outcome?.name == "signedIn", "\(step)")
            #expect(try Self.claim("cognito:username", step) == "ana")
            _ = await runner.send("sign-out")
        }
    }
}

/// Answers the proof of a password with another user's challenge and that one with another user's tokens.
private struct RenamingService: FlowService {
    let service: any FlowService
    let name: String
    let result: JSONValue

    func call(_ request: FlowRequest) async -> FlowReply {
        switch request.body["ChallengeName"]?.string {
        case "PASSWORD_VERIFIER":
            .json([
                "ChallengeName": "SMS_MFA", "Session": "of another",
                "ChallengeParameters": [
                    "USER_ID_FOR_SRP": .string(name), "CODE_DELIVERY_DESTINATION": "+*",
                    "CODE_DELIVERY_DELIVERY_MEDIUM": "SMS",
                ],
            ])
        case "SMS_MFA": .json(["AuthenticationResult": result])
        default: await service.call(request)
        }
    }
}

/// Knows nobody while it is told to.
private final class FailingService: FlowService {
    let failing = Mutex(false)
    private let service: any FlowService

    init(service: any FlowService) { self.service = service }

    func call(_ request: FlowRequest) async -> FlowReply {
        if failing.withLock({ $0 }) { return .error(type: "UserNotFoundException", message: "User does not exist.") }
        return await service.call(request)
    }
}
