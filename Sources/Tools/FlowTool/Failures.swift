package import ArgumentParser
import FlowDiagnostics
import FlowCompiler
package import FlowSyntax

/// Reports failures to read or write files.
package enum Failures {
    /// Writes to standard error that a file cannot be read, and returns the exit code.
    package static func reportUnreadable(_ path: String, _ failure: LoadFailure) -> ExitCode {
        Console.report(failure.message(about: path))
        return .unusableFile
    }

    /// Calls a function that writes files.
    /// - Throws: `unusableFile` if the function fails, after the path and the reason are written to standard error.
    static func reporting(_ body: () throws(WriteFailure) -> Void) throws(ExitCode) {
        do throws(WriteFailure) {
            try body()
        } catch {
            Console.report(error.message)
            throw .unusableFile
        }
    }
}

extension ParsableCommand {
    /// Parses the program's arguments and runs the command. If that fails, writes the message and exits the program.
    ///
    /// The command runs on the main thread: glibc enlarges the heap of another thread page by page, with a system call
    /// for each.
    package static func runProgram() {
        Console.unblockSignals()
        do {
            var command = try parsedCommand()
            try command.run()
        } catch {
            report(error)
        }
    }

    /// Parses the program's arguments.
    fileprivate static func parsedCommand() throws -> any ParsableCommand {
        Console.checkOutputAtExit()
        if let error = unknownCommandError(CommandLine.arguments) { throw error }
        return try parseAsRoot()
    }

    /// Writes the message of an error, and exits the program.
    ///
    /// Untrusted text in the messages of the argument parser is escaped, as in all other output.
    fileprivate static func report(_ error: any Error) -> Never {
        let code = exitCode(for: error)
        let message = SafeText(lines: fullMessage(for: error))
        if !message.isEmpty {
            if code.isSuccess { Console.write(message + "\n") } else { Console.error(message + "\n") }
        }
        exit(withError: code)
    }

    /// Returns the error about an unknown command among the arguments, or nil if there is none.
    ///
    /// The argument parser itself would report an unknown command as an unexpected argument, or ignore it after `help`.
    private static func unknownCommandError(_ arguments: [String]) -> ValidationError? {
        var command: any ParsableCommand.Type = self
        for (index, word) in arguments.dropFirst().enumerated() {
            let commands = command.configuration.subcommands
            guard !word.hasPrefix("-"), !commands.isEmpty else { return nil }
            if index == 0, word == helpCommand { continue }
            if let next = commands.first(where: { $0.configuration.commandName == word }) {
                command = next
                continue
            }
            let names = commands.compactMap { $0.configuration.commandName } + (index == 0 ? [helpCommand] : [])
            return ValidationError("unknown command '\(word)'" + NearNames.suggestion(for: word, among: names))
        }
        return nil
    }

    /// The command that the argument parser adds to the others.
    private static var helpCommand: String { "help" }
}

extension AsyncParsableCommand {
    /// Parses the program's arguments and runs the command, which may wait. If that fails, writes the message and exits
    /// the program.
    package static func runProgram() async {
        do {
            var command = try parsedCommand()
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch {
            report(error)
        }
    }
}

extension NearNames {
    /// Returns the end of a message about an unknown name: `; did you mean 'NAME'?`. It is empty if no candidate is
    /// similar to the name.
    package static func suggestion(for name: String, among candidates: [String]) -> String {
        let near = suggest(name, among: candidates).map { "'\($0)'" }.joined(separator: " or ")
        return near.isEmpty ? "" : "; did you mean \(near)?"
    }
}
