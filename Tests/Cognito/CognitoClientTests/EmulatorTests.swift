import CognitoClient
import CognitoFlows
import FlowCore
import FlowRuntime
import FlowTable
import TestSupport
import Testing

/// What emulators and proxies answer differently, through the flow that asks.
struct EmulatorTests {
    private static let table = Result { try ShippedFlow.amplify.table() }
    private static let tokens = #"{"AuthenticationResult":{"AccessToken":"a","IdToken":"i","RefreshToken":"r"}}"#

    private static let handlers = FlowHandlers { work throws(FlowHandlerFailure) in
        switch work.handler {
        case "srp.start": ["srpA": "aa", "timestamp": "now", "srpState": "state"]
        case "srp.verify": ["passwordSignature": "signature"]
        case "device.find", "security.context", "tokens.check": [:]
        default: throw FlowHandlerFailure("no-handler", work.handler)
        }
    }

    /// The first step, or the first behind the password, when the service gives these answers.
    private static func start(
        _ answers: [ScriptedTransport.Answer], flowType: String = "userPassword"
    ) async throws -> (step: FlowStep, runner: FlowRunner<ContinuousClock>, transport: ScriptedTransport) {
        let table = try table.get()
        let transport = ScriptedTransport(answers)
        let client = try CognitoClient(transport)
        let runner = FlowRunner(table, handlers: handlers, service: client, clock: ContinuousClock())
        let step = await runner.start(["username": "ana", "password": "Pa55word!", "flowType": .string(flowType)])
        return (step, runner, transport)
    }

    /// A 200 that is none: the sign-in ends with the machine's own name for it.
    @Test(arguments: [
        ("<html>Welcome to the airport</html>", "malformed-reply"), ("[]", "malformed-reply"),
        (#"{"AuthenticationResult":{"Acc"#, "malformed-reply"), ("\"text\"", "malformed-reply"),
        ("null", "malformed-reply"), ("", "unrecognised-reply"), ("{}", "unrecognised-reply"),
        (#"{"ChallengeName":"CHALLENGE_OF_TOMORROW","Session":"s"}"#, "unknown-challenge"),
        (#"{"AuthenticationResult":{"IdToken":"i"}}"#, "unrecognised-reply"),
        (#"{"ChallengeName":"SMS_MFA","ChallengeParameters":["a"]}"#, "wrong-type"),
    ]) func answerOfNoUseEndsTheSignIn(body: String, type: String) async throws {
        let step = try await Self.start([.response(200, [], body)]).step
        #expect(step.outcome?.name == "failed")
        #expect(step.outcome?.error?.type == type)
    }

    @Test(arguments: [
        (502, "<html>Pa55word!</html>", "network"), (500, "", "network"), (307, "", "network"),
        (429, "", "TooManyRequestsException"), (429, "<html>Pa55word!</html>", "TooManyRequestsException"),
        (
            400, #"{"__type":"NotAuthorizedException","message":"Incorrect username or password."}"#,
            "NotAuthorizedException"
        ),
    ]) func errorReachesTheFlow(status: Int, body: String, type: String) async throws {
        let step = try await Self.start([.response(status, [], body)]).step
        #expect(step.outcome?.error?.type == type)
        #expect(step.outcome?.error?.message.contains("Pa55word!") == false)
    }

    /// Moto: no ChallengeParameters with tokens, another content type, CRLF at the end.
    @Test func tokensWithoutChallengeParameters() async throws {
        let answer = ScriptedTransport.Answer.response(
            200, [HTTPField("Content-Type", "text/plain")], Self.tokens + "\r\n")
        let step = try await Self.start([answer]).step
        #expect(step.outcome?.name == "signedIn", "\(String(describing: step.outcome?.error))")
    }

    /// Moto: a list, where the API has the text of one.
    @Test(arguments: [#"["SOFTWARE_TOKEN_MFA"]"#, #""[\"SOFTWARE_TOKEN_MFA\"]""#])
    func typesToSetUpAsListOrText(list: String) async throws {
        let step = try await Self.start([
            .response(
                200, [],
                #"{"ChallengeName":"MFA_SETUP","Session":"s","ChallengeParameters":{"MFAS_CAN_SETUP":\#(list)}}"#),
            .response(200, [], #"{"SecretCode":"JBSWY3DP","Session":"s2"}"#),
        ]).step
        #expect(step.presentation?.step == "CONTINUE_SIGN_IN_WITH_TOTP_SETUP", "\(step)")
    }

    /// Moto: a challenge with no parameters at all, or with `{}`; and null where something lacks.
    @Test(arguments: ["", #","ChallengeParameters":{}"#, #","ChallengeParameters":null,"AuthenticationResult":null"#])
    func challengeWithoutParameters(parameters: String) async throws {
        let challenge = #"{"ChallengeName":"SMS_MFA","Session":"s-1"\#(parameters)}"#
        let (step, runner, transport) = try await Self.start([
            .response(200, [], challenge), .error("CodeMismatchException"), .response(200, [], Self.tokens),
        ])
        #expect(step.presentation?.step == "CONFIRM_SIGN_IN_WITH_SMS_CODE", "\(step)")
        let again = await runner.submit(["code": "000000"])
        #expect(again.presentation?.error?.type == "CodeMismatchException")
        let end = await runner.submit(["code": "123456"])
        #expect(end.outcome?.name == "signedIn")
        let bodies = await transport.requests.map { JSONValue(json: $0.body) }
        #expect(bodies.map { $0?["Session"]?.string } == [nil, "s-1", "s-1"])
    }

    /// Ministack: no Session with PASSWORD_VERIFIER.
    @Test func passwordProofWithoutASession() async throws {
        let parameters = #"{"SALT":"aa","SRP_B":"bb","SECRET_BLOCK":"Y2M=","USERNAME":"ana","USER_ID_FOR_SRP":"ana"}"#
        let (step, _, transport) = try await Self.start(
            [
                .response(200, [], #"{"ChallengeName":"PASSWORD_VERIFIER","ChallengeParameters":\#(parameters)}"#),
                .response(200, [], Self.tokens),
            ], flowType: "userSRP")
        #expect(step.outcome?.name == "signedIn", "\(step)")
        let bodies = await transport.requests.map { JSONValue(json: $0.body) }
        #expect(bodies.last??["Session"] == nil)
    }
}
