import AmplifyStyle
import CognitoFlows
import CognitoHandlers
import FlowCore
import FlowRuntime
import StyleSupport
import Testing
import UserPool

/// Accounts and sessions by Amplify's calls.
struct AccountTests {
    private let attributes = [AuthUserAttribute(.email, value: "bob@example.com")]

    @Test func signUpConfirmSignInByItself() async throws {
        let bench = try await StyleBench()
        let auth = AuthCategory(try bench.app())
        let early = await #expect(throws: AuthError.self) { try await auth.autoSignIn() }
        guard case .invalidState = early else { return #expect(Bool(false), "\(early as Any)") }
        let first = try await auth.signUp(
            username: "bob", password: "B0b-Passw0rd", options: .init(userAttributes: attributes))
        guard case .confirmUser(let delivery, _, _) = first.nextStep else { return #expect(Bool(false), "\(first)") }
        #expect(delivery?.destination == .email("b***@e***"))
        #expect(first.userID != nil && !first.isSignUpComplete)
        let wrong = await #expect(throws: AuthError.self) {
            try await auth.confirmSignUp(for: "bob", confirmationCode: bench.wrongCode)
        }
        #expect(wrong?.underlyingError as? AWSCognitoAuthError == .codeMismatch)
        #expect(try await auth.resendSignUpCode(for: "bob").destination == .email("b***@e***"))
        let done = try await auth.confirmSignUp(for: "bob", confirmationCode: bench.code)
        guard case .completeAutoSignIn = done.nextStep else { return #expect(Bool(false), "\(done)") }
        #expect(try await auth.autoSignIn().isSignedIn)
        #expect(try await auth.getCurrentUser().username == "bob")
    }

    @Test func confirmationInALaterRunOfTheAppSignsIn() async throws {
        let bench = try await StyleBench()
        _ = try await AuthCategory(try bench.app()).signUp(
            username: "bob", password: "B0b-Passw0rd", options: .init(userAttributes: attributes))
        // Nothing of the sign-up is left: ConfirmSignUp goes out without its session, as amplify-js always sends it.
        let auth = AuthCategory(try bench.app())
        let plugin = AWSAuthResendSignUpCodeOptions(metadata: ["key": "value"])
        _ = try await auth.resendSignUpCode(for: "bob", options: .init(pluginOptions: plugin))
        let done = try await auth.confirmSignUp(for: "bob", confirmationCode: bench.code)
        #expect(bench.calls.last?.keys.contains("Session") == false)
        guard case .completeAutoSignIn = done.nextStep else { return #expect(Bool(false), "\(done)") }
        #expect(try await auth.autoSignIn().isSignedIn)
        #expect(try await auth.getCurrentUser().username == "bob")
        let twice = await #expect(throws: AuthError.self) { try await auth.autoSignIn() }
        guard case .invalidState = twice else { return #expect(Bool(false), "\(twice as Any)") }
    }

    /// What never reached the service can be sent again.
    @Test func autoSignInThatDoesNotReachTheServiceCanBeRepeated() async throws {
        let bench = try await StyleBench()
        let auth = AuthCategory(try bench.app())
        _ = try await auth.signUp(
            username: "bob", password: "B0b-Passw0rd", options: .init(userAttributes: attributes))
        _ = try await auth.confirmSignUp(for: "bob", confirmationCode: bench.code)
        _ = try await auth.signIn(username: "ana", password: "Passw0rd!")
        let early = await #expect(throws: AuthError.self) { try await auth.autoSignIn() }
        guard case .invalidState = early else { return #expect(Bool(false), "\(early as Any)") }
        #expect(await auth.signOut().signedOutLocally)
        bench.fail("InitiateAuth", "network", "no route")
        let lost = await #expect(throws: AuthError.self) { try await auth.autoSignIn() }
        #expect(lost?.underlyingError as? AWSCognitoAuthError == .network)
        bench.fail("InitiateAuth", "NotAuthorizedException", "Invalid session for the user.")
        let refused = await #expect(throws: AuthError.self) { try await auth.autoSignIn() }
        guard case .notAuthorized = refused else { return #expect(Bool(false), "\(refused as Any)") }
        let last = await #expect(throws: AuthError.self) { try await auth.autoSignIn() }
        guard case .invalidState = last else { return #expect(Bool(false), "\(last as Any)") }
    }

    @Test(arguments: ["network", "TooManyRequestsException"])
    func autoSignInAfterALostNetworkSignsIn(_ failure: String) async throws {
        let bench = try await StyleBench()
        let auth = AuthCategory(try bench.app())
        _ = try await auth.signUp(
            username: "bob", password: "B0b-Passw0rd", options: .init(userAttributes: attributes))
        _ = try await auth.confirmSignUp(for: "bob", confirmationCode: bench.code)
        bench.fail("InitiateAuth", failure, "no route")
        await #expect(throws: AuthError.self) { try await auth.autoSignIn() }
        bench.fail("InitiateAuth", nil)
        #expect(try await auth.autoSignIn().isSignedIn)
        #expect(try await auth.getCurrentUser().username == "bob")
    }

    /// The triggers of the sign-in see the metadata of the call that confirmed the sign-up.
    @Test func autoSignInSendsTheMetadataOfTheConfirmation() async throws {
        let bench = try await StyleBench()
        var app = try bench.app()
        let service = Noting(service: app.service)
        app.service = service
        let auth = AuthCategory(app)
        _ = try await auth.signUp(
            username: "bob", password: "B0b-Passw0rd",
            options: .init(
                userAttributes: attributes, pluginOptions: AWSAuthSignUpOptions(metadata: ["call": "signUp"])))
        _ = try await auth.confirmSignUp(
            for: "bob", confirmationCode: bench.code,
            options: .init(pluginOptions: AWSAuthConfirmSignUpOptions(metadata: ["call": "confirmSignUp"])))
        #expect(try await auth.autoSignIn().isSignedIn)
        let sent = await service.metadata?["call"]?.string
        #expect(sent == "confirmSignUp")
    }

    /// Keeps the client metadata of the last sign-in that began.
    private actor Noting: FlowService {
        let service: any FlowService
        private(set) var metadata: JSONValue?

        init(service: any FlowService) {
            self.service = service
        }

        func call(_ request: FlowRequest) async -> FlowReply {
            if request.operation == "InitiateAuth" { metadata = request.body["ClientMetadata"] }
            return await service.call(request)
        }
    }

    /// Swift's `==` takes the two names for the same.
    @Test func codeOfAnEqualNameIsNotOfThePendingSignUp() async throws {
        let bench = try await StyleBench()
        let auth = AuthCategory(try bench.app())
        _ = try await auth.signUp(
            username: "\u{E9}va", password: "B0b-Passw0rd", options: .init(userAttributes: attributes))
        _ = try? await auth.confirmSignUp(for: "e\u{301}va", confirmationCode: bench.wrongCode)
        #expect(bench.calls.last?.operation == "ConfirmSignUp")
        #expect(bench.calls.last?.keys.contains("Session") == false)
    }

    @Test func clientWithoutUserAuthHasNoAutoSignIn() async throws {
        let bench = try await StyleBench { $0.clients[0].authFlows.remove(.user) }
        let auth = AuthCategory(try bench.app())
        _ = try await auth.signUp(
            username: "bob", password: "B0b-Passw0rd", options: .init(userAttributes: attributes))
        #expect(try await auth.confirmSignUp(for: "bob", confirmationCode: bench.code).nextStep == .done)
        let error = await #expect(throws: AuthError.self) { try await auth.autoSignIn() }
        guard case .invalidState = error else { return #expect(Bool(false), "\(error as Any)") }
        #expect(try await auth.signIn(username: "bob", password: "B0b-Passw0rd").isSignedIn)
    }

    @Test func nameThatIsTaken() async throws {
        let auth = AuthCategory(try await StyleBench().app())
        let error = await #expect(throws: AuthError.self) {
            try await auth.signUp(username: "ana", password: "B0b-Passw0rd", options: .init(userAttributes: attributes))
        }
        #expect(error?.underlyingError as? AWSCognitoAuthError == .usernameExists)
    }

    // rows: amplify:190 amplify:191
    @Test func forgottenPassword() async throws {
        let bench = try await StyleBench()
        let auth = AuthCategory(try bench.app())
        let metadata = ["key": "value"]
        let first = try await auth.resetPassword(
            for: "ana", options: .init(pluginOptions: AWSAuthResetPasswordOptions(metadata: metadata)))
        guard case .confirmResetPasswordWithCode = first.nextStep else { return #expect(Bool(false), "\(first)") }
        let wrong = await #expect(throws: AuthError.self) {
            try await auth.confirmResetPassword(for: "ana", with: "N3w-Passw0rd", confirmationCode: bench.wrongCode)
        }
        #expect(wrong?.underlyingError as? AWSCognitoAuthError == .codeMismatch)
        try await auth.confirmResetPassword(for: "ana", with: "N3w-Passw0rd", confirmationCode: bench.code)
        #expect(try await auth.signIn(username: "ana", password: "N3w-Passw0rd").isSignedIn)
    }

    @Test func accountOfNobody() async throws {
        let auth = AuthCategory(try await StyleBench().app())
        let error = await #expect(throws: AuthError.self) { try await auth.fetchUserAttributes() }
        guard case .signedOut = error else { return #expect(Bool(false), "\(error as Any)") }
        #expect(try await auth.fetchAuthSession().isSignedIn == false)
        #expect(await auth.signOut().signedOutLocally)
    }

    @Test func attributesPasswordAndDevices() async throws {
        let bench = try await StyleBench()
        let auth = AuthCategory(try bench.app())
        _ = try await auth.signIn(username: "ana", password: "Passw0rd!")
        let update = try await auth.update(userAttribute: AuthUserAttribute(.email, value: "new@example.com"))
        guard case .confirmAttributeWithCode(let sent, _) = update.nextStep else {
            return #expect(Bool(false), "\(update)")
        }
        #expect(sent.destination == .email("n***@e***") && sent.attributeKey == .email)
        #expect(try await auth.sendVerificationCode(forUserAttributeKey: .email).destination == .email("n***@e***"))
        let wrong = await #expect(throws: AuthError.self) {
            try await auth.confirm(userAttribute: .email, confirmationCode: bench.wrongCode)
        }
        #expect(wrong?.underlyingError as? AWSCognitoAuthError == .codeMismatch)
        try await auth.confirm(userAttribute: .email, confirmationCode: bench.code)
        #expect(try await auth.fetchUserAttributes().contains(AuthUserAttribute(.email, value: "new@example.com")))
        await #expect(throws: AuthError.self) { try await auth.update(oldPassword: "wrong", to: "N3w-Passw0rd") }
        try await auth.update(oldPassword: "Passw0rd!", to: "N3w-Passw0rd")
        #expect(try await auth.fetchDevices().map(\.name) == ["a phone"])
        try await auth.rememberDevice()
        try await auth.forgetDevice()
        #expect(try await auth.fetchDevices().isEmpty)
        let error = await #expect(throws: AuthError.self) { try await auth.forgetDevice() }
        guard case .service(_, _, let cause) = error else { return #expect(Bool(false), "\(error as Any)") }
        #expect(cause as? AWSCognitoAuthError == .deviceNotTracked)
    }

    @Test func authenticatorAppOfWhoIsSignedIn() async throws {
        let bench = try await StyleBench()
        let auth = AuthCategory(try bench.app())
        _ = try await auth.signIn(username: "ana", password: "Passw0rd!")
        let details = try await auth.setUpTOTP()
        await #expect(throws: AuthError.self) { try await auth.verifyTOTPSetup(code: "000000") }
        let app = try OneTimePassword(base32: details.sharedSecret)
        try await auth.verifyTOTPSetup(code: app.code(at: bench.now))
    }

    // rows: amplify:186 amplify:187
    @Test func tokensAreRefreshedAndASignInAtHandIsLeftAlone() async throws {
        let bench = try await StyleBench(users: [
            StyleBench.ana, PoolUserSeed(username: "bob", password: "B0b-Passw0rd"),
        ])
        let auth = AuthCategory(try bench.app())
        _ = try await auth.signIn(username: "ana", password: "Passw0rd!")
        let first = try await auth.fetchAuthSession().getCognitoTokens().get()
        #expect(try await auth.fetchAuthSession().getCognitoTokens().get() == first)
        let provider: any AuthCognitoIdentityProvider = try await auth.fetchAuthSession()
        let user = try await auth.getCurrentUser()
        #expect(try provider.getUserSub().get() == user.userId && !user.userId.isEmpty)
        #expect(!"\(first)".contains(first.accessToken))
        bench.wait(7200)
        let second = try await auth.fetchAuthSession().getCognitoTokens().get()
        #expect(second.accessToken != first.accessToken && second.refreshToken == first.refreshToken)
        bench.fail("InitiateAuth", "NotAuthorizedException", "Refresh Token has been revoked")
        bench.wait(7200)
        let session = try await auth.fetchAuthSession()
        #expect(session.isSignedIn)
        guard case .failure(.sessionExpired) = session.userPoolTokensResult else {
            return #expect(Bool(false), "\(session)")
        }
        let error = await #expect(throws: AuthError.self) { try await auth.fetchUserAttributes() }
        guard case .sessionExpired = error else { return #expect(Bool(false), "\(error as Any)") }
    }

    // rows: amplify:188
    @Test func signOutWhileASignInIsPending() async throws {
        var user = StyleBench.ana
        user.mfa = [.sms]
        let bench = try await StyleBench(users: [user])
        let auth = AuthCategory(try bench.app())
        _ = try await auth.signIn(username: "ana", password: "Passw0rd!")
        #expect(await auth.signOut().signedOutLocally == false)
        #expect(try await auth.confirmSignIn(challengeResponse: bench.code).isSignedIn)
    }

    @Test func signOutEverywhere() async throws {
        let bench = try await StyleBench()
        let auth = AuthCategory(try bench.app())
        _ = try await auth.signIn(username: "ana", password: "Passw0rd!")
        let tokens = try #require(try await bench.tokens.current()).tokens
        guard case .complete = await auth.signOut(options: .init(globalSignOut: true)) else {
            return #expect(Bool(false))
        }
        #expect(bench.calls.map(\.operation).suffix(2) == ["GlobalSignOut", "RevokeToken"])
        #expect(try await auth.fetchAuthSession().isSignedIn == false)
        // The other device's tokens are dead.
        try await bench.tokens.store(tokens, of: "ana")
        await #expect(throws: AuthError.self) { try await auth.fetchUserAttributes() }
    }

    @Test func globalSignOutThatFailsIsPartial() async throws {
        let bench = try await StyleBench()
        let auth = AuthCategory(try bench.app())
        _ = try await auth.signIn(username: "ana", password: "Passw0rd!")
        bench.fail("GlobalSignOut", "TooManyRequestsException", "slow down")
        guard case .partial(_, let error?) = await auth.signOut(options: .init(globalSignOut: true)) else {
            return #expect(Bool(false))
        }
        #expect(error.underlyingError as? AWSCognitoAuthError == .requestLimitExceeded)
        #expect(try await auth.fetchAuthSession().isSignedIn == false)
    }

    @Test func accountIsDeleted() async throws {
        let bench = try await StyleBench()
        let auth = AuthCategory(try bench.app())
        _ = try await auth.signIn(username: "ana", password: "Passw0rd!")
        try await auth.deleteUser()
        await #expect(throws: AuthError.self) { try await auth.getCurrentUser() }
        await #expect(throws: AuthError.self) { try await auth.signIn(username: "ana", password: "Passw0rd!") }
    }

    /// The token can still be valid by the clock, so no refresh replaces it.
    @Test func rejectedAccessTokenIsNotAuthorized() async throws {
        let bench = try await StyleBench()
        let auth = AuthCategory(try bench.app())
        _ = try await auth.signIn(username: "ana", password: "Passw0rd!")
        bench.fail("GetUser", "NotAuthorizedException", "Access Token has been revoked")
        let error = await #expect(throws: AuthError.self) { try await auth.fetchUserAttributes() }
        guard case .notAuthorized(let text, let suggestion, nil) = error else {
            return #expect(Bool(false), "\(error as Any)")
        }
        #expect(text == "Access Token has been revoked" && suggestion.contains("signOut"))
        #expect(await auth.signOut().signedOutLocally)
        #expect(try await auth.signIn(username: "ana", password: "Passw0rd!").isSignedIn)
    }

    @Test func signOutDuringARefreshStays() async throws {
        let bench = try await StyleBench()
        let auth = AuthCategory(try bench.app())
        _ = try await auth.signIn(username: "ana", password: "Passw0rd!")
        bench.wait(7200)
        let gate = bench.hold("InitiateAuth")
        async let session = auth.fetchAuthSession()
        await gate.reached()
        #expect(await auth.signOut().signedOutLocally)
        await gate.open()
        #expect(try await session.isSignedIn == false)
        #expect(try await bench.tokens.current() == nil)
    }

    @Test func signOutDuringASignInStays() async throws {
        let bench = try await StyleBench()
        let auth = AuthCategory(try bench.app())
        let gate = bench.hold("RespondToAuthChallenge")
        async let signIn = auth.signIn(username: "ana", password: "Passw0rd!")
        await gate.reached()
        #expect(await auth.signOut().signedOutLocally)
        await gate.open()
        await #expect(throws: AuthError.self) { _ = try await auth.getCurrentUser() }
        _ = try? await signIn
        #expect(try await bench.tokens.current() == nil)
    }

    @Test func nextLaunchKnowsWhoIsSignedIn() async throws {
        let bench = try await StyleBench(users: [
            StyleBench.ana, PoolUserSeed(username: "bob", password: "B0b-Passw0rd"),
        ])
        _ = try await AuthCategory(try bench.app()).signIn(username: "ana", password: "Passw0rd!")
        let relaunched = AuthCategory(try bench.app())
        let error = await #expect(throws: AuthError.self) {
            try await relaunched.signIn(username: "bob", password: "B0b-Passw0rd")
        }
        guard case .invalidState = error else { return #expect(Bool(false), "\(error as Any)") }
        #expect(try await relaunched.getCurrentUser().username == "ana")
        // Where the service refuses the refresh token, the user may sign in over it.
        bench.wait(7200)
        bench.fail("InitiateAuth", "NotAuthorizedException", "Refresh Token has been revoked")
        _ = try await relaunched.fetchAuthSession()
        bench.fail("InitiateAuth", nil)
        #expect(try await relaunched.signIn(username: "ana", password: "Passw0rd!").isSignedIn)
    }

    @Test func secretsAreNotPrinted() async throws {
        var app = try await StyleBench().app()
        app.clientSecret = "topsecret"
        var dumped = ""
        dump(app, to: &dumped)
        dump(AuthSignUpResult(.completeAutoSignIn("topsecret")), to: &dumped)
        #expect(!(dumped + "\(app) \(AuthSignUpStep.completeAutoSignIn("topsecret"))").contains("topsecret"))
    }
}
