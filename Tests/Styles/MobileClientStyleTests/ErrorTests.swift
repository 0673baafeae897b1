import MobileClientStyle
import StyleSupport
import Testing

/// Errors of the service, as AWSMobileClient tells them.
struct ErrorTests {
    @Test(arguments: ["UsernameExistsException", "AliasExistsException", "UserLambdaValidationException", "Exception"])
    func refusedSignUpHasTheErrorOfTheSDK(_ type: String) async throws {
        let bench = try await StyleBench()
        bench.fail("SignUp", type, "no")
        let client = AWSMobileClient(try bench.app())
        let error = await #expect(throws: AWSMobileClientError.self) {
            let _: SignUpResult = try await outcome {
                client.signUp(username: "bob", password: "B0b-Passw0rd", completionHandler: $0)
            }
        }
        let expected: AWSMobileClientError =
            switch type {
            case "UsernameExistsException": .usernameExists(message: "no")
            case "AliasExistsException": .aliasExists(message: "no")
            case "UserLambdaValidationException": .userLambdaValidation(message: "no")
            default: .unknown(message: "Exception: no")
            }
        #expect(error == expected)
    }

    @Test func rejectedAccessTokenIsNotAuthorized() async throws {
        let bench = try await StyleBench()
        let client = AWSMobileClient(try bench.app())
        let _: SignInResult = try await outcome {
            client.signIn(username: "ana", password: StyleBench.password, completionHandler: $0)
        }
        bench.fail("GetUser", "NotAuthorizedException", "Access Token has been revoked")
        let error = await #expect(throws: AWSMobileClientError.self) {
            let _: [String: String] = try await outcome { client.getUserAttributes(completionHandler: $0) }
        }
        #expect(error == .notAuthorized(message: "Access Token has been revoked"))
    }
}
