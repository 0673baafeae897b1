import CognitoFlows
import FlowCore
import Foundation
import LegacyUserPoolStyle
import StyleSupport
import Testing
import UserPool

/// Answers that no service should give, as the SDK tells them.
struct UnusableAnswerTests {
    @Test(arguments: ["", "<html>slow down</html>", "{}"]) func statusThatAloneAsksToSlowDown(_ body: String)
        async throws
    {
        let bench = try await Bench()
        let pool = try bench.pool(service: StatusTransport.client(429, body))
        let session = pool.getUser().getSession("ana", password: Bench.password, validationData: nil)
        let error = await #expect(throws: NSError.self) { try await session.value }
        #expect(error?.code == AWSCognitoIdentityProviderErrorType.tooManyRequests.rawValue)
    }

    @Test(arguments: ["['SOFTWARE_TOKEN_MFA']", "["]) func listOfFactorsThatIsNone(_ text: String) async throws {
        let bench = try await Bench(Bench.configuration { ($0.mfa, $0.mfaFactors) = (.on, [.softwareToken]) })
        let host = FullHost(bench)
        let service = AlteredService(
            bench.service, challenge: "MFA_SETUP", parameter: "MFAS_CAN_SETUP", value: .string(text))
        let session = try bench.pool(host, service: service).getUser()
            .getSession("ana", password: Bench.password, validationData: nil)
        let error = await #expect(throws: NSError.self) { try await session.value }
        #expect(error?.localizedDescription.contains("MFAS_CAN_SETUP") == true, "\(error as Any)")
    }
}
