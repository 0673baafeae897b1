import Foundation
import TestSupport
import Testing

@Suite("flowc run at a terminal")
struct TerminalTests {
    private static let flow = PackageFiles.absolute("flows/amplify.flow.xml")
    private static let seed = PackageFiles.absolute("Tests/Tools/flowcRunTests/Vectors/users.json")

    /// The turns of a start as somebody.
    private func start(_ name: String, _ password: String) -> [Terminal.Turn] {
        [.init("username:", "\(name)\n"), .init("password ", password, notesEcho: true)]
    }

    @Test("Ctrl-C while a secret is typed gives the terminal back, and a shell sees the signal")
    func interrupt() async throws {
        let outcome = try await Terminal.converse(
            ["run", Self.flow, "--seed", Self.seed],
            [.init("username:", "ana\n"), .init("password ", "Passw\u{3}", notesEcho: true)])
        #expect(outcome.notes == [.shows(false)])
        #expect(outcome.shows)
        #expect(outcome.ended == -SIGINT)
        #expect(!outcome.transcript.contains("Passw"))
    }

    @Test("a signal that the program ignores from its start stays ignored after a secret was typed")
    func ignoredSignal() async throws {
        for ignored in [[SIGHUP], []] {
            let outcome = try await Terminal.converse(
                ["run", Self.flow, "--seed", Self.seed], ignored: ignored,
                start("ana", "Wr0ngPass!\n") + [.init("Start again?", "n\n", hangsUp: true)])
            #expect(outcome.notes == [.shows(false)])
            #expect(outcome.ended == (ignored.isEmpty ? -SIGHUP : 0))
        }
    }

    @Test("the end of the input while a secret is asked for gives the terminal back")
    func endOfInput() async throws {
        let outcome = try await Terminal.converse(
            ["run", Self.flow, "--seed", Self.seed],
            [.init("username:", "ana\n"), .init("password ", "\u{4}", notesEcho: true)])
        #expect(outcome.notes == [.shows(false)])
        #expect(outcome.shows)
        #expect(outcome.ended == 0)
    }

    @Test("a wrong password is told with its class, and the person may start again")
    func wrongPassword() async throws {
        let outcome = try await Terminal.converse(
            ["run", Self.flow, "--seed", Self.seed],
            start("ana", "Wr0ngPass!\n") + [
                .init("Start again?", ":help\n"), .init("Start again?", "\n"), .init("username:", ":quit\n"),
            ])
        #expect(outcome.notes == [.shows(false)])
        #expect(outcome.transcript.contains("NotAuthorizedException"))
        #expect(outcome.transcript.contains("● failed"))
        #expect(!outcome.transcript.contains("Wr0ngPass"))
        #expect(outcome.ended == 0)
    }

    @Test("a sign-in shows what tokens claim and not the tokens")
    func tokens() async throws {
        let outcome = try await Terminal.converse(
            ["run", Self.flow, "--trace"], start("ana", "Passw0rd!\n") + [.init("Start again?", "n\n")])
        #expect(outcome.notes == [.shows(false)])
        #expect(outcome.transcript.contains("● signedIn"))
        #expect(outcome.transcript.contains("\r\n      token_use = id\r\n"), "each claim has a line")
        #expect(!outcome.transcript.contains("\u{FFFD}"))
        #expect(outcome.transcript.contains("call RespondToAuthChallenge"))
        #expect(!outcome.transcript.contains("eyJ"))
        // The note on the user to sign in as names it, nothing else.
        #expect(outcome.transcript.components(separatedBy: "Passw0rd!").count == 2)
        #expect(outcome.shows)
    }

    /// A folder with a program `qrencode` that keeps what it is given.
    private static func programs() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("programs-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let program = folder.appendingPathComponent("qrencode")
        let lines = [
            "#!/bin/sh", "echo \"$@\" > '\(folder.path)/arguments'", "cat > '\(folder.path)/input'", "echo 'A PICTURE'",
        ]
        try (lines.joined(separator: "\n") + "\n").write(to: program, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: program.path)
        return folder
    }

    @Test("qrencode draws the address of a set-up, and gets it on its standard input alone")
    func picture() async throws {
        let folder = try Self.programs()
        defer { try? FileManager.default.removeItem(at: folder) }
        let outcome = try await Terminal.converse(
            ["run", Self.flow, "--seed", Self.seed], environment: ["PATH": folder.path + ":/usr/bin:/bin"],
            start("ana", "Passw0rd!\n") + [
                .init("mfaType:", "TOTP\n"), .init("code:", ":cancel\n"), .init("Start again?", "n\n"),
            ])
        #expect(outcome.transcript.contains("A PICTURE\r\n  Scan this"))
        let input = try String(contentsOf: folder.appendingPathComponent("input"), encoding: .utf8)
        #expect(input.hasPrefix("otpauth://totp/flowc:ana?secret=") && outcome.transcript.contains(input))
        let arguments = try String(contentsOf: folder.appendingPathComponent("arguments"), encoding: .utf8)
        #expect(!arguments.contains("secret") && arguments.contains("UTF8"))
    }

    @Test("the address of a set-up is shown once, and what is wrong is asked again until it is cancelled")
    func setUp() async throws {
        let outcome = try await Terminal.converse(
            ["run", Self.flow, "--seed", Self.seed], environment: ["PATH": "/nowhere"],
            start("ana", "Passw0rd!\n") + [
                .init("mfaType:", ":dance\n"), .init("Unknown command ':dance'", ":help\n"), .init(":cancel", "TOTP\n"),
                .init("code:", "000000\n"), .init("✗", ""), .init("code:", ":set friendlyDeviceName=pen\n"),
                .init("code:", ":cancel\n"), .init("● cancelled", ""), .init("Start again?", "n\n"),
            ])
        #expect(outcome.notes == [.shows(false)])
        #expect(outcome.transcript.components(separatedBy: "otpauth://totp/flowc:ana?secret=").count == 2)
        #expect(outcome.transcript.contains("Enter this address in an authenticator app"))
        #expect(outcome.ended == 0)
    }

    @Test("a code that the pool sent arrives as a message")
    func message() async throws {
        let outcome = try await Terminal.converse(
            ["run", Self.flow, "--input", "flowType=userAuth"],
            [
                .init("username:", ":set preferredFirstFactor=EMAIL_OTP\n"), .init("username:", "ana\n"),
                .init("password ", "\n"),
                .init("code for ana by EMAIL to a***@example.com: ", ""), .init(":", ":cancel\n"),
                .init("Start again?", "n\n"),
            ])
        #expect(outcome.notes.isEmpty)
        #expect(outcome.transcript.contains("Confirm sign in with email code"))
    }
}
