import CognitoClient
import CognitoFlows
import CognitoHandlers
import FlowCore
import FlowRuntime
import Foundation
import MobileClientStyle
import StyleSupport
import Testing
import UserPool

/// Sign-ins by AWSMobileClient's calls against the user pool.
struct SignInTests {
    private func signIn(_ client: AWSMobileClient, _ username: String = "ana", _ password: String? = "Passw0rd!")
        async throws
        -> SignInResult
    {
        try await outcome { client.signIn(username: username, password: password, completionHandler: $0) }
    }

    private func confirm(_ client: AWSMobileClient, _ answer: String, _ attributes: [String: String] = [:]) async throws
        -> SignInResult
    {
        try await outcome {
            client.confirmSignIn(challengeResponse: answer, userAttributes: attributes, completionHandler: $0)
        }
    }

    // rows: legacy:177
    @Test func wrongPasswordChangesNoState() async throws {
        let client = AWSMobileClient(try await StyleBench().app())
        let error = await #expect(throws: AWSMobileClientError.self) { try await signIn(client, "ana", "passw0rd!") }
        #expect(error == .notAuthorized(message: "Incorrect username or password."))
        #expect(error?.localizedDescription == "Incorrect username or password.")
        #expect(client.currentUserState == .signedOut && !client.isSignedIn)
    }

    // rows: legacy:178
    @Test func answerWithoutSignIn() async throws {
        let client = AWSMobileClient(try await StyleBench().app())
        let error = await #expect(throws: AWSMobileClientError.self) { try await confirm(client, "123456") }
        #expect(error == .invalidState(message: "Please call `signIn` before calling this method."))
    }

    // rows: legacy:161
    @Test func signInWhileSignedIn() async throws {
        let client = AWSMobileClient(try await StyleBench().app())
        #expect(try await signIn(client).signInState == .signedIn)
        let error = await #expect(throws: AWSMobileClientError.self) { try await signIn(client) }
        guard case .invalidState = error else { return #expect(Bool(false), "\(error as Any)") }
        #expect(client.username == "ana" && client.userSub?.isEmpty == false)
    }

    // rows: legacy:169 legacy:180 legacy:181
    @Test func codeWrongThenRight() async throws {
        let bench = try await StyleBench(users: [ana { $0.mfa = [.sms] }])
        let client = AWSMobileClient(try bench.app())
        let first = try await signIn(client)
        #expect(first.signInState == .smsMFA)
        #expect(
            first.codeDetails
                == UserCodeDeliveryDetails(deliveryMedium: .sms, destination: "+*******0100", attributeName: "phone"))
        #expect(first.parameters["attemptsLeft"] == "3")
        let error = await #expect(throws: AWSMobileClientError.self) { try await confirm(client, bench.wrongCode) }
        guard case .codeMismatch = error else { return #expect(Bool(false), "\(error as Any)") }
        let again: SignInResult = try await outcome { client.resendSignInCode(completionHandler: $0) }
        #expect(again.signInState == .smsMFA)
        #expect(try await confirm(client, bench.code).signInState == .signedIn)
    }

    @Test(arguments: [false, true]) func stepThatHasTimedOutIsReported(isResend: Bool) async throws {
        let bench = try await StyleBench(users: [ana { $0.mfa = [.sms] }])
        var app = try bench.app(["sessionSeconds": .number("1")])
        let isOver = Gate()
        app.tracer = { event in
            guard case .ended = event else { return }
            Task { await isOver.open() }
        }
        let client = AWSMobileClient(app)
        #expect(try await signIn(client).signInState == .smsMFA)
        await isOver.pass()
        let error = await #expect(throws: AWSMobileClientError.self) { () async throws -> SignInResult in
            guard isResend else { return try await confirm(client, bench.code) }
            return try await outcome { client.resendSignInCode(completionHandler: $0) }
        }
        #expect(error == .unableToSignIn(message: "expired"))
    }

