import Foundation
import FlowRuntime
import LegacyUserPoolStyle
import Testing

/// Codes of errors, by which hosts of the SDK tell one from another.
struct ErrorCodeTests {
    private typealias Code = AWSCognitoIdentityProviderErrorType

    @Test(arguments: [
        ("AliasExistsException", 1), ("EnableSoftwareTokenMFAException", 6), ("InvalidOAuthFlowException", 13),
        ("InvalidPasswordException", 15), ("MFAMethodNotFoundException", 20), ("NotAuthorizedException", 21),
        ("SoftwareTokenMFANotFoundException", 26), ("TooManyRequestsException", 28),
        ("UserNotConfirmedException", 37), ("UserNotFoundException", 38), ("UsernameExistsException", 41),
        ("ExceptionOfNextYear", 0), ("network", 0),
    ]) func serviceErrorHasTheSDKsCode(_ type: String, _ code: Int) async throws {
        let bench = try await Bench(seeds: [])
        bench.fail("InitiateAuth", type)
        let session = try bench.pool().getUser().getSession("ana", password: Bench.password, validationData: nil)
        let error = await #expect(throws: NSError.self) { try await session.value }
        #expect(error?.domain == AWSCognitoIdentityProviderErrorDomain && error?.code == code)
    }

    @Test(arguments: [true, false]) func refusedStartHasTheSDKsDomain(isExplicit: Bool) async throws {
        let bench = try await Bench(seeds: [])
        let user = try bench.pool(inputs: ["no-such-input": "x"]).getUser()
        let session =
            isExplicit ? user.getSession("ana", password: Bench.password, validationData: nil) : user.getSession()
        let error = await #expect(throws: NSError.self) { try await session.value }
        #expect(error?.domain == AWSCognitoIdentityProviderErrorDomain && error?.code == 0)
        #expect(error?.userInfo["__type"] as? String == "unknown-parameter")
        #expect(bench.journal.all.isEmpty)
    }

    @Test func codesHaveNoGaps() {
        #expect(Code.allCases.map(\.rawValue) == Array(0..<42))
        #expect(Code.unknown.rawValue == 0 && Code.mfaMethodNotFound.rawValue == 20)
    }
}
