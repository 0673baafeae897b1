import ArgumentParser
import FlowTool

/// `flowc run`, which runs a conversation with a scripted service, or starts `flowc-run` for any other.
struct Run: ParsableCommand {
    static let configuration = RunOptions.configuration

    @OptionGroup var options: RunOptions

    /// Runs the conversation here or, if it needs cryptography or a network, in `flowc-run`.
    func run() throws {
        guard options.runsWithoutCompanion else { throw Companion.start(Array(CommandLine.arguments.dropFirst())) }
        let table = try TableSource.load(options.file, options: options.findings.compilerOptions)
        let isExternal = options.handlers == .external
        if options.json {
            var conversation = LineConversation(table, externalHandlers: isExternal, echoes: options.echo)
            conversation.run()
        } else {
            var conversation = TerminalConversation(table, externalHandlers: isExternal)
            conversation.run()
        }
    }
}