    // rows: legacy:171 legacy:183 legacy:184
    @Test func newPasswordNamesTheAttributesThatLack() async throws {
        let bench = try await StyleBench(users: [ana { $0.isTemporary = true }]) { $0.requiredAttributes = ["name"] }
        let client = AWSMobileClient(try bench.app())
        let first = try await signIn(client)
        #expect(first.signInState == .newPasswordRequired)
        #expect(first.parameters["requiredAttributes"] == "name")
        let error = await #expect(throws: AWSMobileClientError.self) { try await confirm(client, "N3w-Passw0rd") }
        guard case .invalidParameter = error else { return #expect(Bool(false), "\(error as Any)") }
        #expect(try await confirm(client, "N3w-Passw0rd", ["name": "Ana"]).signInState == .signedIn)
        let attributes: [String: String] = try await outcome { client.getUserAttributes(completionHandler: $0) }
        #expect(attributes["name"] == "Ana")
    }

    // rows: legacy:174
    @Test func secondFactorIsChosen() async throws {
        let bench = try await StyleBench(users: [ana { $0.mfa = [.sms, .email] }])
        let client = AWSMobileClient(try bench.app())
        let first = try await signIn(client)
        #expect(first.signInState == .unknown && first.codeDetails == nil)
        #expect(first.parameters == ["step": "selectMFA", "mfaTypes": "SMS_MFA,EMAIL_OTP"])
        let error = await #expect(throws: AWSMobileClientError.self) {
            let _: SignInResult = try await outcome { client.resendSignInCode(completionHandler: $0) }
        }
        guard case .invalidState = error else { return #expect(Bool(false), "\(error as Any)") }
        #expect(try await confirm(client, "EMAIL_OTP").codeDetails?.deliveryMedium == .email)
        #expect(try await confirm(client, bench.code).signInState == .signedIn)
    }

    // rows: legacy:175
    @Test func authenticatorAppIsSetUp() async throws {
        let bench = try await StyleBench {
            $0.mfa = .on
            $0.mfaFactors = [.softwareToken]
        }
        let client = AWSMobileClient(try bench.app())
        let first = try await signIn(client)
        #expect(first.signInState == .unknown && first.parameters["step"] == "setUpTOTP")
        let app = try OneTimePassword(base32: try #require(first.parameters["sharedSecret"]))
        #expect(try await confirm(client, app.code(at: bench.now)).signInState == .signedIn)
    }

    // rows: legacy:162 legacy:172 legacy:186 legacy:188
    @Test func customSignInNeedsNoDummyPassword() async throws {
        let bench = try await StyleBench(triggers: .passwordless)
        let client = AWSMobileClient(try bench.app(["is-custom-auth": true]))
        let first = try await signIn(client, "ana", nil)
        #expect(first.signInState == .customChallenge && first.parameters["email"] == "a***@e***")
        let error = await #expect(throws: AWSMobileClientError.self) { try await confirm(client, bench.wrongCode) }
        guard case .notAuthorized = error else { return #expect(Bool(false), "\(error as Any)") }
        #expect(try await signIn(client, "ana", nil).signInState == .customChallenge)
        #expect(try await confirm(client, bench.code).signInState == .signedIn)
    }

    // rows: legacy:160 legacy:162
    @Test func configurationFileSaysHowItBegins() async throws {
        let file = """
            {"CognitoUserPool": {"Default": {"PoolId": "us-east-1_Embedded1", "AppClientId": "app-client",
             "Region": "us-east-1"}}, "Auth": {"Default": {"authenticationFlowType": "CUSTOM_AUTH"}}}
            """
        let bench = try await StyleBench(triggers: .passwordless)
        let configuration = try CognitoConfiguration(Array(file.utf8))
        let client = AWSMobileClient(
            try CognitoApp(configuration, secrets: bench.secrets, service: bench.app().service))
        #expect(try await signIn(client, "ana", "dummyPassword").signInState == .customChallenge)
        #expect(try await confirm(client, bench.code).signInState == .signedIn)
    }

    @Test func codeOfTheGuideRuns() async throws {
        let bench = try await StyleBench(triggers: .passwordless)
        AWSMobileClient.configure(try bench.app(["is-custom-auth": true]))
        let app = AppOfTheGuide(username: "ana")
        app.signIn()
        #expect(await app.seen.next == "challenge for a***@e***")
        app.confirm(bench.code)
        #expect(await app.seen.next == "User is signed in.")
        app.signIn()
        #expect(await app.seen.next == "A user is already signed in: sign out first")
        AWSMobileClient.default().signOut()
        app.signIn()
        #expect(await app.seen.next == "challenge for a***@e***")
        app.confirm(bench.wrongCode)
        #expect(await app.seen.next == "Incorrect username or password.")
    }

    private func ana(_ change: (inout PoolUserSeed) -> Void) -> PoolUserSeed {
        var user = StyleBench.ana
        change(&user)
        return user
    }
}
