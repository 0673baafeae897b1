package import ArgumentParser
import FlowDiagnostics

extension AsyncParsableCommand {
    /// Parses the program's arguments and runs the command. If that fails, it writes the message and exits the program.
    ///
    /// Untrusted text in the messages of the argument parser is escaped, as in all other output.
    package static func runProgram() async {
        Console.checkOutputAtExit()
        do {
            if let error = unknownCommandError(CommandLine.arguments) { throw error }
            var command = try parseAsRoot()
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch {
            let code = exitCode(for: error)
            let message = SafeText(lines: fullMessage(for: error))
            if !message.isEmpty {
                if code.isSuccess { Console.out(message + "\n") } else { Console.error(message + "\n") }
            }
            exit(withError: code)
        }
    }

    /// Returns an error if the first argument is an unknown command, or nil if it is a command or an option.
    ///
    /// The argument parser itself reports such a command as an unexpected argument.
    private static func unknownCommandError(_ arguments: [String]) -> ValidationError? {
        let names = configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
        guard arguments.count > 1, !arguments[1].hasPrefix("-"), !names.contains(arguments[1]) else { return nil }
        let suggestion = NearNames.suggestion(for: arguments[1], among: names)
        return ValidationError("unknown command '\(arguments[1])'" + suggestion)
    }
}

extension NearNames {
    /// Returns the end of a message, `; did you mean 'NAME'?`, or an empty text if no candidate is similar to the name.
    package static func suggestion(for name: String, among candidates: [String]) -> String {
        let near = suggest(name, among: candidates).map { "'\($0)'" }.joined(separator: " or ")
        return near.isEmpty ? "" : "; did you mean \(near)?"
    }
}
