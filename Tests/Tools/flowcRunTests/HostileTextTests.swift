import FlowCompiler
import FlowCore
import FlowRuntime
import FlowTesting
import FlowTool
import Foundation
import TestSupport
import Testing
import flowc_run

/// A service and a person whose texts would move the cursor, end a line, or turn the writing.
@Suite("flowc run and hostile texts")
struct HostileTextTests {
    private static let hostile = "\u{1B}]0;owned\u{7}\u{1B}[2J\u{202E}\u{9B}\nforged"

    /// A service that asks for a code, refuses it once, and then lets the user in.
    private actor Hostile: FlowService {
        private var replies: [FlowReply] = [
            .json(["Challenge": "CODE", "Session": .string(HostileTextTests.hostile)]),
            .error(type: "wrong", message: HostileTextTests.hostile),
            .json(["Token": .string(HostileTextTests.hostile)]),
        ]
        func call(_ request: FlowRequest) async -> FlowReply {
            replies.isEmpty
                ? .error(type: HostileTextTests.hostile, message: HostileTextTests.hostile) : replies.removeFirst()
        }
    }

    /// Converses with lines of a person or of a pipe.
    /// - Returns: all that is written.
    private func converse(
        _ lines: [String], with conversation: (RunnerAdapter, LineSource, Writer, Redactions) async -> Void
    ) async throws -> String {
        let written = Guarded("")
        let write = Writer { text in written.withLock { $0 += text.string } }
        let redactions = Redactions()
        let adapter = RunnerAdapter(
            try SampleFlow.table(), handlers: StandInHandlers().handlers, service: Hostile(),
            inputs: [JSONMember("other", .string(Self.hostile))],
            tracer: { event in
                redactions.record(event)
                write("\(event.description)\n")
            }, notify: { write(TerminalText.text(.notify($0))) })
        let rest = Guarded(lines[...])
        let source = LineSource { rest.withLock { $0.popFirst() }.map { InputLine.text(Array($0.utf8)) } }
        await conversation(adapter, source, write, redactions)
        return written.withLock { $0 }
    }

    private func expectSafe(_ text: String) {
        let plain = text.replacing(/\u{1B}\[[0-9]+m/, with: "")
        for scalar in plain.unicodeScalars where scalar != "\n" {
            #expect(scalar.properties.generalCategory != .control && !scalar.properties.isBidiControl)
        }
        #expect(!plain.split(separator: "\n").contains { $0.hasPrefix("forged") })
        for part in ["owned", "signed-in", "done", "\u{FFFD}"] { #expect(plain.contains(part), "\(part)") }
    }

    @Test("a person at a terminal")
    func person() async throws {
        let said = [Self.hostile, "p", "123456", ":" + Self.hostile, "123456", "perhaps", "n"]
        expectSafe(
            try await converse(said) { adapter, lines, write, redactions in
                var options = InteractiveDriver.Options()
                options.showsTokens = true
                var conversation = InteractiveDriver(
                    adapter, redactions: redactions, prompter: Prompter(lines: lines, write: write), write: write,
                    style: TerminalStyle(hasColor: true), options: options)
                await conversation.run()
            })
    }

    @Test("lines of a pipe")
    func pipe() async throws {
        let said = [
            "username=" + Self.hostile, "password=p", Self.hostile, "code=123456", "{" + Self.hostile, "code=123456",
        ]
        expectSafe(
            try await converse(said) { adapter, lines, write, _ in
                var conversation = PlainConversation(adapter, lines: lines, write: write)
                await conversation.run()
            })
    }
}
