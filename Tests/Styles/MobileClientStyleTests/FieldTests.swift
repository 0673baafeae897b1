import CognitoHandlers
import MobileClientStyle
import StyleSupport
import Testing
import UserPool

/// An `invalidParameter` of the flow names the call's argument.
struct FieldTests {
    /// A call, and the argument that it must name where it is refused.
    private struct Call: Sendable {
        let field: String
        let make: @Sendable (AWSMobileClient) async throws -> Void

        init(_ field: String, _ make: @escaping @Sendable (AWSMobileClient) async throws -> Void) {
            self.field = field
            self.make = make
        }
    }

    private static func signUp(
        _ call: (@escaping @Sendable (SignUpResult?, (any Error)?) -> Void) -> Void
    ) async throws {
        _ = try await outcome(call)
    }

    private static func signIn(
        _ call: (@escaping @Sendable (SignInResult?, (any Error)?) -> Void) -> Void
    ) async throws {
        _ = try await outcome(call)
    }

    private static func forgot(
        _ call: (@escaping @Sendable (ForgotPasswordResult?, (any Error)?) -> Void) -> Void
    ) async throws {
        _ = try await outcome(call)
    }

    /// Calls of somebody who is not signed in.
    private static let signedOut = [
        Call("username") { c in try await signIn { c.signIn(username: "", password: "P", completionHandler: $0) } },
        Call("password") { c in try await signIn { c.signIn(username: "ana", completionHandler: $0) } },
        Call("username") { c in try await signUp { c.signUp(username: "", password: "P", completionHandler: $0) } },
        Call("username") { c in
            try await signUp { c.confirmSignUp(username: "", confirmationCode: "1", completionHandler: $0) }
        },
        Call("username") { c in try await signUp { c.resendSignUpCode(username: "", completionHandler: $0) } },
        Call("username") { c in try await forgot { c.forgotPassword(username: "", completionHandler: $0) } },
        Call("username") { c in
            try await forgot {
                c.confirmForgotPassword(
                    username: "", newPassword: "N", confirmationCode: "1", completionHandler: $0)
            }
        },
    ]
    /// Calls of who is signed in; those without a field are left to the service.
    private static let signedIn = [
        Call("attributeMap") { c in
            let _: [UserCodeDeliveryDetails] = try await outcome {
                c.updateUserAttributes(attributeMap: [:], completionHandler: $0)
            }
        },
        Call("") { c in
            let _: UserCodeDeliveryDetails = try await outcome {
                c.verifyUserAttribute(attributeName: "", completionHandler: $0)
            }
        },
        Call("") { c in
            try await done { c.confirmVerifyUserAttribute(attributeName: "email", code: "", completionHandler: $0) }
        },
        Call("") { c in
            try await done { c.changePassword(currentPassword: "P", proposedPassword: "", completionHandler: $0) }
        },
        Call("") { c in
            try await signUp { c.confirmSignUp(username: "bob", confirmationCode: "", completionHandler: $0) }
        },
        Call("") { c in
            try await forgot {
                c.confirmForgotPassword(
                    username: "ana", newPassword: "", confirmationCode: "", completionHandler: $0)
            }
        },
    ]

    /// Requires that a call is refused: by the flow, which names the argument and sends nothing, or by the service.
    private static func check(_ call: Call, _ client: AWSMobileClient, _ bench: StyleBench) async {
        let before = bench.calls.count
        do {
            try await call.make(client)
            Issue.record("nothing was refused: '\(call.field)' \(bench.calls.dropFirst(before))")
        } catch AWSMobileClientError.invalidParameter(let message) where bench.calls.count == before {
            #expect(message.contains("'\(call.field)'"))
        } catch {
            #expect(call.field.isEmpty && bench.calls.count > before, "'\(call.field)': \(error)")
        }
    }

    @Test func emptyArgumentIsNamed() async throws {
        let bench = try await StyleBench()
        for call in Self.signedOut { await Self.check(call, AWSMobileClient(try bench.app()), bench) }
        let client = AWSMobileClient(try bench.app())
        try await Self.signIn { client.signIn(username: "ana", password: StyleBench.password, completionHandler: $0) }
        for call in Self.signedIn { await Self.check(call, client, bench) }
    }

    /// Whatever a step asks, its answer is the argument `challengeResponse`.
    @Test(
        arguments: [([MFAFactor.sms], ""), ([.sms, .email], ""), ([.sms, .email], "FAX")] as [([MFAFactor], String)])
    func answerIsNamed(factors: [MFAFactor], answer: String) async throws {
        var user = StyleBench.ana
        user.mfa = factors
        let bench = try await StyleBench(users: [user])
        let client = AWSMobileClient(try bench.app())
        try await Self.signIn { client.signIn(username: "ana", password: StyleBench.password, completionHandler: $0) }
        let call = Call("challengeResponse") { c in
            try await Self.signIn { c.confirmSignIn(challengeResponse: answer, completionHandler: $0) }
        }
        await Self.check(call, client, bench)
    }

    @Test func missingAttributesAreNamed() async throws {
        var user = StyleBench.ana
        user.isTemporary = true
        let bench = try await StyleBench(users: [user]) { $0.requiredAttributes = ["nickname"] }
        let client = AWSMobileClient(try bench.app())
        try await Self.signIn { client.signIn(username: "ana", password: StyleBench.password, completionHandler: $0) }
        let call = Call("userAttributes") { c in
            try await Self.signIn { c.confirmSignIn(challengeResponse: "N3w-Passw0rd", completionHandler: $0) }
        }
        await Self.check(call, client, bench)
    }
}
