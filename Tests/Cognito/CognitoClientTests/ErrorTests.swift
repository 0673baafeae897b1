import CognitoClient
import FlowCore
import FlowRuntime
import Testing

/// What becomes of the service's errors.
struct ErrorTests {
    private static func error(
        _ status: Int, _ fields: [HTTPField] = [], _ body: String
    ) async throws -> (type: String, message: String)? {
        try await CognitoClient(ScriptedTransport([.response(status, fields, body)]), retries: .none)
            .call("RespondToAuthChallenge", Sample.answer).error
    }

    @Test(
        arguments: [
            (#"{}"#, nil), (#""#, nil), (#"[]"#, nil), (#""NotAuthorizedException""#, nil), (#"{"__type":7}"#, nil),
            (#"{"__type":"","message":"m"}"#, nil), (#"{"__type":"a b c<html>"}"#, "a"),
            (#"{"__type":"<html>"}"#, nil), (#"{"code":400,"message":"m"}"#, nil), (#"{"message":"Forbidden"}"#, nil),
            (#"{"__type":"CodeMismatchException"}"#, "CodeMismatchException"),
            (#"{"__type":"com.amazonaws.cognito#CodeMismatchException"}"#, "CodeMismatchException"),
            (#"{"code":"CodeMismatchException:http://internal.amazon.com/a#b/"}"#, "CodeMismatchException"),
            (#"{"__type":null,"code":"CodeMismatchException"}"#, "CodeMismatchException"),
        ] as [(String, String?)])
    func bodyNamesTheError(body: String, type: String?) async throws {
        let error = try await Self.error(400, [], body)
        #expect(error?.type == type ?? "network")
        if type == nil { #expect(error?.message.contains("status 400") == true) }
    }

    @Test(arguments: [
        "NotAuthorizedException", "NotAuthorizedException:http://internal.amazon.com/coral/a#b/",
        "aws.protocoltests#NotAuthorizedException:http://a/", " NotAuthorizedException ",
    ]) func headerNamesTheErrorFirst(name: String) async throws {
        for body in [#"{"__type":"OtherException","Message":"text"}"#, "<html>", ""] {
            let error = try await Self.error(400, [HTTPField("X-AMZN-ErrorType", name)], body)
            #expect(error?.type == "NotAuthorizedException")
            #expect(error?.message == (body.hasPrefix("{") ? "text" : ""))
        }
    }

    @Test func typeAndTextStayAsTheyAre() async throws {
        let message = "Invalid session for the user, session is expired. Übung \u{1F511}"
        for name in ["message", "Message"] {
            let error = try await Self.error(400, [], #"{"__type":"NotAuthorizedException","\#(name)":"\#(message)"}"#)
            #expect(error?.type == "NotAuthorizedException")
            #expect(error?.message == message)
        }
    }

    @Test(arguments: [200, 201, 204]) func successIsPassedOnAsItCame(status: Int) async throws {
        for body in ["<html>", "[1]", "{\"a\" : 1.0e5}", "{\"Cha"] {
            let transport = ScriptedTransport([.response(status, [], body)])
            #expect(try await CognitoClient(transport).call("GetUser", [:]).text == body)
        }
        let empty = ScriptedTransport([.response(status, [], "")])
        #expect(try await CognitoClient(empty).call("RevokeToken", [:]).text == "{}")
    }

    @Test(
        arguments: [
            ("NotAuthorizedException", "Invalid session for the user.", .sessionOver),
            ("NotAuthorizedException", "Invalid session for the user, session is expired.", .sessionOver),
            ("InvalidParameterException", "Session does not exist", .sessionOver),
            ("NotAuthorizedException", "Incorrect username or password.", .wrongCredentials),
            ("NotAuthorizedException", "Password attempts exceeded", .attemptsExceeded),
            ("NotAuthorizedException", "User is disabled.", .userDisabled),
            (
                "NotAuthorizedException", "User account has expired, it must be reset by an administrator.",
                .temporaryPasswordExpired
            ),
            ("NotAuthorizedException", "Refresh Token has been revoked", .tokenRevoked),
            ("NotAuthorizedException", "Access Token has been revoked", .tokenRevoked),
            ("NotAuthorizedException", "Access Token has expired", .tokenExpired),
            ("NotAuthorizedException", "Invalid Refresh Token.", .tokenInvalid),
            ("NotAuthorizedException", "Unable to verify secret hash for client app-client", .wrongClientSecret),
            ("InvalidParameterException", "USER_PASSWORD_AUTH flow not enabled for this client", .flowNotEnabled),
            ("NotAuthorizedException", "Something new", .other), ("NotAuthorizedException", "", .other),
            ("InvalidParameterException", "Missing required parameter ANSWER", .other),
            ("ResourceNotFoundException", "Device does not exist.", .unknownDevice),
            ("ResourceNotFoundException", "User pool client app-client does not exist.", .other),
            ("CodeMismatchException", "Invalid code or auth state for the user.", .wrongCode),
            ("EnableSoftwareTokenMFAException", "Code mismatch", .wrongCode),
            ("ExpiredCodeException", "Invalid code provided, please request a code again.", .expiredCode),
            ("UserNotFoundException", "User does not exist.", .unknownUser),
            ("TooManyRequestsException", "Rate exceeded", .slowDown),
            ("LimitExceededException", "Attempt limit exceeded, please try after some time.", .limitExceeded),
            (
                "UserLambdaValidationException", "PreAuthentication failed with error Not on Sundays..",
                .refusedByTrigger(name: "PreAuthentication", text: "Not on Sundays.")
            ),
            (
                "UserLambdaValidationException", "PreSignUp failed with error ",
                .refusedByTrigger(name: "PreSignUp", text: "")
            ),
            ("UserLambdaValidationException", "Not on Sundays.", .refusedByTrigger(name: nil, text: "Not on Sundays.")),
            ("UserLambdaValidationException", "", .refusedByTrigger(name: nil, text: "")),
            ("network", "the service did not answer in time", .network), ("malformed-reply", "", .other),
        ] as [(String, String, CognitoFailureReason)])
    func reasonIsToldFromTypeAndText(type: String, message: String, reason: CognitoFailureReason) {
        #expect(CognitoFailureReason(type: type, message: message) == reason)
    }

    @Test func deadSessionIsToldFromAWrongCode() {
        let dead = CognitoFailureReason(type: "NotAuthorizedException", message: "Invalid session for the user.")
        let wrong = CognitoFailureReason(
            type: "CodeMismatchException", message: "Invalid code or auth state for the user.")
        #expect(dead.endsSignIn && !wrong.endsSignIn)
        #expect(!CognitoFailureReason.network.endsSignIn && !CognitoFailureReason.tokenExpired.endsSignIn)
    }
}
