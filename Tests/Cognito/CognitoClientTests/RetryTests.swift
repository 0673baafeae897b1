import CognitoClient
import FlowCore
import FlowRuntime
import TestSupport
import Testing

/// What is sent again, and what is not.
struct RetryTests {
    typealias Answer = ScriptedTransport.Answer

    /// Requests whose repetition would do harm: they use up a session or a code, send a message, or fail when done twice.
    private static let onceOnly: [(String, JSONValue)] = [
        ("RespondToAuthChallenge", Sample.answer), ("AdminRespondToAuthChallenge", Sample.answer), ("SignUp", [:]),
        ("ConfirmSignUp", [:]), ("ResendConfirmationCode", [:]), ("ForgotPassword", [:]),
        ("ConfirmForgotPassword", [:]),
        ("ChangePassword", [:]), ("AssociateSoftwareToken", [:]), ("VerifySoftwareToken", [:]), ("ConfirmDevice", [:]),
        ("ForgetDevice", [:]), ("GlobalSignOut", [:]), ("GetTokensFromRefreshToken", [:]),
        ("UpdateUserAttributes", [:]),
        ("GetUserAttributeVerificationCode", [:]), ("VerifyUserAttribute", [:]), ("CompleteWebAuthnRegistration", [:]),
        ("OperationOfTomorrow", [:]), ("InitiateAuth", ["AuthFlow": "USER_PASSWORD_AUTH"]),
        ("InitiateAuth", ["AuthFlow": "CUSTOM_AUTH"]), ("InitiateAuth", ["AuthFlow": "USER_AUTH"]),
        ("InitiateAuth", ["AuthFlow": "USER_SRP_AUTH", "Session": "s"]), ("InitiateAuth", [:]),
        ("AdminInitiateAuth", ["AuthFlow": "ADMIN_USER_PASSWORD_AUTH"]),
    ]
    private static let repeatable: [(String, JSONValue)] = [
        ("InitiateAuth", ["AuthFlow": "USER_SRP_AUTH"]), ("InitiateAuth", ["AuthFlow": "REFRESH_TOKEN_AUTH"]),
        ("InitiateAuth", ["AuthFlow": "REFRESH_TOKEN"]), ("AdminInitiateAuth", ["AuthFlow": "USER_SRP_AUTH"]),
        ("GetUser", Sample.token), ("GetUserAuthFactors", Sample.token), ("RevokeToken", [:]),
        ("SetUserMFAPreference", Sample.token), ("UpdateDeviceStatus", Sample.token),
    ]
    private static let credentials = StaticAWSCredentials(AWSCredentials(accessKeyID: "a", secretAccessKey: "b"))

    /// How often a request is sent when all that comes is this.
    private static func attempts(_ request: (String, JSONValue), _ answer: Answer) async throws -> Int {
        let transport = ScriptedTransport([answer])
        let client = try CognitoClient(transport, credentials: credentials)
        #expect(await client.call(request.0, request.1).error != nil)
        return await transport.requests.count
    }

