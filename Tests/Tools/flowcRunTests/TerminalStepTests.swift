import Foundation
import TestSupport
import Testing

@Suite("What flowc run shows and asks at a step")
struct TerminalStepTests {
    private static let amplify = PackageFiles.absolute("flows/amplify.flow.xml")
    private static let kiosk = PackageFiles.absolute("flows/kiosk.flow.xml")

    /// The turns of the kiosk up to the step that asks for the code of a mail.
    private static let kioskCode: [Terminal.Turn] = [
        .init("badge (", "ana\n"), .init("selection: ", "1\n"), .init("proof: ", "MAIL\n"),
    ]

    @Test("inputs with a default and optional ones are asked only with --ask all")
    func asked() async throws {
        let needed = try await Terminal.converse(
            ["run", Self.amplify],
            [
                .init("username:", ":help\n"), .init("username:", "ana\n"), .init("password ", "Passw0rd!\n"),
                .init("● signedIn", ""), .init("Start again?", "n\n"),
            ])
        #expect(!needed.transcript.contains("flowType ("))
        #expect(needed.transcript.contains("11 optional values"))
        #expect(needed.transcript.contains("flowType=userSRP, preferredFirstFactor"))
        let all = try await Terminal.converse(
            ["run", Self.amplify, "--ask", "all"],
            [
                .init("username:", "ana\n"), .init("password ", "Passw0rd!\n"), .init("analyticsEndpointId ", "\n"),
                .init("sessionSeconds (Enter for 900): ", "0\n"), .init("must be a whole number of seconds", ""),
                .init("sessionSeconds ", "60\n"), .init("clientMetadata (as JSON, Enter to skip): ", "{\n"),
                .init("must be a JSON object", ""), .init("clientMetadata ", "\n"), .init("validationData ", "\n"),
                .init("can-use-passkeys (true or false, Enter to skip): ", "perhaps\n"),
                .init("must be true or false", ""), .init("can-use-passkeys ", "false\n"),
                .init("flowType (Enter for userSRP): ", ":quit\n"),
            ])
        #expect(all.notes.isEmpty && all.ended == 0)
    }

    @Test("a flow that begins with a step asks nothing at the start")
    func begins() async throws {
        let outcome = try await Terminal.converse(["run", Self.kiosk], [.init("badge (", ":quit\n")])
        #expect(outcome.notes.isEmpty && outcome.ended == 0)
        #expect(!outcome.transcript.contains("password ("))
    }

    @Test("each answer is checked when it is typed, by type, pattern and choices")
    func checked() async throws {
        let outcome = try await Terminal.converse(
            ["run", Self.kiosk],
            [
                .init("badge (", "ANA\n"), .init("✗ 'badge' does not match the required pattern", ""),
                .init("badge (", "\n"), .init("✗ 'badge' is required", ""),
                .init("badge (", ":set badge=B\n"), .init("✗ 'badge' does not match", ""),
                .init("badge (", "ana\n"), .init("selection: ", "AGRE\n"),
                .init("did you mean 'AGREE'?", ""), .init("selection: ", "3\n"),
                .init("is not one of the choices: AGREE, DECLINE", ""), .init("selection: ", "AGREE\n"),
                .init("How will you prove it?", ""), .init("proof: ", ":quit\n"),
            ])
        #expect(outcome.notes.isEmpty && outcome.ended == 0)
    }

    @Test("a step says what it is about, names its values, and says what is left of its time and its tries")
    func status() async throws {
        let outcome = try await Terminal.converse(
            ["run", Self.kiosk],
            Self.kioskCode + [
                .init("An email code as second factor", ""), .init("Sent to:", ""),
                .init("3 tries and 15 min left", ""), .init("code: ", "0\n"), .init("✗ CodeMismatchException", ""),
                .init("2 tries and 15 min left", ""), .init("code: ", "0\n"), .init("1 try and 15 min left", ""),
                .init("code: ", "0\n"), .init("● failed", ""), .init("Start again?", "n\n"),
            ])
        #expect(outcome.notes.isEmpty)
        #expect(outcome.transcript.components(separatedBy: "An email code as second factor").count == 2)
    }

