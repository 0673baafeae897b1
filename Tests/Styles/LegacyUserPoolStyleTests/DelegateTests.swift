import FlowCore
import Foundation
import LegacyUserPoolStyle
import Testing
import UserPool

/// What a delegate lacks is told by code and text, and nothing of it is called to find out.
struct DelegateTests {
    private static let either =
        "Either startCustomAuthentication or startPasswordAuthentication must be implemented on your "
        + "AWSCognitoIdentityInteractiveAuthenticationDelegate"

    /// The error of a session with a delegate that lacks something.
    private static func refusal(
        _ pool: AWSCognitoIdentityUserPool, _ text: String, source: SourceLocation = #_sourceLocation
    ) async {
        let error = await #expect(throws: NSError.self, sourceLocation: source) {
            try await pool.getUser().getSession().value
        }
        #expect(error?.domain == AWSCognitoIdentityProviderErrorDomain, sourceLocation: source)
        #expect(error?.code == -1000, sourceLocation: source)
        #expect(error?.userInfo["message"] as? String == text, sourceLocation: source)
    }

    // rows: legacy:10
    @Test func noDelegate() async throws {
        let bench = try await Bench()
        await Self.refusal(try bench.pool(), "Authentication delegate not set")
        #expect(bench.journal.all == [])
    }

    // rows: legacy:14
    @Test func neitherPasswordNorCustom() async throws {
        let bench = try await Bench()
        await Self.refusal(try bench.pool(EmptyHost()), Self.either)
        await Self.refusal(try bench.pool(CustomOnlyHost(bench), migrationEnabled: true), Self.either)
        #expect(bench.journal.all == [])
    }

    // rows: legacy:17
    @Test func customSignInWithoutPasswordMethod() async throws {
        let bench = try await Bench()
        let host = CustomOnlyHost(bench)
        host.answerCustom([:], initial: "SRP_A")
        await Self.refusal(
            try bench.pool(host),
            "startPasswordAuthentication must be implemented on your "
                + "AWSCognitoIdentityInteractiveAuthenticationDelegate")
    }

    private static let challenges = [
        (["ChallengeName": "SMS_MFA"], "startMultiFactorAuthentication"),
        (["ChallengeName": "SELECT_MFA_TYPE"], "startSelectMfa"),
        (["ChallengeName": "NEW_PASSWORD_REQUIRED"], "startNewPasswordRequired"),
        (["ChallengeName": "CUSTOM_CHALLENGE"], "startCustomAuthentication"),
        (["ChallengeName": "NAME_OF_NEXT_YEAR"], "startCustomAuthentication"),
        (
            ["ChallengeName": "MFA_SETUP", "ChallengeParameters.MFAS_CAN_SETUP": "[\"SOFTWARE_TOKEN_MFA\"]"],
            "startSoftwareMfaSetupRequired"
        ),
    ]

    // rows: legacy:53 legacy:55 legacy:57 legacy:60 legacy:64
    @Test(arguments: challenges) func challengeWithoutMethod(_ reply: [String: String], _ method: String) async throws {
        let bench = try await Bench()
        let host = PasswordHost(bench)
        host.typePassword()
        bench.answer("RespondToAuthChallenge PASSWORD_VERIFIER", Self.challenge(reply))
        await Self.refusal(try bench.pool(host), "\(method) not implemented by authentication delegate")
        #expect(bench.journal.all.last == "didCompletePassword(nil)")
    }

    // rows: legacy:58
    @Test func setUpOfOtherFactors() async throws {
        let bench = try await Bench()
        let host = FullHost(bench)
        host.typePassword()
        let reply = ["ChallengeName": "MFA_SETUP", "ChallengeParameters.MFAS_CAN_SETUP": "[\"SMS_MFA\"]"]
        bench.answer("RespondToAuthChallenge PASSWORD_VERIFIER", Self.challenge(reply))
        await Self.refusal(
            try bench.pool(host),
            "This version of the SDK does not support setup of the MFA types necessary to authenticate")
    }

    /// An object that has neither way to ask for a code.
    private final class SilentCode: AWSCognitoIdentityMultiFactorAuthentication {
        func didCompleteMultifactorAuthenticationStepWithError(_ error: Error?) {}
    }

    /// A host that gives it.
    private final class SilentHost: Screens, AWSCognitoIdentityInteractiveAuthenticationDelegate, @unchecked Sendable {
        func startPasswordAuthentication() -> AWSCognitoIdentityPasswordAuthentication { password }
        func startMultiFactorAuthentication() -> AWSCognitoIdentityMultiFactorAuthentication { SilentCode() }
    }

    // rows: legacy:66
    @Test func objectThatCannotAskForACode() async throws {
        var ana = Bench.ana
        ana.mfa = [.sms]
        let bench = try await Bench(seeds: [ana])
        let host = SilentHost(bench)
        host.typePassword()
        await Self.refusal(try bench.pool(host), "getCode_v2 not implemented by authentication delegate")
    }

    /// A host whose method gives what is no object of a step.
    private final class WrongHost: AWSCognitoIdentityInteractiveAuthenticationDelegate {
        func startPasswordAuthentication() -> String { "not a step" }
    }

    @Test func methodThatGivesSomethingElse() async throws {
        let bench = try await Bench()
        await Self.refusal(
            try bench.pool(WrongHost()),
            "The authentication delegate provided no object that implements getPasswordAuthenticationDetails")
    }

    // rows: legacy:13
    @Test func methodWithAClassAsItsType() async throws {
        let bench = try await Bench()
        let host = ConcreteHost(bench)
        host.typePassword()
        _ = try await bench.pool(host).getUser().getSession().value
        #expect(bench.journal.all.first == "startPasswordAuthentication")
    }

    @Test func unknownKeyAndMalformedPoolID() async throws {
        let missing = AWSCognitoIdentityUserPool(forKey: "nobody")
        let error = await #expect(throws: NSError.self) { try await missing.getUser("ana").getSession().value }
        #expect((error?.userInfo["message"] as? String)?.contains("nobody") == true)
        let key = UUID().uuidString
        AWSCognitoIdentityUserPool.register(
            with: nil,
            userPoolConfiguration: AWSCognitoIdentityUserPoolConfiguration(
                clientId: "c", clientSecret: nil, poolId: "malformed"), forKey: key)
        await #expect(throws: NSError.self) {
            try await AWSCognitoIdentityUserPool(forKey: key).getUser("ana").forgotPassword().value
        }
    }

    /// A challenge of the service.
    private static func challenge(_ texts: [String: String]) -> JSONValue {
        let prefix = "ChallengeParameters."
        let parameters = texts.filter { $0.key.hasPrefix(prefix) }.map {
            JSONMember(String($0.key.dropFirst(prefix.count)), .string($0.value))
        }
        return .object([
            JSONMember("ChallengeName", .string(texts["ChallengeName"] ?? "")), JSONMember("Session", .string("s")),
            JSONMember("ChallengeParameters", .object(parameters)),
        ])
    }
}

/// A host whose method names the class of its screen.
final class ConcreteHost: Screens, @unchecked Sendable {}

extension ConcreteHost: AWSCognitoIdentityInteractiveAuthenticationDelegate {
    func startPasswordAuthentication() -> PasswordStep {
        journal.note("startPasswordAuthentication")
        return password
    }
}