    /// Whatever came of these, the service may have done what was asked.
    private static let doubtful: [Answer] = [
        .failure(.connectionReset), .failure(.timeout), .response(500, [], "<html>"), .response(502, [], ""),
        .response(503, [], ""), .response(504, [], ""), .error("InternalErrorException", 500),
        // Something in between writes JSON, too.
        .response(503, [], #"{"code":"ServiceUnavailable","message":"no backend"}"#),
    ]

    @Test(arguments: onceOnly.indices) func whatIsGoodForOnceIsSentOnce(index: Int) async throws {
        let request = Self.onceOnly[index]
        for answer in Self.doubtful {
            #expect(try await Self.attempts(request, answer) == 1, "\(request.0) after \(answer)")
        }
    }

    @Test(arguments: repeatable.indices) func whatDoesNoHarmIsSentAgain(index: Int) async throws {
        let request = Self.repeatable[index]
        for answer in Self.doubtful {
            #expect(try await Self.attempts(request, answer) == 3, "\(request.0) after \(answer)")
        }
    }

    @Test(arguments: [
        Answer.failure(.refused), .error("TooManyRequestsException"), .error("ThrottlingException"),
        .response(429, [], ""), .error("InternalErrorException", 503),
    ]) func whatWasNotDoneIsSentAgain(answer: Answer) async throws {
        for request in Self.onceOnly + Self.repeatable {
            #expect(try await Self.attempts(request, answer) == 3, "\(request.0)")
        }
    }

    @Test(arguments: [
        Answer.error("LimitExceededException"), .error("LimitExceededException", 429),
        .error("TooManyFailedAttemptsException", 429), .error("NotAuthorizedException"),
        .error("CodeMismatchException"), .response(403, [], ""), .response(302, [], ""), .response(404, [], ""),
        .failure(.insecure), .failure(.unknownHost), .failure(.offline), .failure(.notHTTP),
        .failure(.tooLong(limit: 1)), .failure(.other(code: 5)), .failure(.cancelled),
    ]) func whatWouldComeAgainIsNotAskedForAgain(answer: Answer) async throws {
        for request in Self.onceOnly + Self.repeatable {
            #expect(try await Self.attempts(request, answer) == 1, "\(request.0)")
        }
    }

    @Test func lastErrorIsTold() async throws {
        let transport = ScriptedTransport([
            .failure(.refused), .error("TooManyRequestsException"), .failure(.connectionReset),
        ])
        let reply = try await CognitoClient(transport).call("SignUp", [:])
        #expect(reply.error?.message.contains("was lost") == true)
    }

    @Test func pausesDoubleUpToALimit() async throws {
        let retries = CognitoRetries(attempts: 6, firstDelay: .milliseconds(100), longestDelay: .milliseconds(500))
        let transport = ScriptedTransport([.failure(.refused)])
        let whole = ScriptedClock()
        _ = try await CognitoClient(transport, clock: whole, retries: retries).call("SignUp", [:])
        #expect(whole.pauses == [100, 200, 400, 500, 500].map { .milliseconds($0) })
        let half = ScriptedClock()
        _ = try await CognitoClient(transport, clock: half, retries: retries, part: 0.5).call("SignUp", [:])
        #expect(half.pauses == [50, 100, 200, 250, 250].map { .milliseconds($0) })
        for (part, factor) in [(-1.0, 0), (2.0, 1), (.infinity, 1), (.nan, 1)] {
            let clock = ScriptedClock()
            _ = try await CognitoClient(transport, clock: clock, retries: retries, part: part).call("SignUp", [:])
            #expect(clock.pauses.first == .milliseconds(100 * factor))
        }
    }

    @Test(arguments: [Int.min, 0, 1]) func withoutRetriesThereIsOneAttempt(attempts: Int) async throws {
        let transport = ScriptedTransport([.failure(.refused)])
        let client = try CognitoClient(transport, retries: CognitoRetries(attempts: attempts))
        #expect(await client.call("GetUser", [:]).error?.type == "network")
        #expect(await transport.requests.count == 1)
    }

    @Test func timesWithoutEndDoNotTrap() async throws {
        let longest = Duration.seconds(Int64.max)
        let retries = CognitoRetries(attempts: 70, firstDelay: .seconds(1), longestDelay: longest)
        let clock = ScriptedClock()
        let transport = ScriptedTransport([.failure(.refused)])
        _ = try await CognitoClient(transport, clock: clock, retries: retries).call("SignUp", [:])
        #expect(clock.pauses.last == .seconds(86_400))
        let settings = CognitoClientSettings(attemptLimit: longest)
        let answering = ScriptedTransport([.response(200)])
        let client = try CognitoClient(region: "eu-west-1", settings: settings, transport: answering)
        #expect(await client.call("GetUser", [:]).text == "{}")
    }

    @Test func limitOfAnAttemptCountsForEach() async throws {
        let transport = ScriptedTransport([.silence])
        let client = try CognitoClient(transport, clock: ScriptedClock(limitPasses: true))
        let reading = await client.call("GetUser", [:])
        #expect(reading.error?.message == "the service did not answer in time")
        #expect(await transport.requests.count == 3)
        let answering = await client.call("RespondToAuthChallenge", Sample.answer)
        #expect(answering.error?.message == "the service did not answer in time")
        #expect(await transport.requests.count == 4)
    }

    @Test func cancellationEndsAPause() async throws {
        let clock = ScriptedClock(pausesEnd: false)
        let transport = ScriptedTransport([.failure(.refused)])
        let client = try CognitoClient(transport, clock: clock)
        let call = Task { await client.call("GetUser", [:]) }
        try await until { clock.pauses.count == 1 }
        call.cancel()
        #expect(await call.value.error?.type == "network")
        #expect(await transport.requests.count == 1)
    }

    @Test(arguments: ["", "Get User", "GetUser\r\nX-Evil: 1", "GétUser", "../x"])
    func operationHasANameOfLetters(name: String) async throws {
        let transport = ScriptedTransport([.response(200)])
        #expect(try await CognitoClient(transport).call(name, [:]).error?.type == "configuration")
        #expect(await transport.requests.isEmpty)
    }
}
