import CognitoHandlers
import FlowCompiler
import FlowCore
import FlowRuntime
import FlowTable
import TestSupport
import Testing

/// `passkey.assert` and `security.context`: what they say to a flow.
struct PasskeyHandlerTests {
    /// A ceremony that always ends the same way.
    private struct Ceremony: PasskeyCeremony {
        let failure: PasskeyFailure?

        func assertion(for options: String) throws(PasskeyFailure) -> String {
            if let failure { throw failure }
            return "assertion for \(options)"
        }

        func registration(for options: String) throws(PasskeyFailure) -> String { throw .cancelled }
    }

    private static func handlers(_ failure: PasskeyFailure? = nil) throws -> FlowHandlers {
        FlowHandlers.cognito(try CognitoSettings(poolID: "eu-west-1_AbC", passkeys: Ceremony(failure: failure)))
    }

    @Test(
        arguments: [
            (.cancelled, "passkey-cancelled"), (.malformedOptions("challenge"), "passkey-failed"),
            (.originNotAllowed, "passkey-failed"), (.noPasskey, "passkey-failed"),
            (.alreadyRegistered, "passkey-failed"),
            (.unsupportedAlgorithm, "passkey-failed"), (.cannotVerifyUser, "passkey-failed"),
            (.noRandomness, "passkey-failed"), (.other("locked"), "passkey-failed"),
        ] as [(PasskeyFailure, String)])
    func failuresHaveTheFlowsNames(failure: PasskeyFailure, name: String) async throws {
        let handler = try #require(try Self.handlers(failure)["passkey.assert"])
        let error = await #expect(throws: FlowHandlerFailure.self) {
            try await handler.handle(FlowHandlerInputs(["CREDENTIAL_REQUEST_OPTIONS": "{}"]))
        }
        #expect(error?.name == name && error?.message.isEmpty == false)
    }

    @Test func optionsAreNeeded() async throws {
        let handler = try #require(try Self.handlers()["passkey.assert"])
        await #expect(throws: FlowHandlerFailure("missing-input", "CREDENTIAL_REQUEST_OPTIONS")) {
            try await handler.handle(FlowHandlerInputs([:]))
        }
        let given = try await handler.handle(FlowHandlerInputs(["CREDENTIAL_REQUEST_OPTIONS": "{}"]))
        #expect(given.json == ["credential": "assertion for {}"])
    }

    @Test func withoutACeremonyThereIsNoHandler() throws {
        let handlers = FlowHandlers.cognito(try CognitoSettings(poolID: "eu-west-1_AbC"))
        #expect(handlers["passkey.assert"] == nil && handlers["security.context"] != nil)
    }

    @Test func contextIsThatOfTheHost() async throws {
        let context = DeviceSecurityContext(poolID: "eu-west-1_AbC", clientID: "client", now: { 1_700_000_000 }) {
            name in
            name == "nobody" ? nil : ["Platform": "iOS", "DeviceId": "id of \(name)"]
        }
        let settings = try CognitoSettings(poolID: "eu-west-1_AbC", securityContext: context)
        let handler = try #require(FlowHandlers.cognito(settings)["security.context"])
        #expect(try await handler.handle(FlowHandlerInputs(["username": "nobody"])).json == [:])
        let given = try await handler.handle(FlowHandlerInputs(["username": "ana"])).json
        let text = try #require(given["userContext"]?.string.flatMap(Base64.bytes))
        let signed = try #require(JSONValue(json: text))
        // What Python's hmac and json make of the same facts.
        #expect(signed["version"] == "IOS20171114")
        #expect(
            signed["payload"]?.string
                == #"{"contextData":{"DeviceId":"id of ana","Platform":"iOS"},"username":"ana","#
                + #""userPoolId":"eu-west-1_AbC","timestamp":"1700000000000"}"#)
        #expect(signed["signature"] == "ECOnU3C4kIhdXzQAYxCitDui+ZCXo1ICLukEDxbXjQE=")
    }

    @Test func withoutAProviderThereIsNoContext() async throws {
        let handlers = FlowHandlers.cognito(try CognitoSettings(poolID: "eu-west-1_AbC"))
        let handler = try #require(handlers["security.context"])
        #expect(try await handler.handle(FlowHandlerInputs([:])).json == [:])
    }

    @Test func textsOfManyTimesDoNotTrap() async {
        for time in [Int64.min, .max, -1] {
            let context = DeviceSecurityContext(poolID: "p", clientID: "", now: { time }) { _ in [:] }
            #expect(await context.encodedData(for: "") != nil)
        }
    }
}
