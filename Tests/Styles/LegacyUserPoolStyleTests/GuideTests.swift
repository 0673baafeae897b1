import Foundation
import LegacyUserPoolStyle
import TestSupport
import Testing
import UserPool

/// The guide's code does what the guide says, against a pool that really checks.
struct GuideTests {
    /// A pool that takes the guide's passwords, and the guide's registration of it.
    private static func begin(
        mfa: [MFAFactor] = [], temporary: Bool = false, empty: Bool = false, verified: Bool = true
    ) async throws -> (Bench, Guide, AWSCognitoIdentityUserPool) {
        let configuration = Bench.configuration { configuration in
            configuration.poolID = "USER_POOL_ID"
            configuration.clients = [PoolClient(id: "CLIENT_ID", secret: "CLIENT_SECRET")]
            configuration.passwordPolicy.needsUppercase = false
            configuration.passwordPolicy.needsNumber = false
        }
        var user = PoolUserSeed(
            username: "username", password: "password",
            attributes: ["email": "email@mydomain.com", "phone_number": "+15555555555"])
        user.mfa = mfa
        user.isTemporary = temporary
        if !verified { user.attributes["phone_number_verified"] = "false" }
        let bench = try await Bench(configuration, seeds: empty ? [] : [user])
        let pool = Guide.createPool(UUID().uuidString) {
            $0.service = bench.service
            $0.secrets = bench.secrets
        }
        return (bench, Guide(), pool)
    }

    /// Has the guide's app ask for the password and type it.
    private static func signIn(_ guide: Guide, _ password: String = "password") async throws {
        let screen = guide.signInViewController
        let before = screen.passwordAuthenticationCompletion
        try await until { screen.passwordAuthenticationCompletion !== before }
        screen.entered(password)
    }

    // rows: legacy:121 legacy:123 legacy:124 legacy:125 legacy:126
    @Test func registerAUser() async throws {
        let (bench, guide, pool) = try await Self.begin(empty: true)
        _ = await guide.register(pool).outcome()
        try await until { guide.shown.all == ["confirm username"] }
        let user = pool.getUser("username")
        await #expect(throws: NSError.self) { try await user.confirmSignUp(bench.wrongCode).value }
        #expect(user.confirmedStatus == .unconfirmed)
        _ = try await user.confirmSignUp(bench.code).value
        #expect(user.confirmedStatus == .confirmed)
        _ = await guide.register(pool).outcome()
        try await until { guide.shown.all.last?.hasPrefix("UsernameExistsException: ") == true }
    }

    @Test func getAUser() async throws {
        let (_, guide, pool) = try await Self.begin()
        #expect(guide.getUsers(pool).map { $0?.username } == [nil, nil, "username"])
        _ = try await guide.signIn(pool.getUser("username")).value
        #expect(guide.getUsers(pool).map { $0?.username } == ["username", nil, "username"])
        #expect(pool.currentUser()?.isSignedIn == true)
    }

    // rows: legacy:5 legacy:43 legacy:46
    @Test func signInExplicitly() async throws {
        let (bench, guide, pool) = try await Self.begin()
        let user = pool.getUser("username")
        let session = try await guide.signIn(user).value
        #expect(session.accessToken?.tokenString.isEmpty == false && session.idToken != nil)
        #expect(bench.journal.all == ["InitiateAuth", "RespondToAuthChallenge PASSWORD_VERIFIER"])
    }

    // rows: legacy:41 legacy:66 legacy:75 legacy:132
    @Test func signInByDelegateAfterWrongAnswers() async throws {
        let (bench, guide, pool) = try await Self.begin(mfa: [.sms])
        guide.setDelegate(pool)
        let details = guide.getAttributes(pool.getUser())
        try await Self.signIn(guide, "wrong")
        try await Self.signIn(guide)
        let screen = guide.mfaViewController
        try await until { screen.mfaCodeCompletion != nil }
        let first = screen.mfaCodeCompletion
        screen.entered(bench.wrongCode)
        try await until { screen.mfaCodeCompletion !== first }
        screen.entered(bench.code)
        _ = await details.outcome()
        let alerts = guide.signInViewController
        try await until { guide.shown.all.first?.contains("phone_number") == true }
        try await until { alerts.shown.all.count == 2 && screen.shown.all.count == 2 }
        #expect(alerts.shown.all.first?.hasPrefix("NotAuthorizedException: ") == true)
        #expect(alerts.shown.all.last == "dismissed")
        #expect(screen.shown.all.first?.hasPrefix("CodeMismatchException: ") == true)
        #expect(screen.shown.all.last == "dismissed")
    }

