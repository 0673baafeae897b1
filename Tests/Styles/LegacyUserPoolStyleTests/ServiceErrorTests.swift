import CognitoHandlers
import FlowCore
import FlowRuntime
import Foundation
import LegacyUserPoolStyle
import Testing
import UserPool

/// Errors of requests that no answer of the user caused: of the first request, of a device, of a lost network.
struct ServiceErrorTests {
    private static let missing = ("ResourceNotFoundException", "Device does not exist.")

    /// A pool with devices, one of which is stored for ana though the service does not know it.
    private static func bench(_ triggers: CustomAuthTriggers? = nil) async throws -> Bench {
        let bench = try await Bench(Bench.configuration { $0.devices = .always }, triggers: triggers)
        try await bench.devices.store(CognitoDevice(key: "us-east-1_k", groupKey: "g", secret: "c2VjcmV0"), of: "ana")
        return bench
    }

    // rows: legacy:37 legacy:40 legacy:44 legacy:47
    @Test(arguments: ["InitiateAuth", "RespondToAuthChallenge PASSWORD_VERIFIER"]) func missingDeviceIsForgotten(
        _ request: String
    ) async throws {
        for isExplicit in [true, false] {
            let bench = try await Self.bench()
            let host = FullHost(bench)
            let user = try bench.pool(host).getUser()
            bench.fail(request, Self.missing.0, Self.missing.1)
            if isExplicit {
                _ = try await user.getSession("ana", password: Bench.password, validationData: nil).value
            } else {
                host.typePassword()
                _ = try await user.getSession().value
            }
            #expect(bench.journal.all.filter { $0 == request }.count == 2)
            #expect(!bench.journal.all.contains { $0.hasPrefix("didComplete") && !$0.hasSuffix("(nil)") })
            #expect(try await bench.devices.device(of: "ana")?.key != "us-east-1_k")
        }
    }

    // rows: legacy:22 legacy:103
    @Test(arguments: ["InitiateAuth", "RespondToAuthChallenge CUSTOM_CHALLENGE"]) func missingDeviceOfACustomSignIn(
        _ request: String
    ) async throws {
        let bench = try await Self.bench(Riddle.triggers(asking: 1))
        let host = CustomHost(bench)
        bench.fail(request, Self.missing.0, Self.missing.1)
        host.answerCustom(["USERNAME": "ana"])
        host.answerCustom(["ANSWER": "right"])
        _ = try await bench.pool(host).getUser().getSession().value
        #expect(bench.journal.all.filter { $0 == request }.count == 2)
        #expect(try await bench.devices.device(of: "ana")?.key != "us-east-1_k")
    }

