import CognitoHandlers
import FlowRuntime
import Foundation
import LegacyUserPoolStyle
import Testing
import UserPool

/// What a wrong answer, an error of the host and a cancellation lead to, at each kind of step.
struct StepErrorTests {
    /// An error of a host's own.
    private static let own = NSError(domain: "app", code: 7)
    private static let retryPassword = [
        "startPasswordAuthentication", "getPasswordAuthenticationDetails", "InitiateAuth",
        "RespondToAuthChallenge PASSWORD_VERIFIER", "didCompletePassword(NotAuthorizedException)",
        "getPasswordAuthenticationDetails", "InitiateAuth", "RespondToAuthChallenge PASSWORD_VERIFIER",
        "didCompletePassword(nil)",
    ]

    private static func bench(_ factors: [MFAFactor] = []) async throws -> Bench {
        var ana = Bench.ana
        ana.mfa = factors
        return try await Bench(seeds: [ana])
    }

    /// A session that ends with the host's own error, as the very object.
    private static func failsWithOwn(_ session: AWSTask<AWSCognitoIdentityUserSession>) async {
        await #expect(throws: NSError.self) { try await session.value }
        #expect((session.error as NSError?) === own && session.isFaulted && !session.isCancelled)
    }

    private static func isCancelled(_ session: AWSTask<AWSCognitoIdentityUserSession>) async {
        await #expect(throws: CancellationError.self) { try await session.value }
        #expect(session.isCancelled && !session.isFaulted && session.isCompleted)
    }

    // rows: legacy:41
    @Test func wrongPasswordIsAskedForAgain() async throws {
        let bench = try await Self.bench()
        let host = FullHost(bench)
        host.typePassword("wrong")
        host.typePassword()
        _ = try await bench.pool(host).getUser().getSession().value
        #expect(bench.journal.all == Self.retryPassword)
    }

    @Test func emptyAnswersEndAtLast() async throws {
        let bench = try await Self.bench()
        let host = FullHost(bench)
        host.password.answers.then { $0.set(result: nil) }
        host.typePassword()
        _ = try await bench.pool(host).getUser().getSession().value
        #expect(bench.journal.take().filter { $0.hasPrefix("didComplete") }.count == 2)
        for _ in 0..<200 { host.password.answers.then { $0.set(result: nil) } }
        await #expect(throws: NSError.self) { try await bench.pool(host).getUser().getSession().value }
    }

    // rows: legacy:19 legacy:20 legacy:28 legacy:29
    @Test func errorInPlaceOfAPassword() async throws {
        let bench = try await Self.bench()
        let host = FullHost(bench)
        host.password.answers.then { $0.set(error: Self.own) }
        await Self.failsWithOwn(try bench.pool(host).getUser().getSession())
        host.password.answers.then { $0.cancel() }
        await Self.isCancelled(try bench.pool(host).getUser().getSession())
        let custom = CustomHost(bench)
        custom.custom.answers.then { $0.set(error: Self.own) }
        await Self.failsWithOwn(try bench.pool(custom).getUser().getSession())
        custom.custom.answers.then { $0.cancel() }
        await Self.isCancelled(try bench.pool(custom).getUser().getSession())
        #expect(!bench.journal.all.contains { $0.hasPrefix("didComplete") || $0 == "InitiateAuth" })
    }

