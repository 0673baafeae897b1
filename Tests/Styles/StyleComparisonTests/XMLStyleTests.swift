import CognitoFlows
import CognitoHandlers
import FlowCompiler
import FlowCore
import FlowRuntime
import FlowTable
import StyleSupport
import TestSupport
import Testing
import UserPool

/// A style that exists in this text alone: other step names, and another order of asking.
struct XMLStyleTests {
    /// The user first chooses the shop's branch, then gives name and password in one step, and reads the rules at the end.
    private static let branchFirst = """
        <flow name="branch-first" extends="library/cognito.flow.xml" start="branch">
          <data><input name="username"/><value name="house"/></data>
          <step id="branch" present="WHICH_BRANCH">
            <on select="NORTH" to="who"><set name="house" value="north"/></on>
            <on select="SOUTH" to="who"><set name="house" value="south"/></on>
          </step>
          <step id="who" present="WHO_ARE_YOU">
            <show name="branch" from="house"/>
            <ask name="person"/>
            <ask name="password" type="secret"/>
            <on event="back" to="branch"/>
            <on event="submit" to="ready"/>
          </step>
          <choice id="ready">
            <set name="username" from="person"/>
            <set name="requestUsername" from="person"/>
            <otherwise to="initiate-srp"/>
          </choice>
          <on error="NotAuthorizedException" to="who"/>
          <challenge name="SMS_MFA" present="TYPE_WHAT_YOUR_PHONE_SHOWS" inherit="extend">
            <on error="CodeMismatchException" retry="here" attempts="4" then="failed"/>
          </challenge>
          <remove node="DEVICE_SRP_AUTH DEVICE_PASSWORD_VERIFIER confirm-device store-device complete EMAIL_OTP
              SMS_OTP SOFTWARE_TOKEN_MFA SELECT_MFA_TYPE NEW_PASSWORD_REQUIRED CUSTOM_CHALLENGE WEB_AUTHN
              passkey-options associate-totp totp-set-up finish-totp-set-up"/>
          <challenge name="*" id="others"><otherwise to="failed"/></challenge>
          <choice id="tokens" inherit="replace"><otherwise to="rules"/></choice>
          <step id="rules" present="READ_THE_RULES">
            <on select="AGREE" to="signed-in"/>
          </step>
          <on event="start" to="branch"/>
          <never end="signed-in" unless-before="PASSWORD_VERIFIER"/>
          <never end="signed-in" unless-before="rules"/>
          <always event="cancel"/>
          <reachable end="signed-in failed cancelled expired"/>
        </flow>
        """

    private func table() throws -> TransitionTable {
        let compiled = FlowFile.compile("flows/branch-first.flow.xml") { path in
            path == "flows/branch-first.flow.xml" ? Array(Self.branchFirst.utf8) : try? PackageFiles.bytes(path)
        }
        #expect(compiled.report.isEmpty, "\(compiled.report)")
        return try TransitionTable(verifying: try #require(compiled.table))
    }

    @Test func runsWithoutALineOfSwift() async throws {
        var user = StyleBench.ana
        user.mfa = [.sms]
        let bench = try await StyleBench(users: [user])
        let app = try bench.app()
        let runner = FlowRunner(
            try table(), handlers: .cognito(app.settings), service: app.service, clock: ContinuousClock())
        var steps: [String] = []
        /// Notes what stands, by the names of the style.
        func note(_ step: FlowStep) {
            steps.append(step.presentation?.step ?? step.outcome?.name ?? step.refusal?.code ?? "")
        }
        note(await runner.start(["clientId": "app-client"]))
        note(await runner.select("WEST"))
        note(await runner.select("SOUTH"))
        #expect(await runner.step?.presentation?.parameters == ["branch": "south"])
        note(await runner.submit(["person": "ana", "password": "wrong"]))
        note(await runner.submit(["person": "ana", "password": "Passw0rd!"]))
        note(await runner.submit(["code": .string(bench.wrongCode)]))
        note(await runner.submit(["code": .string(bench.code)]))
        note(await runner.select("AGREE"))
        #expect(
            steps == [
                "WHICH_BRANCH", "not-a-choice", "WHO_ARE_YOU", "WHO_ARE_YOU", "TYPE_WHAT_YOUR_PHONE_SHOWS",
                "TYPE_WHAT_YOUR_PHONE_SHOWS", "READ_THE_RULES", "signedIn",
            ])
    }
}