    @Test(":help explains each command, and what it leads to")
    func help() async throws {
        let outcome = try await Terminal.converse(
            ["run", Self.kiosk], Self.kioskCode + [.init("code: ", ":help\n"), .init("code: ", ":quit\n")])
        for line in [
            ":help            lists the commands", ":resend          Send another code — sends InitiateAuth",
            ":back            leads to 'How will you prove it?'", ":cancel          ends with 'cancelled'",
            ":quit            leaves flowc", ":set name=value  sets an answer, even an optional one",
        ] { #expect(outcome.transcript.contains(line), "\(line)") }
    }

    @Test("texts of the user's language come from the file beside the flow")
    func language() async throws {
        let outcome = try await Terminal.converse(
            ["run", Self.kiosk], environment: ["LC_ALL": "de_DE.UTF-8"],
            [
                .init("Wer sind Sie?", ""),
                .init("badge (Name auf dem Ausweis, Kleinbuchstaben und Punkte): ", ":quit\n"),
            ])
        #expect(outcome.notes.isEmpty)
    }

    @Test("when the time is up, the next step is shown at Enter, and what was typed is not sent")
    func timeout() async throws {
        let outcome = try await Terminal.converse(
            ["run", Self.kiosk, "--input", "sessionSeconds=2"],
            [
                .init("2 s left", ""), .init("badge (", "an"), .init("The time is up. Press Enter to continue.", "\n"),
                .init("● expired", ""), .init("Start again?", "n\n"),
            ])
        #expect(outcome.notes.isEmpty && outcome.ended == 0)
    }

    @Test("a table has no source, and still asks, checks and counts the time")
    func table() async throws {
        let table = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).flow")
        defer { try? FileManager.default.removeItem(at: table) }
        let compiled = try await Terminal.run([Terminal.executable.path, "compile", Self.kiosk, "-o", table.path])
        #expect(compiled.code == 0)
        let outcome = try await Terminal.converse(
            ["run", table.path],
            [
                .init("■ Who are you", ""), .init("15 min left", ""), .init("badge: ", "ANA\n"),
                .init("✗ 'badge' does not match", ""), .init("badge: ", ":quit\n"),
            ])
        #expect(outcome.notes.isEmpty)
    }

    @Test("a misspelt --input is refused with a near name, before anything is asked")
    func misspelt() async throws {
        let outcome = try await Terminal.converse(["run", Self.amplify, "--input", "flowTyp=userAuth"], [])
        #expect(outcome.transcript.contains("the flow has no input 'flowTyp'; did you mean 'flowType'?"))
        #expect(outcome.ended == 64)
    }

    /// Writes a flow that asks for the given inputs, a password and a key, and shows the key as a set-up.
    private static func setUp(_ inputs: String, shows: String = "") throws -> URL {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).flow.xml")
        let text = """
            <flow name="totp" start="set-up">
              <data>
                <input name="password" type="secret" required="true"/>\(inputs)
                <input name="key" type="secret" required="true"/>
              </data>
              <step id="set-up" present="SET_UP">
                <show name="key" from="key" disclose="true"/>\(shows)
                <on event="submit" to="done"/>
              </step>
              <on event="cancel" to="done"/>
              <end id="done"/>
            </flow>
            """
        try text.write(to: file, atomically: true, encoding: .utf8)
        return file
    }

    @Test(
        "a secret is never the account name of an authenticator app",
        arguments: [
            ("", "", ""), ("", #"<show name="username" from="password" disclose="true"/>"#, ""),
            (#"<input name="name" required="true"/>"#, "", "ana"),
        ])
    func account(inputs: String, shows: String, account: String) async throws {
        let flow = try Self.setUp(inputs, shows: shows)
        defer { try? FileManager.default.removeItem(at: flow) }
        let name: [Terminal.Turn] = account.isEmpty ? [] : [.init("name: ", account + "\n")]
        let outcome = try await Terminal.converse(
            ["run", flow.path, "--service", "scripted"], environment: ["PATH": "/nowhere"],
            [.init("password: ", "Passw0rd\n")] + name + [
                .init("key: ", "JBSWY3DPEHPK3PXPJBSWY3DP\n"), .init("Press Enter to continue: ", ":quit\n"),
            ])
        #expect(outcome.notes.isEmpty && outcome.ended == 0)
        #expect(outcome.transcript.contains("otpauth://totp/flowc:\(account)?secret="), "\(outcome.transcript)")
        #expect(!outcome.transcript.contains("Passw0rd"))
    }

    @Test(":help does not offer to set an answer where the step asks for none")
    func helpWithoutQuestions() async throws {
        let flow = try Self.setUp("")
        defer { try? FileManager.default.removeItem(at: flow) }
        let outcome = try await Terminal.converse(
            ["run", flow.path, "--service", "scripted"], environment: ["NO_COLOR": "1"],
            [
                .init("password: ", ":help\n"), .init(":set name=value  sets an answer", ""),
                .init("password: ", "Passw0rd\n"), .init("key: ", "JBSWY3DPEHPK3PXPJBSWY3DP\n"),
                .init("Press Enter to continue: ", ":help\n"), .init(":quit     leaves flowc", ""),
                .init("Press Enter to continue: ", ":quit\n"),
            ])
        #expect(outcome.notes.isEmpty && outcome.ended == 0)
        #expect(outcome.transcript.components(separatedBy: ":set name=value").count == 2, "\(outcome.transcript)")
    }
}