    @Test func signInWithNewPasswordAndAttributes() async throws {
        let (bench, guide, pool) = try await Self.begin(temporary: true)
        guide.setDelegate(pool)
        let session = pool.getUser().getSession()
        try await Self.signIn(guide)
        let screen = guide.newPasswordRequiredController
        try await until { screen.newPasswordRequiredCompletionSource != nil }
        screen.entered()
        _ = try await session.value
        let user = pool.getUser("username")
        let attributes = try await user.getDetails().value.userAttributes ?? []
        #expect(attributes.contains { $0.name == "name" && $0.value == "My new name" })
        #expect(attributes.contains { $0.name == "email" && $0.value == "mynewemail@myemail.com" })
        #expect(bench.journal.all.last == "GetUser")
    }

    // rows: legacy:128 legacy:129 legacy:130
    @Test func forgotPassword() async throws {
        let (bench, guide, pool) = try await Self.begin()
        let user = pool.getUser("username")
        let sent = await guide.forgotPassword(user).outcome()
        #expect(sent?.isEmpty == false)
        let refused = guide.confirmForgotPassword(user, bench.wrongCode)
        _ = await refused.outcome()
        #expect((refused.error as NSError?)?.userInfo["__type"] as? String == "CodeMismatchException")
        let done = guide.confirmForgotPassword(user, bench.code)
        _ = await done.outcome()
        #expect(done.isCompleted && !done.isFaulted && !user.isSignedIn)
        await #expect(throws: NSError.self) { try await guide.signIn(user).value }
        _ = try await user.getSession("username", password: "newPassword", validationData: nil).value
    }

    // rows: legacy:134 legacy:135 legacy:144 legacy:131 legacy:136
    @Test func authenticatedExamples() async throws {
        let (bench, guide, pool) = try await Self.begin(verified: false)
        let user = pool.getUser("username")
        _ = try await guide.signIn(user).value
        let calls: [() -> AWSTask<AnyObject>] = [
            { guide.sendVerification(user) }, { guide.verify(user, bench.code) }, { guide.updateAttributes(user) },
            { guide.changePassword(user, "password", "newPassword") }, { guide.turnOnMFA(user) },
        ]
        for call in calls {
            let task = call()
            _ = await task.outcome()
            #expect(task.error == nil, "\(String(describing: task.error))")
            #expect(task.isCompleted && !task.isCancelled)
        }
        let details = try await user.getDetails().value
        #expect(details.userMFASettingList == ["SMS_MFA"])
        #expect(details.userAttributes?.contains { $0.name == "name" && $0.value == "John User" } == true)
        let last = user.getSession("username", password: "newPassword", validationData: nil)
        _ = await last.continueWith { _ in nil }.outcome()
        #expect((last.error as NSError?)?.code == -1000, "the code is asked for, and there is no delegate")
    }

    // rows: legacy:43 legacy:48
    @Test func explicitWrongPasswordIsNotAskedForAgain() async throws {
        let (bench, _, pool) = try await Self.begin()
        let error = await #expect(throws: NSError.self) {
            try await pool.getUser().getSession("username", password: "wrong", validationData: nil).value
        }
        #expect(error?.domain == AWSCognitoIdentityProviderErrorDomain && error?.code == 21)
        #expect(error?.userInfo["__type"] as? String == "NotAuthorizedException")
        #expect((error?.userInfo["message"] as? String)?.isEmpty == false)
        #expect(bench.journal.all == ["InitiateAuth", "RespondToAuthChallenge PASSWORD_VERIFIER"])
    }
}

extension AWSTask<AnyObject> {
    /// Waits for its end, whatever that is. The SDK's typed tasks end in untyped ones.
    func outcome() async -> String? {
        let source = AWSTaskCompletionSource<String>()
        continueWith { task in
            source.set(result: (task.result as? String) ?? "")
            return nil
        }
        return try? await source.task.value
    }
}
