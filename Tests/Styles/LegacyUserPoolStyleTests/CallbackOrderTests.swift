import CognitoHandlers
import FlowCore
import Foundation
import LegacyUserPoolStyle
import Testing
import UserPool

/// The order of callbacks and requests, as the legacy SDK has it.
struct CallbackOrderTests {
    private let password = [
        "startPasswordAuthentication", "getPasswordAuthenticationDetails", "InitiateAuth",
        "RespondToAuthChallenge PASSWORD_VERIFIER", "didCompletePassword(nil)",
    ]

    // rows: legacy:3 legacy:13 legacy:24 legacy:27 legacy:36 legacy:39 legacy:61
    @Test func passwordAlone() async throws {
        let bench = try await Bench()
        let host = FullHost(bench)
        host.typePassword()
        _ = try await bench.pool(host).getUser().getSession().value
        #expect(bench.journal.all == password)
    }

    // rows: legacy:51 legacy:65 legacy:67 legacy:71
    @Test func passwordIsDoneBeforeTheCodeIsAskedFor() async throws {
        let bench = try await Bench(seeds: [Self.ana([.sms])])
        let host = FullHost(bench)
        host.typePassword()
        host.typeCode(bench.code)
        _ = try await bench.pool(host).getUser().getSession().value
        #expect(
            bench.journal.all == password + [
                "startMultiFactorAuthentication", "getMultiFactorAuthenticationCode", "RespondToAuthChallenge SMS_MFA",
                "didCompleteMultifactor(nil)",
            ])
        #expect(host.code.input?.deliveryMedium == .sms && host.code.input?.destination?.hasSuffix("0100") == true)
    }

    // rows: legacy:52 legacy:54 legacy:68 legacy:77 legacy:78 legacy:79
    @Test func choiceOfSecondFactor() async throws {
        let bench = try await Bench(seeds: [Self.ana([.sms, .softwareToken])])
        let host = FullHost(bench)
        host.typePassword()
        host.select.answers.give(AWSCognitoIdentitySelectMfaDetails(selectedMfa: "SOFTWARE_TOKEN_MFA"))
        host.typeCode(Self.totp(bench))
        _ = try await bench.pool(host).getUser().getSession().value
        #expect(
            bench.journal.all == password + [
                "startSelectMfa", "getSelectMfaDetails", "RespondToAuthChallenge SELECT_MFA_TYPE",
                "didCompleteSelectMfa(nil)", "startMultiFactorAuthentication", "getMultiFactorAuthenticationCode",
                "RespondToAuthChallenge SOFTWARE_TOKEN_MFA", "didCompleteMultifactor(nil)",
            ])
        #expect(host.select.input?.availableMfas.keys.sorted() == ["SMS_MFA", "SOFTWARE_TOKEN_MFA"])
        #expect(host.select.input?.availableMfas["SMS_MFA"]?.hasSuffix("0100") == true)
        #expect(host.code.input?.deliveryMedium == .unknown)
    }

    // rows: legacy:56 legacy:83 legacy:85 legacy:86 legacy:90
    @Test func setUpStartsBeforeTheSecretIsFetched() async throws {
        let bench = try await Bench(Bench.configuration { ($0.mfa, $0.mfaFactors) = (.on, [.softwareToken]) })
        let host = FullHost(bench)
        host.typePassword()
        host.setUp.answers.then { [bench, host] source in
            let code = (try? OneTimePassword(base32: host.setUp.input?.secretCode ?? ""))?.code(at: bench.now)
            source.set(
                result: AWSCognitoIdentitySoftwareMfaSetupRequiredDetails(
                    userCode: code ?? "", friendlyDeviceName: "a phone"))
        }
        _ = try await bench.pool(host).getUser().getSession().value
        #expect(
            bench.journal.all == password + [
                "startSoftwareMfaSetupRequired", "AssociateSoftwareToken", "getSoftwareMfaSetupDetails",
                "VerifySoftwareToken", "didCompleteMfaSetup(nil)", "RespondToAuthChallenge MFA_SETUP",
            ])
        #expect(host.setUp.input?.username == "ana")
    }

    // rows: legacy:59 legacy:92 legacy:93
    @Test func temporaryPassword() async throws {
        var ana = Bench.ana
        ana.isTemporary = true
        let bench = try await Bench(Bench.configuration { $0.requiredAttributes = ["name"] }, seeds: [ana])
        let host = FullHost(bench)
        host.typePassword()
        host.newPassword.answers.give(
            AWSCognitoIdentityNewPasswordRequiredDetails(
                proposedPassword: "N3w-Passw0rd", userAttributes: ["name": "Ana"]))
        _ = try await bench.pool(host).getUser().getSession().value
        #expect(
            bench.journal.all == password + [
                "startNewPasswordRequired", "getNewPasswordDetails", "RespondToAuthChallenge NEW_PASSWORD_REQUIRED",
                "didCompleteNewPassword(nil)",
            ])
        #expect(host.newPassword.input?.requiredAttributes == ["name"])
    }

    // rows: legacy:12 legacy:15 legacy:18 legacy:21 legacy:63 legacy:97 legacy:98 legacy:101 legacy:102
    @Test func customSignInAsksBeforeAnyRequest() async throws {
        let bench = try await Bench(triggers: Riddle.triggers(asking: 2))
        let host = CustomHost(bench)
        host.answerCustom(["USERNAME": "ana"])
        host.answerCustom(["ANSWER": "right"])
        host.answerCustom(["ANSWER": "right"])
        _ = try await bench.pool(host).getUser().getSession().value
        let round = [
            "startCustomAuthentication", "getCustomChallengeDetails [\"USERNAME\", \"riddle\"]",
            "RespondToAuthChallenge CUSTOM_CHALLENGE", "didCompleteCustom(nil)",
        ]
        #expect(
            bench.journal.all == [
                "startCustomAuthentication", "getCustomChallengeDetails []", "InitiateAuth", "didCompleteCustom(nil)",
            ] + round + round)
    }

    // rows: legacy:16 legacy:26
    @Test func customSignInWithThePasswordFirst() async throws {
        let bench = try await Bench(triggers: Riddle.triggers(asking: 1, afterPassword: true))
        let host = CustomHost(bench)
        host.answerCustom([:], initial: "SRP_A")
        host.typePassword()
        host.answerCustom(["ANSWER": "right"])
        _ = try await bench.pool(host).getUser().getSession().value
        #expect(
            bench.journal.all == ["startCustomAuthentication", "getCustomChallengeDetails []"] + password + [
                "startCustomAuthentication", "getCustomChallengeDetails [\"USERNAME\", \"riddle\"]",
                "RespondToAuthChallenge CUSTOM_CHALLENGE", "didCompleteCustom(nil)",
            ])
    }

    // rows: legacy:35
    @Test func customChallengeInPlaceOfTheProof() async throws {
        let bench = try await Bench(triggers: Riddle.triggers(asking: 1))
        let host = CustomHost(bench)
        host.answerCustom([:], initial: "SRP_A")
        host.typePassword("any will do")
        host.answerCustom(["ANSWER": "right"])
        _ = try await bench.pool(host).getUser().getSession().value
        #expect(
            bench.journal.all == [
                "startCustomAuthentication", "getCustomChallengeDetails []", "startPasswordAuthentication",
                "getPasswordAuthenticationDetails", "InitiateAuth", "didCompletePassword(nil)",
                "startCustomAuthentication", "getCustomChallengeDetails [\"USERNAME\", \"riddle\"]",
                "RespondToAuthChallenge CUSTOM_CHALLENGE", "didCompleteCustom(nil)",
            ])
    }

    // rows: legacy:49 legacy:105 legacy:108 legacy:111 legacy:114
    @Test func newDeviceIsRememberedOnRequest() async throws {
        let bench = try await Bench(Bench.configuration { $0.devices = .optional })
        let host = FullHost(bench)
        host.typePassword()
        host.remember.answers.give(true)
        _ = try await bench.pool(host).getUser().getSession().value
        #expect(
            bench.journal.all == password + [
                "ConfirmDevice", "startRememberDevice", "getRememberDevice", "UpdateDeviceStatus",
                "didCompleteRememberDevice(nil)",
            ])
    }

    // rows: legacy:112
    @Test func nothingIsCalledAfterANo() async throws {
        let bench = try await Bench(Bench.configuration { $0.devices = .optional })
        let host = FullHost(bench)
        host.typePassword()
        host.remember.answers.give(false)
        _ = try await bench.pool(host).getUser().getSession().value
        #expect(
            bench.journal.all == password + ["ConfirmDevice", "startRememberDevice", "getRememberDevice"])
    }

    // rows: legacy:50 legacy:72 legacy:107 legacy:116 legacy:117 legacy:118
    @Test func deviceComesBeforeTheCodeIsDone() async throws {
        let bench = try await Bench(Bench.configuration { $0.devices = .always }, seeds: [Self.ana([.sms])])
        let host = FullHost(bench)
        host.typePassword()
        host.typeCode(bench.code)
        let user = try bench.pool(host).getUser()
        _ = try await user.getSession().value
        #expect(
            bench.journal.take().suffix(3) == [
                "RespondToAuthChallenge SMS_MFA", "ConfirmDevice", "didCompleteMultifactor(nil)",
            ])
        user.signOut()
        host.typePassword()
        _ = try await user.getSession().value
        #expect(
            bench.journal.all == password + [
                "RespondToAuthChallenge DEVICE_SRP_AUTH", "RespondToAuthChallenge DEVICE_PASSWORD_VERIFIER",
            ])
    }

    /// The base32 secret of ana's authenticator app.
    private static let secret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"

    private static func ana(_ factors: [MFAFactor]) -> PoolUserSeed {
        var ana = Bench.ana
        ana.mfa = factors
        if factors.contains(.softwareToken) { ana.softwareTokenSecret = secret }
        return ana
    }

    private static func totp(_ bench: Bench) -> String {
        (try? OneTimePassword(base32: secret))?.code(at: bench.now) ?? ""
    }
}
