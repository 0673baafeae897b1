import AmplifyStyle
import CognitoFlows
import CognitoHandlers
import FlowCore
import FlowRuntime
import Foundation
import LegacyUserPoolStyle
import MobileClientStyle
import StyleSupport
import UserPool

/// A style as the comparison drives it: each signs in with the names that its hosts know.
enum Style: String, CaseIterable, Sendable {
    case amplify
    case mobileClient
    case legacy

    /// Carries a script out; errors are what the script has in mind, so they only end it.
    func carryOut(_ script: Script, _ bench: StyleBench) async throws {
        for _ in 0..<script.times {
            // As after a sign-out on the device: who was signed in is forgotten, the device is not.
            try await bench.tokens.clear(nil)
            switch self {
            case .amplify: try await Self.amplify(script, bench)
            case .mobileClient: try await Self.mobileClient(script, bench)
            case .legacy: try await Self.legacy(script, bench)
            }
        }
    }

    private static func amplify(_ script: Script, _ bench: StyleBench) async throws {
        let auth = AuthCategory(try bench.app())
        let flow: AuthFlowType = script.isCustom ? .customWithSRP : .userSRP
        var next = try? await auth.signIn(
            username: "ana", password: script.password,
            options: .init(pluginOptions: AWSAuthSignInOptions(authFlowType: flow))
        ).nextStep
        for answer in script.answers {
            var secret: String?
            if case .continueSignInWithTOTPSetup(let details) = next { secret = details.sharedSecret }
            let attributes = answer.attributes.map { AuthUserAttribute(.init(rawValue: $0.key), value: $0.value) }
            let result = try? await auth.confirmSignIn(
                challengeResponse: answer.text(bench, secret),
                options: .init(pluginOptions: .init(userAttributes: attributes)))
            next = result?.nextStep ?? next
        }
        if script.signsOut { _ = await auth.signOut() }
    }

    private static func mobileClient(_ script: Script, _ bench: StyleBench) async throws {
        let client = AWSMobileClient(try bench.app(script.isCustom ? ["is-custom-auth": true] : [:]))
        var last = await outcome { client.signIn(username: "ana", password: script.password, completionHandler: $0) }
        for answer in script.answers {
            let text = try answer.text(bench, last?.parameters["sharedSecret"])
            let result = await outcome {
                client.confirmSignIn(
                    challengeResponse: text, userAttributes: answer.attributes, completionHandler: $0)
            }
            last = result ?? last
        }
        if script.signsOut {
            await withCheckedContinuation { done in client.signOut(completionHandler: { _ in done.resume() }) }
        }
    }

    private static func outcome(
        _ call: (@escaping @Sendable (SignInResult?, (any Error)?) -> Void) -> Void
    ) async -> SignInResult? {
        await withCheckedContinuation { continuation in call { result, _ in continuation.resume(returning: result) } }
    }

    private static func legacy(_ script: Script, _ bench: StyleBench) async throws {
        let key = UUID().uuidString
        AWSCognitoIdentityUserPool.register(
            try bench.app(),
            userPoolConfiguration: AWSCognitoIdentityUserPoolConfiguration(
                clientId: "app-client", clientSecret: nil, poolId: bench.pool.configuration.poolID),
            forKey: key)
        let pool = AWSCognitoIdentityUserPool(forKey: key)
        let screens = DelegateScreens(script, bench)
        let host: any AWSCognitoIdentityInteractiveAuthenticationDelegate =
            script.isCustom ? CustomDelegateHost(screens) : DelegateHost(screens)
        pool.delegate = host
        let user = pool.getUser("ana")
        _ = try? await user.getSession().value
        if script.signsOut { user.signOut() }
    }
}
