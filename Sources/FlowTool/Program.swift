package import ArgumentParser
import FlowDiagnostics

extension AsyncParsableCommand {
    /// Runs the program with its arguments, and ends it if that fails. What the argument parser says is written as any other text is.
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

    /// The parser takes a command that there is not for an unexpected argument.
    private static func misspeltCommand(in arguments: [String]) -> ValidationError? {
        let names = configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
        guard arguments.count > 1, !arguments[1].hasPrefix("-"), !names.contains(arguments[1]) else { return nil }
        return ValidationError("there is no command '\(arguments[1])'" + NearNames.question(arguments[1], among: names))
    }
}

extension NearNames {
    /// `; did you mean 'NAME'?`, or nothing if no name is near.
    package static func question(_ name: String, among candidates: [String]) -> String {
        let near = suggest(name, among: candidates).map { "'\($0)'" }.joined(separator: ", ")
        return near.isEmpty ? "" : "; did you mean \(near)?"
    }
}
