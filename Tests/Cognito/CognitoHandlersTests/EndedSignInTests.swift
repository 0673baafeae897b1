import CognitoFlows
import CognitoHandlers
import FlowCore
import FlowRuntime
import FlowTable
import TestSupport
import Testing

/// A runner without a journal whose sign-in has failed: it keeps no secret, although the same runner can start again.
struct EndedSignInTests {
    /// A service that first brings a challenge or, without one, fails.
    private struct Service: FlowService {
        let challenge: JSONValue?

        func call(_ request: FlowRequest) async -> FlowReply {
            challenge.map { .json($0) } ?? .error(type: "UserNotFoundException", message: "User does not exist.")
        }
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let flow: String
        let inputs: JSONValue
        let challenge: JSONValue

        var testDescription: String { flow }
    }

    private static let choice: JSONValue = [
        "ChallengeName": "SELECT_CHALLENGE", "Session": "planted-session",
        "AvailableChallenges": ["PASSWORD", "EMAIL_OTP"],
    ]
    static let cases = [
        Case(
            flow: "amplify", inputs: ["username": "ana", "password": "planted-password", "flowType": "userPassword"],
            challenge: ["ChallengeName": "SMS_MFA", "Session": "planted-session", "ChallengeParameters": .object([])]),
        Case(
            flow: "choice-based", inputs: ["username": "ana", "password": "planted-password"], challenge: choice),
        Case(
            flow: "passkey-first", inputs: ["username": "ana", "password": "planted-password"], challenge: choice),
    ]

    private static func runner(_ table: TransitionTable, _ challenge: JSONValue?) throws -> FlowRunner<ContinuousClock>
    {
        let settings = try CognitoSettings(poolID: "eu-west-1_AbC", deviceName: "a phone", secrets: MemorySecretStore())
        return FlowRunner(
            table, handlers: .cognito(settings), service: Service(challenge: challenge), clock: ContinuousClock())
    }

    /// The secrets of a runner's state, by the number of their slots.
    private static func secrets(_ runner: FlowRunner<ContinuousClock>, _ table: TransitionTable) async throws
        -> [String]
    {
        let state = try #require(await runner.state)
        return state.values.indices.compactMap { slot in
            table.slotType(slot).isSecret ? state.values[slot].map { JSONValue($0).jsonText } : nil
        }
    }

    @Test("the end that fails keeps no secret", arguments: cases)
    func failedKeepsNothing(_ example: Case) async throws {
        let table = try #require(ShippedFlow(rawValue: example.flow)).table()
        let pending = try Self.runner(table, example.challenge)
        #expect(await pending.start(example.inputs).presentation != nil)
        #expect(try await Self.secrets(pending, table).contains { $0.contains("planted-password") }, "as a control")
        let failing = try Self.runner(table, nil)
        for _ in 0..<2 {
            #expect(await failing.start(example.inputs).outcome?.name == "failed")
            #expect(try await Self.secrets(failing, table) == [])
        }
    }
}
