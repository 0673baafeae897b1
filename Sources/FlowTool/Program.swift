package import ArgumentParser
import FlowDiagnostics

extension AsyncParsableCommand {
    /// Runs the program, and exits if it fails.
    ///
    /// The argument parser's messages are written like any other text.
    package static func runProgram() async {
        Console.checkOutputAtExit()
        do {
            if let error = misspeltCommand(in: CommandLine.arguments) { throw error }
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

    /// The error for an unknown command, which the parser reports as unexpected argument.
    private static func misspeltCommand(in arguments: [String]) -> ValidationError? {
        let names = configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
        guard arguments.count > 1, !arguments[1].hasPrefix("-"), !names.contains(arguments[1]) else { return nil }
        return ValidationError("unknown command '\(arguments[1])'" + NearNames.question(arguments[1], among: names))
    }
}

extension NearNames {
    /// `; did you mean 'NAME'?`, or an empty text if no name is similar.
    package static func question(_ name: String, among candidates: [String]) -> String {
        let near = suggest(name, among: candidates).map { "'\($0)'" }.joined(separator: " or ")
        return near.isEmpty ? "" : "; did you mean \(near)?"
    }
}