    // rows: legacy:75
    @Test func wrongCodeIsAskedForAgain() async throws {
        let bench = try await Self.bench([.sms])
        let host = FullHost(bench)
        host.typePassword()
        host.typeCode(bench.wrongCode)
        host.typeCode(bench.code)
        _ = try await bench.pool(host).getUser().getSession().value
        #expect(
            bench.journal.all.suffix(6) == [
                "getMultiFactorAuthenticationCode", "RespondToAuthChallenge SMS_MFA",
                "didCompleteMultifactor(CodeMismatchException)", "getMultiFactorAuthenticationCode",
                "RespondToAuthChallenge SMS_MFA", "didCompleteMultifactor(nil)",
            ])
    }

    // rows: legacy:69 legacy:70
    @Test func errorInPlaceOfACode() async throws {
        let bench = try await Self.bench([.sms])
        let host = FullHost(bench)
        host.typePassword()
        host.code.answers.then { $0.set(error: Self.own) }
        await Self.failsWithOwn(try bench.pool(host).getUser().getSession())
        host.typePassword()
        host.code.answers.then { $0.cancel() }
        await Self.isCancelled(try bench.pool(host).getUser().getSession())
        #expect(!bench.journal.all.contains { $0.hasPrefix("didCompleteMultifactor") })
    }

    // rows: legacy:80 legacy:81 legacy:82
    @Test func refusedChoiceStartsAgain() async throws {
        var ana = Bench.ana
        (ana.mfa, ana.softwareTokenSecret) = ([.sms, .softwareToken], "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP")
        let bench = try await Bench(seeds: [ana])
        let host = FullHost(bench)
        host.typePassword()
        bench.fail("RespondToAuthChallenge SELECT_MFA_TYPE", "InvalidParameterException")
        host.select.answers.give(AWSCognitoIdentitySelectMfaDetails(selectedMfa: "SMS_MFA"))
        host.select.answers.then { $0.set(error: Self.own) }
        host.select.answers.then { $0.cancel() }
        await Self.isCancelled(try bench.pool(host).getUser().getSession())
        let start = ["startSelectMfa", "getSelectMfaDetails"]
        #expect(
            bench.journal.all.suffix(10) == start + [
                "RespondToAuthChallenge SELECT_MFA_TYPE", "didCompleteSelectMfa(InvalidParameterException)",
            ] + start + ["didCompleteSelectMfa(app)"] + start + ["didCompleteSelectMfa(nil)"])
    }

    // rows: legacy:94 legacy:95 legacy:96
    @Test func refusedNewPasswordStartsAgain() async throws {
        var ana = Bench.ana
        ana.isTemporary = true
        let bench = try await Bench(seeds: [ana])
        let host = FullHost(bench)
        host.typePassword()
        host.newPassword.answers.give(
            AWSCognitoIdentityNewPasswordRequiredDetails(proposedPassword: "short", userAttributes: [:]))
        host.newPassword.answers.then { $0.set(error: Self.own) }
        host.newPassword.answers.then { $0.cancel() }
        await Self.isCancelled(try bench.pool(host).getUser().getSession())
        let start = ["startNewPasswordRequired", "getNewPasswordDetails"]
        #expect(
            bench.journal.all.suffix(10) == start + [
                "RespondToAuthChallenge NEW_PASSWORD_REQUIRED", "didCompleteNewPassword(InvalidPasswordException)",
            ] + start + ["didCompleteNewPassword(app)"] + start + ["didCompleteNewPassword(nil)"])
    }

    // rows: legacy:87 legacy:88 legacy:89
    @Test func wrongFirstCodeIsAskedForAgain() async throws {
        let bench = try await Bench(Bench.configuration { ($0.mfa, $0.mfaFactors) = (.on, [.softwareToken]) })
        let host = FullHost(bench)
        host.typePassword()
        host.setUp.answers.give(
            AWSCognitoIdentitySoftwareMfaSetupRequiredDetails(userCode: "000000", friendlyDeviceName: nil))
        host.setUp.answers.then { $0.set(error: Self.own) }
        host.setUp.answers.then { $0.cancel() }
        await Self.isCancelled(try bench.pool(host).getUser().getSession())
        #expect(
            bench.journal.all.suffix(8) == [
                "AssociateSoftwareToken", "getSoftwareMfaSetupDetails", "VerifySoftwareToken",
                "didCompleteMfaSetup(EnableSoftwareTokenMFAException)", "getSoftwareMfaSetupDetails",
                "didCompleteMfaSetup(app)", "getSoftwareMfaSetupDetails", "didCompleteMfaSetup(nil)",
            ])
    }

    // rows: legacy:84 legacy:91
    @Test(arguments: ["AssociateSoftwareToken", "RespondToAuthChallenge MFA_SETUP"]) func failedSetUpEndsTheSignIn(
        _ request: String
    ) async throws {
        let bench = try await Bench(Bench.configuration { ($0.mfa, $0.mfaFactors) = (.on, [.softwareToken]) })
        let host = FullHost(bench)
        host.typePassword()
        bench.fail(request, "InternalErrorException")
        bench.answer("VerifySoftwareToken", ["Status": "SUCCESS", "Session": "s"])
        host.setUp.answers.give(
            AWSCognitoIdentitySoftwareMfaSetupRequiredDetails(userCode: "000000", friendlyDeviceName: nil))
        let error = await #expect(throws: NSError.self) { try await bench.pool(host).getUser().getSession().value }
        #expect(error?.userInfo["__type"] as? String == "InternalErrorException")
    }

    // rows: legacy:23 legacy:99 legacy:100 legacy:104
    @Test func onlyTheFirstCustomRequestIsAskedForAgain() async throws {
        let bench = try await Bench(triggers: Riddle.triggers(asking: 1))
        let host = CustomHost(bench)
        bench.fail("InitiateAuth", "TooManyRequestsException")
        host.answerCustom(["USERNAME": "ana"])
        host.answerCustom(["USERNAME": "ana"])
        host.answerCustom(["ANSWER": "throw"])
        let error = await #expect(throws: NSError.self) { try await bench.pool(host).getUser().getSession().value }
        #expect(error?.userInfo["__type"] as? String == "UserLambdaValidationException")
        #expect(
            bench.journal.all.prefix(5).suffix(2) == [
                "didCompleteCustom(TooManyRequestsException)", "getCustomChallengeDetails []",
            ])
        #expect(bench.journal.all.last == "didCompleteCustom(UserLambdaValidationException)")
        host.answerCustom(["USERNAME": "ana"])
        host.custom.answers.then { $0.set(error: Self.own) }
        await Self.failsWithOwn(try bench.pool(host).getUser().getSession())
        host.answerCustom(["USERNAME": "ana"])
        host.custom.answers.then { $0.cancel() }
        await Self.isCancelled(try bench.pool(host).getUser().getSession())
    }

    // rows: legacy:113 legacy:115
    @Test func errorInPlaceOfRememberingLeavesTheSignIn() async throws {
        let bench = try await Bench(Bench.configuration { $0.devices = .optional })
        let host = FullHost(bench)
        for (answer, told) in [(true, "app"), (false, "nil")] {
            try await bench.devices.removeDevice(of: "ana")
            host.typePassword()
            host.remember.answers.then { source in
                if answer { source.set(error: Self.own) } else { source.cancel() }
            }
            _ = try await bench.pool(host).getUser().getSession().value
            #expect(bench.journal.take().last == "didCompleteRememberDevice(\(told))")
        }
        try await bench.devices.removeDevice(of: "ana")
        host.typePassword()
        host.remember.answers.give(true)
        bench.fail("UpdateDeviceStatus", "InternalErrorException")
        await #expect(throws: NSError.self) { try await bench.pool(host).getUser().getSession().value }
        #expect(bench.journal.all.last == "didCompleteRememberDevice(InternalErrorException)")
    }
}
