import Foundation
import TestSupport
import Testing

/// Whoever is the service sees requests, and gives replies, as they are on the wire.
struct ScriptedServiceTests {
    private static let read = #"{"start":{"accessToken":"A"}}"#
    /// As `GetUser` answers.
    private static let user = #"""
        {"Username":"ana","UserAttributes":[{"Name":"sub","Value":"1"},{"Name":"email","Value":"a@b"}],\#
        "MFAOptions":[{"DeliveryMedium":"SMS","AttributeName":"phone_number"}]}
        """#

    /// Handlers that `flowc` has itself, and those for which it starts another program.
    private static let handlers = ["stand-in", "external", "real"]

    private func converse(
        _ flow: String, _ handlers: String, _ lines: [String], json: Bool = true
    ) async throws -> [String] {
        let command =
            [Terminal.executable.path, "run", PackageFiles.absolute("flows/\(flow).flow.xml")]
            + (json ? ["--json"] : []) + ["--service", "scripted", "--handlers", handlers]
        let input = Data((lines.joined(separator: "\n") + "\n").utf8)
        let outcome = try await Terminal.run(command, input: input)
        #expect(outcome.code == 0 && outcome.errors.isEmpty)
        return String(decoding: outcome.output, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    @Test("a reply that is damaged is told as one", arguments: handlers)
    func damaged(handlers: String) async throws {
        for (reply, error) in [
            (#"{"Username":"ana","UserAttributes":[{"name":"sub"}]}"#, "wrong-type"),
            (#""{\"UserAttributes\":[""#, "malformed-reply"),
        ] {
            let lines = try await converse("attributes", handlers, [Self.read, #"{"reply":\#(reply)}"#])
            #expect(lines.last?.contains(#""outcome":"failed""#) == true, "\(lines)")
            #expect(lines.last?.contains(#""type":"\#(error)""#) == true, "\(lines)")
        }
    }

    @Test("a user as the service tells it is read, as JSON and as the body's text", arguments: handlers)
    func user(handlers: String) async throws {
        let text = try String(decoding: JSONEncoder().encode(Self.user), as: UTF8.self)
        for reply in [Self.user, text] {
            let lines = try await converse("attributes", handlers, [Self.read, #"{"reply":\#(reply)}"#])
            #expect(lines.first == #"{"call":{"operation":"GetUser","request":{"AccessToken":"A"}}}"#)
            #expect(lines.last?.contains(#""outcome":"done""#) == true, "\(lines)")
            #expect(lines.last?.contains(#""userAttributes":{"sub":"1","email":"a@b"}"#) == true, "\(lines)")
        }
    }

    @Test("attributes go out as a list of names and values", arguments: handlers)
    func attributes(handlers: String) async throws {
        let start = #"{"start":{"accessToken":"A","task":"update","userAttributes":{"email":"a@b","name":"A"}}}"#
        let lines = try await converse("attributes", handlers, [start, #"{"reply":{}}"#])
        #expect(
            lines.first
                == #"{"call":{"operation":"UpdateUserAttributes","request":{"UserAttributes":"#
                + #"[{"Name":"email","Value":"a@b"},{"Name":"name","Value":"A"}],"AccessToken":"A"}}}"#)
        #expect(lines.last?.contains(#""outcome":"done""#) == true, "\(lines)")
    }

    @Test("flags go out as booleans", arguments: handlers)
    func flags(handlers: String) async throws {
        let start = #"{"start":{"accessToken":"A","task":"preference","sms":"off","totp":"preferred"}}"#
        let lines = try await converse("turn-on-mfa", handlers, [start])
        #expect(lines.first?.contains(#""SMSMfaSettings":{"Enabled":false}"#) == true, "\(lines)")
        #expect(
            lines.first?.contains(#""SoftwareTokenMfaSettings":{"Enabled":true,"PreferredMfa":true}"#) == true,
            "\(lines)")
    }

    @Test("in lines for people it is the same")
    func people() async throws {
        let start = #"{"start":{"accessToken":"A","task":"update","userAttributes":{"email":"a@b"}}}"#
        let update = try await converse("attributes", "stand-in", [start], json: false)
        #expect(update.contains { $0.contains(#""UserAttributes":[{"Name":"email","Value":"a@b"}]"#) }, "\(update)")
        let read = try await converse("attributes", "stand-in", [Self.read, Self.user], json: false)
        #expect(read.contains { $0.contains(#"userAttributes = {"sub":"1","email":"a@b"}"#) }, "\(read)")
    }
}