    // rows: legacy:32 legacy:34 legacy:38 legacy:45
    @Test(arguments: [true, false]) func firstRequestThatFails(_ migrates: Bool) async throws {
        let bench = try await Bench()
        let host = FullHost(bench)
        let pool = try bench.pool(host, migrationEnabled: migrates)
        bench.fail("InitiateAuth", "network", "offline")
        let explicit = pool.getUser().getSession("ana", password: Bench.password, validationData: nil)
        let error = await #expect(throws: NSError.self) { try await explicit.value }
        #expect(error?.userInfo["__type"] as? String == "network")
        #expect(bench.journal.take() == ["InitiateAuth"])
        bench.fail("InitiateAuth", "TooManyRequestsException")
        host.typePassword()
        host.typePassword()
        _ = try await pool.getUser().getSession().value
        #expect(
            bench.journal.all.prefix(4) == [
                "startPasswordAuthentication", "getPasswordAuthenticationDetails", "InitiateAuth",
                "didCompletePassword(TooManyRequestsException)",
            ])
        #expect(bench.journal.all.filter { $0 == "startPasswordAuthentication" }.count == 1)
    }

    // rows: legacy:109
    @Test func newDeviceWithoutAQuestionIsNotRemembered() async throws {
        let bench = try await Bench(Bench.configuration { $0.devices = .optional })
        let host = PasswordHost(bench)
        host.typePassword()
        _ = try await bench.pool(host).getUser().getSession().value
        #expect(bench.journal.all.last == "ConfirmDevice")
        #expect(try await bench.devices.device(of: "ana") != nil)
    }

    // rows: legacy:76 legacy:110
    @Test func deviceThatCannotBeConfirmedEndsTheSignIn() async throws {
        var ana = Bench.ana
        ana.mfa = [.sms]
        let bench = try await Bench(Bench.configuration { $0.devices = .always }, seeds: [ana])
        let host = FullHost(bench)
        host.typePassword()
        host.typeCode(bench.code)
        bench.fail("ConfirmDevice", "InternalErrorException")
        let user = try bench.pool(host).getUser("ana")
        await #expect(throws: NSError.self) { try await user.getSession().value }
        #expect(bench.journal.all.last == "didCompleteMultifactor(InternalErrorException)")
        #expect(user.isSignedIn, "the tokens are kept before the device is confirmed")
    }

    // rows: legacy:119 legacy:120
    @Test(arguments: ["DEVICE_SRP_AUTH", "DEVICE_PASSWORD_VERIFIER"]) func deviceThatIsRefusedEndsTheSignIn(
        _ challenge: String
    ) async throws {
        let bench = try await Bench(Bench.configuration { $0.devices = .always })
        let user = try bench.pool().getUser("ana")
        _ = try await user.getSession("ana", password: Bench.password, validationData: nil).value
        let device = try await bench.devices.device(of: "ana")
        bench.fail("RespondToAuthChallenge \(challenge)", "NotAuthorizedException")
        let again = user.getSession("ana", password: Bench.password, validationData: nil)
        let error = await #expect(throws: NSError.self) { try await again.value }
        #expect(error?.userInfo["__type"] as? String == "NotAuthorizedException")
        #expect(try await bench.devices.device(of: "ana") == device)
    }

    // rows: legacy:31
    @Test func missingDeviceOfAMigratingPool() async throws {
        let bench = try await Self.bench()
        let host = FullHost(bench)
        host.typePassword()
        bench.fail("InitiateAuth", Self.missing.0, Self.missing.1)
        _ = try await bench.pool(host, migrationEnabled: true).getUser().getSession().value
        #expect(bench.journal.all.filter { $0 == "InitiateAuth" }.count == 2)
        #expect(!bench.journal.all.contains("didCompletePassword(ResourceNotFoundException)"))
    }

    private static func challenge(_ name: String) -> JSONValue {
        ["ChallengeName": .string(name), "Session": "s", "ChallengeParameters": [:]]
    }

    // rows: legacy:74
    @Test func customChallengeBehindACodeIsNoSession() async throws {
        let bench = try await Bench()
        let host = FullHost(bench)
        host.typePassword()
        host.typeCode("123456")
        bench.answer("RespondToAuthChallenge PASSWORD_VERIFIER", Self.challenge("SMS_MFA"))
        bench.answer("RespondToAuthChallenge SMS_MFA", Self.challenge("CUSTOM_CHALLENGE"))
        let error = await #expect(throws: NSError.self) { try await bench.pool(host).getUser().getSession().value }
        #expect(error?.code == -1000 && bench.journal.all.last == "didCompleteMultifactor(nil)")
    }

    // rows: legacy:73
    @Test func deviceBehindACodeComesBeforeItsEnd() async throws {
        let bench = try await Bench(Bench.configuration { $0.devices = .always })
        let host = FullHost(bench)
        let pool = try bench.pool(host)
        _ = try await pool.getUser().getSession("ana", password: Bench.password, validationData: nil).value
        pool.clearAll()
        host.typePassword()
        host.typeCode("123456")
        bench.answer("RespondToAuthChallenge PASSWORD_VERIFIER", Self.challenge("SMS_MFA"))
        bench.answer("RespondToAuthChallenge SMS_MFA", Self.challenge("DEVICE_SRP_AUTH"))
        bench.fail("RespondToAuthChallenge DEVICE_SRP_AUTH", "InternalErrorException")
        await #expect(throws: NSError.self) { try await pool.getUser().getSession().value }
        #expect(
            bench.journal.all.suffix(2) == [
                "RespondToAuthChallenge DEVICE_SRP_AUTH", "didCompleteMultifactor(InternalErrorException)",
            ])
    }

    // rows: legacy:106
    @Test func newDeviceWithoutAKeyIsLeft() async throws {
        let bench = try await Bench(Bench.configuration { $0.devices = .always })
        let host = FullHost(bench)
        host.typePassword()
        bench.answer(
            "RespondToAuthChallenge PASSWORD_VERIFIER",
            ["AuthenticationResult": ["AccessToken": "A", "RefreshToken": "R", "NewDeviceMetadata": [:]]])
        let session = try await bench.pool(host).getUser().getSession().value
        #expect(session.refreshToken?.tokenString == "R" && bench.journal.all.last == "didCompletePassword(nil)")
    }
}
