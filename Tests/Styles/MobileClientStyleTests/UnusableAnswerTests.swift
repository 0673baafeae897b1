import CognitoFlows
import FlowCore
import Foundation
import MobileClientStyle
import StyleSupport
import Testing
import UserPool

/// Answers that no service should give, as AWSMobileClient tells them.
struct UnusableAnswerTests {
    private static func error(_ client: AWSMobileClient) async -> AWSMobileClientError? {
        await #expect(throws: AWSMobileClientError.self) {
            let _: SignInResult = try await outcome {
                client.signIn(username: "ana", password: StyleBench.password, completionHandler: $0)
            }
        }
    }

    @Test(arguments: ["", "<html>slow down</html>", "{}"]) func statusThatAloneAsksToSlowDown(_ body: String)
        async throws
    {
        var app = try await StyleBench().app()
        app.service = try StatusTransport.client(429, body)
        guard case .tooManyRequests = await Self.error(AWSMobileClient(app)) else {
            return #expect(Bool(false), "another error")
        }
    }

    @Test(arguments: ["['SOFTWARE_TOKEN_MFA']", "["]) func listOfFactorsThatIsNone(_ text: String) async throws {
        let bench = try await StyleBench { ($0.mfa, $0.mfaFactors) = (.on, [.softwareToken]) }
        var app = try bench.app()
        app.service = AlteredService(
            app.service, challenge: "MFA_SETUP", parameter: "MFAS_CAN_SETUP", value: .string(text))
        let error = await Self.error(AWSMobileClient(app))
        #expect(error?.localizedDescription.contains("MFAS_CAN_SETUP") == true, "\(error as Any)")
    }
}
