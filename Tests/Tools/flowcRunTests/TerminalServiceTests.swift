import Foundation
import TestSupport
import Testing

@Suite("A person at a terminal as the service")
struct TerminalServiceTests {
    private static let flow = PackageFiles.absolute("flows/amplify.flow.xml")
    private static let start: [Terminal.Turn] = [.init("username:", "ana\n"), .init("password ", "Passw0rd!\n")]
    private static let scripted = ["run", flow, "--service", "scripted"]

    @Test("replies come from a list: by number, by name, by the beginning of a name, with parameters")
    func list() async throws {
        let outcome = try await Terminal.converse(
            Self.scripted,
            Self.start + [
                .init("→ InitiateAuth", ""), .init("1 challenge CUSTOM_CHALLENGE", ""),
                .init("errors: ", ""), .init("connection failure", ""), .init("reply: ", "PASSWORD_VERIFIER\n"),
                .init("→ RespondToAuthChallenge", ""), .init("reply: ", "SMS_MFA CODE_DELIVERY_DESTINATION=+49 30\n"),
                .init("■ Confirm sign in with SMS code", ""), .init("destination: +49 30", ""),
                .init("code: ", "123\n"), .init("reply: ", "codemis No way\n"),
                .init("✗ CodeMismatchException [service.codeMismatch]: No way", ""), .init("code: ", "456\n"),
                .init("reply: ", "1\n"), .init("● signedIn", ""), .init("Start again?", "n\n"),
            ])
        #expect(outcome.notes.isEmpty && outcome.ended == 0, "\(outcome.transcript)")
        #expect(!outcome.transcript.contains("Passw0rd"))
    }

    @Test("a line that selects no reply is explained")
    func mistakes() async throws {
        let outcome = try await Terminal.converse(
            Self.scripted,
            Self.start + [
                .init("reply: ", "99\n"), .init("✗ '99' does not select exactly one reply", ""),
                .init("reply: ", "PASSWORD_VERIFER\n"), .init("did you mean 'PASSWORD_VERIFIER'?", ""),
                .init("reply: ", "PASSWORD_VERIFIER SLAT=1\n"), .init("did you mean 'SALT'?", ""),
                .init("reply: ", "PASSWORD_VERIFIER SALT\n"), .init("✗ 'SALT' is not name=value", ""),
                .init("reply: ", "{]\n"), .init("✗ the line is not JSON", ""), .init("reply: ", ":help\n"),
                .init("To send any other reply", ""), .init("reply: ", "error Odd no\n"),
                .init("● failed", ""), .init("✗ Odd", ""), .init("Start again?", "n\n"),
            ])
        #expect(outcome.notes.isEmpty, "\(outcome.transcript)")
    }

    @Test("a JSON object is a reply as the service sends it")
    func object() async throws {
        let parameters = #"{"CODE_DELIVERY_DESTINATION":"a@b"}"#
        let reply = #"{"ChallengeName":"EMAIL_OTP","Session":"s","ChallengeParameters":\#(parameters)}"#
        let outcome = try await Terminal.converse(
            Self.scripted + ["--input", "flowType=userPassword"],
            Self.start + [
                .init("\"PASSWORD\":\"<redacted>\"", ""), .init("reply: ", reply + "\n"), .init("destination: a@b", ""),
                .init("code: ", ":quit\n"),
            ])
        #expect(outcome.notes.isEmpty, "\(outcome.transcript)")
    }

    @Test("during a request, the person can cancel, start again and leave")
    func commands() async throws {
        let outcome = try await Terminal.converse(
            Self.scripted,
            Self.start + [
                .init("reply: ", ":cancel\n"), .init("● cancelled", ""), .init("Start again?", "\n"),
            ] + Self.start + [.init("reply: ", ":restart\n"), .init("Flow 'amplify'", "")] + Self.start
                + [.init("reply: ", ":quit\n")])
        #expect(outcome.notes.isEmpty && outcome.ended == 0, "\(outcome.transcript)")
    }

    @Test("a request that a time limit sends interrupts the question, and the next line is its reply")
    func interruption() async throws {
        let flow = PackageFiles.absolute("flows/providers/device-grant.flow.xml")
        let outcome = try await Terminal.converse(
            ["run", flow, "--service", "scripted"],
            [
                .init("client: ", "tv\n"), .init("reply: ", "1 interval=2\n"), .init("■ Show code", ""),
                .init("Press Enter to continue: ", ""), .init("→ token", ""), .init("The time is up.", ""),
                .init("reply: ", "access_denied\n"), .init("Press Enter to continue.", "\n"), .init("● denied", ""),
                .init("Start again?", "n\n"),
            ])
        #expect(outcome.notes.isEmpty && outcome.ended == 0, "\(outcome.transcript)")
    }

