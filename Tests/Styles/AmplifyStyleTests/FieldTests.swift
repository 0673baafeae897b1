import AmplifyStyle
import CognitoFlows
import CognitoHandlers
import StyleSupport
import Testing
import UserPool

/// The field of `.validation` is the name of the call's argument.
struct FieldTests {
    /// A call, and the argument that it must name where it is refused.
    private struct Call: Sendable {
        let field: String
        let make: @Sendable (AuthCategory) async throws -> Void

        init(_ field: String, _ make: @escaping @Sendable (AuthCategory) async throws -> Void) {
            self.field = field
            self.make = make
        }
    }

    private static let passwordFirst = AuthSignInRequest.Options(
        pluginOptions: AWSAuthSignInOptions(authFlowType: .userPassword))
    /// Calls of somebody who is not signed in.
    private static let signedOut = [
        Call("username") { _ = try await $0.signIn(username: "", password: "Passw0rd!") },
        Call("username") { _ = try await $0.signIn(password: "Passw0rd!") },
        Call("password") { _ = try await $0.signIn(username: "ana", options: passwordFirst) },
        Call("username") { _ = try await $0.signUp(username: "", password: "Passw0rd!") },
        Call("username") { _ = try await $0.confirmSignUp(for: "", confirmationCode: "1") },
        Call("username") { _ = try await $0.resendSignUpCode(for: "") },
        Call("username") { _ = try await $0.resetPassword(for: "") },
        Call("username") { try await $0.confirmResetPassword(for: "", with: "N", confirmationCode: "1") },
    ]
    /// Calls with empty arguments that the service refuses.
    private static let leftToTheService = [
        Call("") { _ = try await $0.confirmSignUp(for: "bob", confirmationCode: "") },
        Call("") { try await $0.confirmResetPassword(for: "ana", with: "", confirmationCode: "1") },
        Call("") { try await $0.confirmResetPassword(for: "ana", with: "N", confirmationCode: "") },
        Call("") { try await $0.update(oldPassword: "", to: "N3w-Passw0rd") },
        Call("") { try await $0.update(oldPassword: "Passw0rd!", to: "") },
        Call("") { _ = try await $0.sendVerificationCode(forUserAttributeKey: .init(rawValue: "")) },
        Call("") { try await $0.confirm(userAttribute: .init(rawValue: ""), confirmationCode: "1") },
        Call("") { try await $0.confirm(userAttribute: .email, confirmationCode: "") },
        Call("") { try await $0.verifyTOTPSetup(code: "") },
        Call("") { try await $0.forgetDevice(AuthDevice(id: "", name: "")) },
    ]

    /// Requires that a call is refused: by the flow, which names the argument and sends nothing, or by the service.
    private static func check(_ call: Call, _ auth: AuthCategory, _ bench: StyleBench) async {
        let before = bench.calls.count
        do {
            try await call.make(auth)
            Issue.record("nothing was refused: '\(call.field)' \(bench.calls.dropFirst(before))")
        } catch AuthError.validation(let field, let text, let suggestion, _) {
            #expect(field == call.field && !text.isEmpty && !suggestion.isEmpty && bench.calls.count == before)
        } catch {
            #expect(call.field.isEmpty && bench.calls.count > before, "'\(call.field)': \(error)")
        }
    }

    @Test func emptyArgumentIsNamed() async throws {
        let bench = try await StyleBench()
        for call in Self.signedOut { await Self.check(call, AuthCategory(try bench.app()), bench) }
        let auth = AuthCategory(try bench.app())
        _ = try await auth.signIn(username: "ana", password: StyleBench.password)
        await Self.check(Call("userAttributes") { _ = try await $0.update(userAttributes: []) }, auth, bench)
        for call in Self.leftToTheService { await Self.check(call, auth, bench) }
    }

    @Test func emptyCodeOfASignUpIsNamed() async throws {
        let bench = try await StyleBench()
        let auth = AuthCategory(try bench.app())
        let attributes = [AuthUserAttribute(.email, value: "bob@example.com")]
        _ = try await auth.signUp(
            username: "bob", password: "B0b-Passw0rd", options: .init(userAttributes: attributes))
        let call = Call("confirmationCode") { _ = try await $0.confirmSignUp(for: "bob", confirmationCode: "") }
        await Self.check(call, auth, bench)
    }

    /// Whatever a step asks, its answer is the argument `challengeResponse`.
    @Test(
        arguments: [
            ([MFAFactor.sms], "", false), ([.sms, .email], "", false), ([.sms, .email], "FAX", false),
            ([], "FAX", true),
            ([], "WEB_AUTHN", true),
        ] as [([MFAFactor], String, Bool)])
    func answerIsNamed(factors: [MFAFactor], answer: String, isChoice: Bool) async throws {
        var user = StyleBench.ana
        user.mfa = factors
        let bench = try await StyleBench(users: [user])
        var app = try bench.app()
        app.settings.passkeys = nil
        let auth = AuthCategory(app)
        let flow = isChoice ? AuthFlowType.userAuth(preferredFirstFactor: nil) : .userSRP
        let step = try await auth.signIn(
            username: "ana", password: isChoice ? nil : StyleBench.password,
            options: .init(pluginOptions: AWSAuthSignInOptions(authFlowType: flow)))
        #expect(!step.isSignedIn)
        let call = Call("challengeResponse") { _ = try await $0.confirmSignIn(challengeResponse: answer) }
        await Self.check(call, auth, bench)
    }
}
