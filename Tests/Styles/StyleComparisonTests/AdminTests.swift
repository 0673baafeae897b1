import CognitoFlows
import CognitoHandlers
import FlowCore
import FlowRuntime
import StyleSupport
import Synchronization
import Testing
import UserPool

/// A server's sign-in: every challenge of AdminInitiateAuth and AdminRespondToAuthChallenge under its own name.
struct AdminTests {
    /// The names that were told, of what the flow answers by itself.
    private final class Told: Sendable {
        private let list = Mutex<[String]>([])
        var names: [String] { list.withLock { $0 } }
        func note(_ name: String) { list.withLock { $0.append(name) } }
    }

    private func runner(_ bench: StyleBench, _ told: Told = Told()) throws -> FlowRunner<ContinuousClock> {
        try bench.app().runner(.admin) { told.note($0.name) }
    }

    private func inputs(_ others: JSONValue = [:]) -> JSONValue {
        let all: JSONValue = ["userPoolId": "us-east-1_Embedded1", "username": "ana", "password": "Passw0rd!"]
        return .object((all.members ?? []) + (others.members ?? []))
    }

    @Test func wrongPasswordAndNoPassword() async throws {
        let bench = try await StyleBench()
        let runner = try runner(bench)
        let wrong = await runner.start(["userPoolId": "us-east-1_Embedded1", "username": "ana", "password": "x"])
        #expect(wrong.outcome?.error?.type == "NotAuthorizedException", "\(wrong)")
        let none = await runner.start(["userPoolId": "us-east-1_Embedded1", "username": "ana"])
        #expect(none.outcome?.error?.type == "password-missing", "\(none)")
        #expect(bench.calls.map(\.operation) == ["AdminInitiateAuth"])
    }

    @Test func passwordAlone() async throws {
        let bench = try await StyleBench { $0.devices = .off }
        let done = try await runner(bench).start(inputs())
        #expect(done.outcome?.name == "signedIn", "\(done)")
        #expect(done.outcome?.parameters["accessToken"]?.string?.isEmpty == false)
        #expect(bench.calls.map(\.description) == ["AdminInitiateAuth ADMIN_USER_PASSWORD_AUTH {PASSWORD, USERNAME}"])
    }

    @Test func oldNameOfThePasswordFlow() async throws {
        let bench = try await StyleBench { $0.devices = .off }
        let done = try await runner(bench).start(inputs(["flowType": "ADMIN_NO_SRP_AUTH"]))
        #expect(done.outcome?.name == "signedIn", "\(done)")
    }

    @Test(arguments: ["ana", "ana@example.com"])
    func proofOfThePasswordAndOfTheDevice(username: String) async throws {
        let bench = try await StyleBench()
        let told = Told()
        let inputs: JSONValue = [
            "userPoolId": "us-east-1_Embedded1", "username": .string(username), "password": "Passw0rd!",
            "flowType": "USER_SRP_AUTH",
        ]
        let first = try await runner(bench, told).start(inputs)
        #expect(first.outcome?.name == "signedIn", "\(first)")
        let second = try await runner(bench, told).start(inputs)
        #expect(second.outcome?.name == "signedIn", "\(second)")
        #expect(second.outcome?.parameters["username"] == "ana")
        #expect(
            told.names == [
                "PASSWORD_VERIFIER", "PASSWORD_VERIFIER", "DEVICE_SRP_AUTH", "DEVICE_PASSWORD_VERIFIER",
            ])
    }

    @Test func secondFactorIsSelected() async throws {
        var user = StyleBench.ana
        user.mfa = [.sms, .email]
        let bench = try await StyleBench(users: [user])
        let runner = try runner(bench)
        let first = await runner.start(inputs())
        #expect(first.presentation?.step == "SELECT_MFA_TYPE", "\(first)")
        let next = await runner.submit(["mfaType": "SMS_MFA"])
        #expect(next.presentation?.step == "SMS_MFA", "\(next)")
        let wrong = await runner.submit(["code": .string(bench.wrongCode)])
        #expect(wrong.presentation?.error?.type == "CodeMismatchException", "\(wrong)")
        let done = await runner.submit(["code": .string(bench.code)])
        #expect(done.outcome?.name == "signedIn", "\(done)")
    }

    @Test func authenticatorAppIsSetUp() async throws {
        let bench = try await StyleBench {
            $0.mfa = .on
            $0.mfaFactors = [.softwareToken]
        }
        let runner = try runner(bench)
        let first = await runner.start(inputs())
        #expect(first.presentation?.step == "MFA_SETUP", "\(first)")
        let app = try OneTimePassword(base32: first.presentation?.parameters["sharedSecret"]?.string ?? "")
        let done = await runner.submit(["code": .string(app.code(at: bench.now))])
        #expect(done.outcome?.name == "signedIn", "\(done)")
    }

    @Test func newPasswordWithWhatLacks() async throws {
        var user = StyleBench.ana
        user.isTemporary = true
        let bench = try await StyleBench(users: [user]) { $0.requiredAttributes = ["name"] }
        let runner = try runner(bench)
        let first = await runner.start(inputs())
        #expect(first.presentation?.step == "NEW_PASSWORD_REQUIRED", "\(first)")
        #expect(first.presentation?.parameters["requiredAttributes"] == ["name"])
        let done = await runner.submit(["newPassword": "N3w-Passw0rd", "userAttributes": ["name": "Ana"]])
        #expect(done.outcome?.name == "signedIn", "\(done)")
    }

    @Test func customChallenge() async throws {
        let bench = try await StyleBench(triggers: .passwordThenWord)
        let runner = try runner(bench)
        let first = await runner.start(inputs(["flowType": "CUSTOM_AUTH"]))
        #expect(first.presentation?.step == "CUSTOM_CHALLENGE", "\(first)")
        let done = await runner.submit(["answer": "open sesame"])
        #expect(done.outcome?.name == "signedIn", "\(done)")
    }
}
