import AmplifyStyle
import CognitoHandlers
import FlowCore
import FlowRuntime
import Foundation
import StyleSupport
import TestSupport
import Testing
import UserPool

/// Sign-ins by Amplify's calls against the user pool: what goes wrong first, then every next step.
struct SignInTests {
    private func auth(_ bench: StyleBench) throws -> AuthCategory { AuthCategory(try bench.app()) }

    private func options(_ flow: AuthFlowType) -> AuthSignInRequest.Options {
        .init(pluginOptions: AWSAuthSignInOptions(authFlowType: flow))
    }

    // rows: amplify:1
    @Test func nothingIsConfigured() async {
        let error = await #expect(throws: AuthError.self) { try await AuthCategory().signIn(username: "ana") }
        guard case .configuration = error else { return #expect(Bool(false), "\(String(describing: error))") }
    }

    @Test func wrongPasswordIsNotAuthorized() async throws {
        let auth = try auth(await StyleBench())
        let error = await #expect(throws: AuthError.self) {
            try await auth.signIn(username: "ana", password: "passw0rd!")
        }
        guard case .notAuthorized(let text, _, nil) = error else { return #expect(Bool(false), "\(error as Any)") }
        #expect(text == "Incorrect username or password.")
    }

    @Test func nameIsMissing() async throws {
        let auth = try auth(await StyleBench())
        let error = await #expect(throws: AuthError.self) { try await auth.signIn(password: "Passw0rd!") }
        guard case .validation = error else { return #expect(Bool(false), "\(error as Any)") }
    }

    // rows: amplify:4
    @Test func missingNameEndsAPendingSignIn() async throws {
        let auth = try auth(await StyleBench(users: [ana { $0.mfa = [.sms] }]))
        _ = try await auth.signIn(username: "ana", password: "Passw0rd!")
        await #expect(throws: AuthError.self) { try await auth.signIn(username: "", password: "Passw0rd!") }
        let error = await #expect(throws: AuthError.self) { try await auth.confirmSignIn(challengeResponse: "1") }
        guard case .invalidState = error else { return #expect(Bool(false), "\(error as Any)") }
    }

    @Test func answerWithoutSignIn() async throws {
        let auth = try auth(await StyleBench())
        let error = await #expect(throws: AuthError.self) { try await auth.confirmSignIn(challengeResponse: "1") }
        guard case .invalidState = error else { return #expect(Bool(false), "\(error as Any)") }
    }

    @Test func networkThatIsDown() async throws {
        let bench = try await StyleBench()
        bench.fail("InitiateAuth", "network", "no route")
        let auth = try auth(bench)
        let error = await #expect(throws: AuthError.self) {
            try await auth.signIn(username: "ana", password: "Passw0rd!")
        }
        #expect(error?.underlyingError as? AWSCognitoAuthError == .network)
        bench.fail("InitiateAuth", nil)
        #expect(try await auth.signIn(username: "ana", password: "Passw0rd!").isSignedIn)
    }

    // rows: amplify:2 amplify:185
    @Test func secondSignInIsRefusedUntilSignOut() async throws {
        let auth = try auth(await StyleBench())
        #expect(try await auth.signIn(username: "ana", password: "Passw0rd!").nextStep == .done)
        let error = await #expect(throws: AuthError.self) {
            try await auth.signIn(username: "ana", password: "Passw0rd!")
        }
        guard case .invalidState = error else { return #expect(Bool(false), "\(error as Any)") }
        #expect(try await auth.confirmSignIn(challengeResponse: "1").nextStep == .done)
        #expect(await auth.signOut().signedOutLocally)
        #expect(try await auth.signIn(username: "ana", password: "Passw0rd!").isSignedIn)
    }

    @Test func smsCodeWrongThenRight() async throws {
        let bench = try await StyleBench(users: [ana { $0.mfa = [.sms] }])
        let auth = try auth(bench)
        let first = try await auth.signIn(username: "ana", password: "Passw0rd!")
        guard case .confirmSignInWithSMSMFACode(let delivery, let info) = first.nextStep else {
            return #expect(Bool(false), "\(first)")
        }
        #expect(delivery.destination == .sms("+*******0100"))
        #expect(info?["CODE_DELIVERY_DELIVERY_MEDIUM"] == "SMS")
        let error = await #expect(throws: AuthError.self) {
            try await auth.confirmSignIn(challengeResponse: bench.wrongCode)
        }
        #expect(error?.underlyingError as? AWSCognitoAuthError == .codeMismatch)
        #expect(try await auth.confirmSignIn(challengeResponse: bench.code).isSignedIn)
    }

    @Test func anotherCodeIsSent() async throws {
        let bench = try await StyleBench(users: [ana { $0.mfa = [.sms] }])
        let auth = try auth(bench)
        await #expect(throws: AuthError.self) { try await auth.resendSignInCode() }
        _ = try await auth.signIn(username: "ana", password: "Passw0rd!")
        let (first, sent) = (bench.code, bench.messageCount)
        let again = try await auth.resendSignInCode()
        guard case .confirmSignInWithSMSMFACode = again.nextStep else { return #expect(Bool(false), "\(again)") }
        #expect(bench.messageCount == sent + 1)
        if bench.code != first {
            await #expect(throws: AuthError.self) { try await auth.confirmSignIn(challengeResponse: first) }
        }
        #expect(try await auth.confirmSignIn(challengeResponse: bench.code).isSignedIn)
    }

    @Test func emailCode() async throws {
        let bench = try await StyleBench(users: [ana { $0.mfa = [.email] }])
        let auth = try auth(bench)
        let first = try await auth.signIn(username: "ana", password: "Passw0rd!")
        guard case .confirmSignInWithOTP(let delivery) = first.nextStep else { return #expect(Bool(false), "\(first)") }
        #expect(delivery.destination == .email("a***@e***"))
        #expect(try await auth.confirmSignIn(challengeResponse: bench.code).isSignedIn)
    }

    @Test func oneTimePasswordByTextIsTheSameCase() async throws {
        let bench = try await StyleBench()
        let auth = try auth(bench)
        let first = try await auth.signIn(
            username: "ana", options: options(.userAuth(preferredFirstFactor: .smsOTP)))
        guard case .confirmSignInWithOTP(let delivery) = first.nextStep else { return #expect(Bool(false), "\(first)") }
        #expect(delivery.destination == .sms("+*******0100"))
        #expect(try await auth.confirmSignIn(challengeResponse: bench.code).isSignedIn)
    }

    @Test func authenticatorAppIsSetUpThenAsked() async throws {
        let bench = try await StyleBench {
            $0.mfa = .on
            $0.mfaFactors = [.softwareToken]
            $0.devices = .off
        }
        let auth = try auth(bench)
        let first = try await auth.signIn(username: "ana", password: "Passw0rd!")
        guard case .continueSignInWithTOTPSetup(let details) = first.nextStep else {
            return #expect(Bool(false), "\(first)")
        }
        let app = try OneTimePassword(base32: details.sharedSecret)
        #expect(!"\(details)".contains(details.sharedSecret))
        #expect(try details.getSetupURI(appName: "Shop").absoluteString == app.uri(account: "ana", issuer: "Shop"))
        let error = await #expect(throws: AuthError.self) {
            try await auth.confirmSignIn(challengeResponse: "000000")
        }
        #expect(error?.underlyingError as? AWSCognitoAuthError == .softwareTokenMFANotEnabled)
        let done = try await auth.confirmSignIn(
            challengeResponse: app.code(at: bench.now),
            options: .init(pluginOptions: AWSAuthConfirmSignInOptions(friendlyDeviceName: "phone")))
        #expect(done.isSignedIn)
        _ = await auth.signOut()
        #expect(try await auth.signIn(username: "ana", password: "Passw0rd!").nextStep == .confirmSignInWithTOTPCode)
        bench.wait(30)
        #expect(try await auth.confirmSignIn(challengeResponse: app.code(at: bench.now)).isSignedIn)
    }

    @Test(arguments: [MFAType.email.challengeResponse, "email_otp"])
    func secondFactorIsChosenThenSetUp(answer: String) async throws {
        let bench = try await StyleBench(users: [ana { $0.mfa = [.sms, .email] }])
        let auth = try auth(bench)
        let first = try await auth.signIn(username: "ana", password: "Passw0rd!")
        #expect(first.nextStep == .continueSignInWithMFASelection([.sms, .email]))
        let error = await #expect(throws: AuthError.self) { try await auth.confirmSignIn(challengeResponse: "FAX") }
        guard case .validation = error else { return #expect(Bool(false), "\(error as Any)") }
        let next = try await auth.confirmSignIn(challengeResponse: answer)
        guard case .confirmSignInWithOTP = next.nextStep else { return #expect(Bool(false), "\(next)") }
        #expect(try await auth.confirmSignIn(challengeResponse: bench.code).isSignedIn)
    }

    // rows: amplify:75
    @Test(arguments: ["EMAIL_OTP", "Email_otp"]) func factorToSetUpIsChosen(answer: String) async throws {
        let bench = try await StyleBench(users: [PoolUserSeed(username: "ana", password: "Passw0rd!")]) {
            $0.mfa = .on
            $0.mfaFactors = [.softwareToken, .email]
        }
        let auth = try auth(bench)
        let first = try await auth.signIn(username: "ana", password: "Passw0rd!")
        #expect(first.nextStep == .continueSignInWithMFASetupSelection([.totp, .email]))
        let next = try await auth.confirmSignIn(challengeResponse: answer)
        #expect(next.nextStep == .continueSignInWithEmailMFASetup)
        let code = try await auth.confirmSignIn(challengeResponse: "ana@example.com")
        guard case .confirmSignInWithOTP = code.nextStep else { return #expect(Bool(false), "\(code)") }
        #expect(try await auth.confirmSignIn(challengeResponse: bench.code).isSignedIn)
    }

    @Test func firstFactorIsChosen() async throws {
        let bench = try await StyleBench()
        let auth = try auth(bench)
        let first = try await auth.signIn(username: "ana", options: options(.userAuth(preferredFirstFactor: nil)))
        guard case .continueSignInWithFirstFactorSelection(let factors) = first.nextStep else {
            return #expect(Bool(false), "\(first)")
        }
        #expect(factors.isSuperset(of: [.password, .emailOTP]))
        #expect(try await auth.confirmSignIn(challengeResponse: "PASSWORD").nextStep == .confirmSignInWithPassword)
        #expect(try await auth.confirmSignIn(challengeResponse: "Passw0rd!").isSignedIn)
    }

    @Test func answerAtAStepAfterAnErrorCarriesItsOptions() async throws {
        let bench = try await StyleBench(users: [ana { $0.mfa = [.sms] }])
        let auth = try auth(bench)
        _ = try await auth.signIn(username: "ana", password: "Passw0rd!")
        bench.fail("RespondToAuthChallenge", "PasswordResetRequiredException")
        let reset = try await auth.confirmSignIn(challengeResponse: bench.code)
        #expect(reset.nextStep == .resetPassword(nil))
        bench.fail("RespondToAuthChallenge", nil)
        let done = try await auth.confirmSignIn(
            challengeResponse: bench.code,
            options: .init(pluginOptions: .init(userAttributes: [AuthUserAttribute(.name, value: "Ana")])))
        #expect(done.isSignedIn)
        #expect(bench.calls.contains { $0.subject == "SMS_MFA" && $0.keys.contains("userAttributes.name") })
    }

    @Test func newPasswordWithAttributes() async throws {
        let user = ana {
            $0.isTemporary = true
            $0.attributes["name"] = nil
        }
        let bench = try await StyleBench(users: [user]) { $0.requiredAttributes = ["name"] }
        let auth = try auth(bench)
        let first = try await auth.signIn(username: "ana", password: "Passw0rd!")
        guard case .confirmSignInWithNewPassword(let info) = first.nextStep else {
            return #expect(Bool(false), "\(first)")
        }
        #expect(info?["requiredAttributes"]?.contains("name") == true)
        let done = try await auth.confirmSignIn(
            challengeResponse: "N3w-Passw0rd",
            options: .init(pluginOptions: .init(userAttributes: [AuthUserAttribute(.name, value: "Ana")])))
        #expect(done.isSignedIn)
        #expect(try await auth.fetchUserAttributes().contains(AuthUserAttribute(.name, value: "Ana")))
    }

    @Test func customChallengeWithoutPassword() async throws {
        let bench = try await StyleBench(triggers: .emailCode())
        let auth = try auth(bench)
        let first = try await auth.signIn(username: "ana", options: options(.customWithoutSRP))
        guard case .confirmSignInWithCustomChallenge(let info) = first.nextStep else {
            return #expect(Bool(false), "\(first)")
        }
        #expect(info?["email"] == "a***@e***")
        let again = try await auth.confirmSignIn(challengeResponse: bench.wrongCode)
        guard case .confirmSignInWithCustomChallenge = again.nextStep else { return #expect(Bool(false), "\(again)") }
        #expect(try await auth.confirmSignIn(challengeResponse: bench.code).isSignedIn)
    }

    @Test func passkeyOrAChoiceWhereThereIsNone() async throws {
        let bench = try await StyleBench()
        let auth = try auth(bench)
        let passkey = options(.userAuth(preferredFirstFactor: .webAuthn))
        let first = try await auth.signIn(username: "ana", options: passkey)
        guard case .continueSignInWithFirstFactorSelection(let factors) = first.nextStep else {
            return #expect(Bool(false), "\(first)")
        }
        #expect(!factors.contains(.webAuthn))
        try await bench.registerPasskey()
        #expect(try await auth.signIn(username: "ana", options: passkey).isSignedIn)
    }

    @Test func pendingSignInGoesOnInAnotherCategory() async throws {
        let bench = try await StyleBench(users: [ana { $0.mfa = [.sms] }])
        let first = try auth(bench)
        #expect(await first.pendingSignIn() == nil)
        let step = try await first.signIn(username: "ana", password: "Passw0rd!").nextStep
        let state = try #require(await first.pendingSignIn())
        let next = try auth(bench)
        #expect(try await next.resumeSignIn(state).nextStep == step)
        await #expect(throws: AuthError.self) { try await next.confirmSignIn(challengeResponse: bench.wrongCode) }
        #expect(try await next.confirmSignIn(challengeResponse: bench.code).isSignedIn)
    }

    @Test(arguments: [false, true]) func stepThatHasTimedOutIsReportedOnce(isResend: Bool) async throws {
        let bench = try await StyleBench(users: [ana { $0.mfa = [.sms] }])
        let auth = AuthCategory(try bench.app(["sessionSeconds": .number("1")]))

        func answer() async -> AuthError? {
            await #expect(throws: AuthError.self) { () async throws -> AuthSignInResult in
                guard isResend else { return try await auth.confirmSignIn(challengeResponse: bench.code) }
                return try await auth.resendSignInCode()
            }
        }
        _ = try await auth.signIn(username: "ana", password: "Passw0rd!")
        try await until { await auth.pendingSignIn() == nil }
        let first = await answer()
        guard case .sessionExpired = first else { return #expect(Bool(false), "\(first as Any)") }
        let second = await answer()
        guard case .invalidState = second else { return #expect(Bool(false), "\(second as Any)") }
    }

    @Test func cancelledSignInIsOver() async throws {
        let bench = try await StyleBench(users: [ana { $0.mfa = [.sms] }])
        let auth = try auth(bench)
        _ = try await auth.signIn(username: "ana", password: "Passw0rd!")
        try await auth.cancelSignIn()
        await #expect(throws: AuthError.self) { try await auth.confirmSignIn(challengeResponse: bench.code) }
        await #expect(throws: AuthError.self) { try await auth.cancelSignIn() }
    }

    private func ana(_ change: (inout PoolUserSeed) -> Void) -> PoolUserSeed {
        var user = StyleBench.ana
        change(&user)
        return user
    }
}
