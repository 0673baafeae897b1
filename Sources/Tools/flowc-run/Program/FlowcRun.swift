import ArgumentParser
import FlowCompiler
import FlowCore
import FlowDiagrams
import FlowRuntime
import FlowTable
import FlowTesting
import FlowTool
import Foundation
import SystemPackage
import UserPool

/// The program that `flowc` starts for `flowc pool`, and for conversations that it does not run itself.
/// Its messages have the name `flowc`, which is what the user typed.
@main
struct FlowcRun: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "flowc",
        abstract: "Runs sign-in flows, and serves a user pool.",
        discussion: "'flowc' starts this program for its commands 'run' and 'pool'.",
        version: FlowCompiler.version,
        subcommands: [RunCommand.self, PoolCommand.self])

    /// Runs the program that the arguments describe.
    static func main() async { await runProgram() }
}

/// `flowc run`, for the conversations that `flowc` does not run itself.
struct RunCommand: AsyncParsableCommand {
    static let configuration = RunOptions.configuration

    @OptionGroup var options: RunOptions

    /// Runs the flow in the line protocol, with a user at a terminal, or with lines `name=value`.
    func run() async throws {
        let source = try TableSource.loadWithSource(options.file, options: options.findings.compilerOptions)
        let table = source.table
        if options.json {
            try await converseInProtocol(table)
        } else if Console.isTerminal(.standardInput) {
            try await converseWithUser(table, try texts(of: source.compilation))
        } else {
            try await converseInLines(table)
        }
    }

    /// Runs the flow for a program that speaks the line protocol.
    private func converseInProtocol(_ table: TransitionTable) async throws {
        let write = Writer { Console.write($0) }
        let mailbox = DriverMailbox { write(SafeText(json: $0.json) + "\n") }
        let parts = try await RunParts(options, table, driver: mailbox) {
            Console.error(MessageText.text($0) + "\n")
        }
        // A driver that acts as the service already receives the whole request.
        let requestTracer = options.service == .scripted ? nil : ProtocolConversation.tracer(write)
        let adapter = RunnerAdapter(
            table, parts, tracer: tracer(to: Writer { Console.error($0) }, and: requestTracer),
            notify: ProtocolConversation.notifier(write))
        await ProtocolConversation(adapter, mailbox: mailbox, lines: .standardInput(), write: write).run()
    }

    /// Runs the flow for a user at a terminal.
    private func converseWithUser(_ table: TransitionTable, _ texts: FlowTexts) async throws {
        let write = Writer { Console.write($0) }
        let style = TerminalStyle.standardOutput
        let redactions = Redactions()
        let prompter = Prompter(lines: .standardInput(), write: write)
        let played = PlayedService(prompter: prompter, write: write, style: style, texts: texts)
        let parts = try await RunParts(options, table, driver: played) { message in
            write(style.notice("✉ \(MessageText.text(message))") + "\n")
        }
        if let note = parts.note { write(style.dim("\(note)\n")) }
        let playedTracer = Self.tracer(of: options, style, write)
        let adapter = RunnerAdapter(
            table, parts,
            tracer: tracer(
                to: Writer { write(style.dim("  " + $0)) },
                and: { event in
                    redactions.record(event)
                    playedTracer(event)
                }), notify: { write(TerminalText.text(.notify($0))) })
        var choices = InteractiveDriver.Options()
        choices.showsTokens = options.showTokens
        choices.asksAll = options.ask == .all
        var conversation = InteractiveDriver(
            adapter, redactions: redactions, prompter: prompter, write: write, style: style, texts: texts,
            played: played, options: choices)
        await conversation.run()
    }

    /// Returns what people read about the flow: the texts beside it, and those in its source.
    /// - Throws: an exit code if the file of texts cannot be read, or does not contain texts by language.
    private func texts(of compilation: Compilation?) throws -> FlowTexts {
        let file = try TextsFile.path(besideFlow: options.file).map { path in try TextsFile.read(path) }
        return FlowTexts(
            guide: compilation.flatMap(FlowGuide.init), texts: file ?? .null,
            language: FlowTexts.language(ProcessInfo.processInfo.environment))
    }

    /// Returns a tracer that writes the requests and the calls of handlers that the user answers, without secrets.
    private static func tracer(of options: RunOptions, _ style: TerminalStyle, _ write: Writer) -> FlowTracer {
        { event in
            switch event {
            case .called(let request) where options.service == .scripted:
                write("\n" + style.bold("→ \(request.operation)") + " \(SafeText(json: request.body))\n")
            case .handling(let work) where options.handlers == .external:
                write("\n" + style.bold("→ handler \(work.handler)") + " \(SafeText(json: work.inputs))\n")
            default: break
            }
        }
    }

    /// Runs the flow with lines `name=value` from a standard input that is not a terminal.
    private func converseInLines(_ table: TransitionTable) async throws {
        let write = Writer { Console.write($0) }
        let mailbox = DriverMailbox { write(TerminalText.text($0)) }
        let parts = try await RunParts(options, table, driver: mailbox) { message in
            write("✉ " + MessageText.text(message) + "\n")
        }
        if let note = parts.note { Console.error("\(note)\n") }
        let adapter = RunnerAdapter(
            table, parts, tracer: tracer(to: Writer { Console.error($0) }, and: nil),
            notify: { write(TerminalText.text(.notify($0))) })
        var conversation = PlainConversation(adapter, lines: .standardInput(), write: write)
        await conversation.run()
    }

    /// Returns a tracer that writes events if `--trace` is set, and forwards them to another tracer if there is one.
    private func tracer(to write: Writer, and other: FlowTracer?) -> FlowTracer {
        { [trace = options.trace] event in
            if trace { write("\(event.description)\n") }
            other?(event)
        }
    }
}

extension RunnerAdapter {
    /// Creates an adapter with the service, handlers, limits and inputs of a run.
    fileprivate init(
        _ table: TransitionTable, _ parts: RunParts, tracer: @escaping FlowTracer,
        notify: @escaping @Sendable (FlowNotification) async -> Void
    ) {
        self.init(
            table, handlers: parts.handlers, service: parts.service, limits: parts.limits, inputs: parts.inputs,
            tracer: tracer, notify: notify)
    }
}
