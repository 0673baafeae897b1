import CognitoHandlers
import FlowCompiler
import FlowCore
import FlowRuntime
import FlowTable
import TestSupport
import Testing
import UserPool

/// The flow of Amplify with the software authenticator, before a service that checks what it is sent.
struct PasskeySignInTests {
    /// A service that knows one passkey.
    private actor Service: FlowService {
        private let party = PasskeyRelyingParty(id: "auth.example.com")
        private let challenge = PasskeyRelyingParty.makeChallenge(.system)
        private var passkeys: [StoredPasskey] = []

        func register(_ authenticator: SoftwareAuthenticator) async throws {
            let user = PasskeyUser(handle: PasskeyForge.userHandle, name: "ana")
            let options = party.creationOptions(for: user, challenge: challenge)
            let made = json(try await authenticator.registration(for: options.jsonText))
            passkeys = [
                try party.verifyRegistration(made, challenge: challenge, userHandle: user.handle, at: 0)
            ]
        }

        func call(_ request: FlowRequest) -> FlowReply {
            guard request.operation == "RespondToAuthChallenge" else {
                let options = party.requestOptions(challenge: challenge, allowing: passkeys).jsonText
                return .json([
                    "ChallengeName": "WEB_AUTHN", "Session": "s-1",
                    "ChallengeParameters": ["CREDENTIAL_REQUEST_OPTIONS": .string(options), "USERNAME": "ana"],
                ])
            }
            do throws(PasskeyRefusal) {
                let credential = request.body.at(["ChallengeResponses", "CREDENTIAL"]) ?? .null
                passkeys = [try party.verifyAssertion(credential, challenge: challenge, passkeys: passkeys)]
                return .json([
                    "AuthenticationResult": ["AccessToken": "a", "IdToken": "i", "RefreshToken": "r"]
                ])
            } catch {
                return .error(type: error.assertionErrorType, message: error.message)
            }
        }
    }

    private static let compiled = FlowFile.compile("flows/amplify.flow.xml") { try? PackageFiles.bytes($0) }.table

    private static func signIn(_ service: Service, _ authenticator: SoftwareAuthenticator) async throws -> FlowStep {
        let table = try TransitionTable(verifying: try #require(compiled))
        let settings = try CognitoSettings(
            poolID: "eu-west-1_AbC", secrets: MemorySecretStore(), passkeys: authenticator)
        let runner = FlowRunner(table, handlers: .cognito(settings), service: service, clock: ContinuousClock())
        return await runner.start([
            "username": "ana", "flowType": "userAuth", "preferredFirstFactor": "WEB_AUTHN", "can-use-passkeys": true,
        ])
    }

    @Test func withoutThePasskeyNobodySignsIn() async throws {
        let service = Service()
        try await service.register(SoftwareAuthenticator())
        let other = SoftwareAuthenticator()
        let step = try await Self.signIn(service, other)
        #expect(step.outcome?.name != "signedIn")
        #expect((step.outcome?.error ?? step.presentation?.error)?.type == "passkey-failed")
    }

    private static let preferred = ["USERNAME": "ana", "PREFERRED_CHALLENGE": "WEB_AUTHN"]

    /// A passkey that verifies the user is two factors, and any other is one.
    @Test(arguments: [false, true]) func passkeyReplacesTheSecondFactorIfItVerifies(_ verifies: Bool) async throws {
        let bench = try await PoolBench(.with { $0.requiresUserVerification = verifies })
        try await bench.registerPasskey(of: "ana")
        let token = JSONMember("AccessToken", .string(try await bench.tokens().access))
        func set(_ name: String, _ isEnabled: Bool) async -> String? {
            let setting = JSONMember(name, ["Enabled": .bool(isEnabled)])
            return await bench.call("SetUserMFAPreference", .object([token, setting])).errorType
        }
        #expect(await set("SMSMfaSettings", true) == nil)
        #expect(await set("WebAuthnMfaSettings", verifies) == nil)
        #expect(await set("WebAuthnMfaSettings", !verifies) == "InvalidParameterException")
        let asked = await bench.begin("USER_AUTH", Self.preferred)
        let options = try #require(asked.parameter("CREDENTIAL_REQUEST_OPTIONS"), "\(asked)")
        let credential = try await bench.authenticator.assertion(for: options)
        let reply = await bench.answer("WEB_AUTHN", asked.session, ["CREDENTIAL": credential])
        #expect(reply.isSignedIn == verifies && reply.challenge == (verifies ? nil : "SMS_MFA"), "\(reply)")
    }

    @Test(arguments: [false, true]) func requiredSecondFactorLeavesVerifyingPasskeys(_ verifies: Bool) async throws {
        let bench = try await PoolBench(
            .with {
                $0.mfa = .on
                $0.requiresUserVerification = verifies
            })
        let begun = await bench.begin("USER_PASSWORD_AUTH", ["USERNAME": "ana", "PASSWORD": PoolBench.password])
        let done = await bench.answer("SMS_MFA", begun.session, ["SMS_MFA_CODE": bench.desk.code])
        try await bench.registerPasskey(token: .string(try bench.tokens(in: done).access))
        let asked = await bench.begin("USER_AUTH", Self.preferred)
        #expect(asked.challenge == (verifies ? "WEB_AUTHN" : "SELECT_CHALLENGE"), "\(asked)")
        let choice = await bench.begin("USER_AUTH", ["USERNAME": "ana"])
        let offered: JSONValue = verifies ? ["PASSWORD", "PASSWORD_SRP", "WEB_AUTHN"] : ["PASSWORD", "PASSWORD_SRP"]
        #expect(choice.body["AvailableChallenges"] == offered)
    }

    @Test func listOfPasskeysComesInPages() async throws {
        let bench = try await PoolBench()
        try await bench.registerPasskey(of: "ana")
        let token = JSONMember("AccessToken", .string(try await bench.tokens().access))
        func list(_ members: JSONValue) async -> PoolReply {
            await bench.call("ListWebAuthnCredentials", .object([token] + (members.members ?? [])))
        }
        let all = await list([:])
        guard case .array(let passkeys)? = all.body["Credentials"] else {
            Issue.record("no list: \(all)")
            return
        }
        #expect(passkeys.count == 1 && all.body["NextToken"] == nil)
        #expect(await list(["MaxResults": .number("1")]).body == all.body)
        let id = try #require(passkeys[0]["CredentialId"])
        #expect(await list(["NextToken": id]).body["Credentials"] == [])
        #expect(await list(["MaxResults": .number("21")]).errorType == "InvalidParameterException")
        #expect(await list(["MaxResults": "1"]).errorType == "SerializationException")
    }

    @Test func withThePasskeyOneSignsIn() async throws {
        let service = Service()
        let authenticator = SoftwareAuthenticator()
        try await service.register(authenticator)
        let step = try await Self.signIn(service, authenticator)
        #expect(step.outcome?.name == "signedIn", "\(String(describing: step.outcome?.error))")
    }
}