    @Test("words that the flow refuses are marked, and a command without its colon is explained")
    func hints() async throws {
        let outcome = try await Terminal.converse(
            Self.scripted,
            Self.start + [
                .init("reply: ", "PASSWORD_VERIFIER\n"), .init("reply: ", "MFA_SETUP\n"),
                .init("Chooses the second factor to set up.", ""),
                .init("5 SMS_MFA   refused: mfa-type-not-supported", ""),
                .init("mfaType: ", "help\n"), .init("; the command is :help", ""), .init("mfaType: ", ":cancel\n"),
                .init("Start again?", "help\n"), .init("✗ press Enter to start again", ""),
                .init("Start again?", "n\n"),
            ])
        #expect(outcome.notes.isEmpty && outcome.ended == 0, "\(outcome.transcript)")
    }

    @Test("the person gives the results of external handlers, or lets them fail")
    func handlers() async throws {
        let outcome = try await Terminal.converse(
            Self.scripted + ["--handlers", "external"],
            Self.start + [
                .init("→ handler device.find", ""), .init("deviceKey", "\n"), .init("deviceGroupKey", "\n"),
                .init("deviceSecret", "\n"), .init("→ handler srp.start", ""), .init("timestamp: ", ":fail broken\n"),
                .init("● failed", ""), .init("✗ broken", ""), .init("Start again?", "n\n"),
            ])
        #expect(outcome.notes.isEmpty, "\(outcome.transcript)")
    }

    @Test(
        "the result of a handler is shown as it is typed unless its type is secret",
        arguments: [("text", true), ("secret", false), ("session", false)])
    func secretResults(type: String, isShown: Bool) async throws {
        let flow = try Self.file(
            """
            <flow name="keeper" start="ask">
              <data><value name="kept" type="\(type)"/></data>
              <handler name="keep"><gives name="kept" type="\(type)"/></handler>
              <choice id="ask">
                <handle handler="keep"><take name="kept" into="kept"/></handle>
                <otherwise to="done"/>
              </choice>
              <on failure="*" to="failed"/>
              <end id="done"/>
              <end id="failed"/>
            </flow>
            """)
        defer { try? FileManager.default.removeItem(at: flow) }
        let outcome = try await Terminal.converse(
            ["run", flow.path, "--service", "scripted", "--handlers", "external"],
            [
                .init("kept: ", "Typed1\n", notesEcho: true), .init("● done", ""), .init("Start again?", "n\n"),
            ])
        #expect(outcome.notes == [.shows(isShown)])
        #expect(outcome.transcript.contains("Typed1") == isShown, "\(outcome.transcript)")
        #expect(outcome.shows && outcome.ended == 0)
    }

    @Test("a client that the flow requires and no option names is asked for")
    func client() async throws {
        let flow = try Self.file(
            """
            <flow name="needy" start="ask">
              <data><input name="clientId" required="true"/></data>
              <step id="ask"><show name="client" from="clientId"/><on event="submit cancel" to="done"/></step>
              <end id="done"/>
            </flow>
            """)
        defer { try? FileManager.default.removeItem(at: flow) }
        let rest: [Terminal.Turn] = [
            .init("client: c", ""), .init("Press Enter to continue: ", "\n"), .init("● done", ""),
            .init("Start again?", "n\n"),
        ]
        let asked = [Terminal.Turn("clientId: ", "c\n")] + rest
        for (options, turns) in [([String](), asked), (["--client-id", "c"], rest)] {
            let outcome = try await Terminal.converse(
                ["run", flow.path, "--service", "scripted"] + options, environment: ["NO_COLOR": "1"], turns)
            #expect(outcome.notes.isEmpty && outcome.ended == 0, "\(outcome.transcript)")
            #expect(outcome.transcript.contains("clientId") == options.isEmpty)
        }
    }

    /// Writes a flow to a file of its own.
    private static func file(_ text: String) throws -> URL {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).flow.xml")
        try text.write(to: file, atomically: true, encoding: .utf8)
        return file
    }
}
