import FlowCompiler
import FlowCore
import FlowTesting
import FlowTool

/// A command that the user can enter, and what it does.
struct CommandHelp: Sendable {
    /// The command without its colon.
    let name: String
    let meaning: String

    private static let help = CommandHelp(name: "help", meaning: "lists the commands")
    private static let quit = CommandHelp(name: "quit", meaning: "leaves flowc")
    private static let restart = CommandHelp(name: "restart", meaning: "abandons this sign-in, and starts again")
    private static let cancelReply = CommandHelp(
        name: ProtocolLine.cancel, meaning: "cancels the sign-in during the request")

    /// The commands before the flow starts.
    static let beforeStart = [help, quit]
    /// The commands while the user plays the service.
    static let duringRequest = [help, cancelReply, restart, quit]

    /// Returns the commands at a step: those of the conversation, and those that the flow accepts, with their effects.
    static func atStep(_ accepted: [(name: String, effect: FlowOutput?)], _ texts: FlowTexts) -> [CommandHelp] {
        let own = accepted.map { name, effect in
            CommandHelp(name: name, meaning: meaning(of: name, effect, texts))
        }
        return [help] + own + [restart, quit]
    }

    /// Returns what a command of the flow is for, and where it leads.
    private static func meaning(of name: String, _ effect: FlowOutput?, _ texts: FlowTexts) -> String {
        let purpose = texts.command(name)
        let target: String? =
            switch effect {
            case .call(let request)?: "sends \(request.operation)"
            case .present(let step)?: "leads to '\(texts.heading(of: step.step))'"
            case .end(let outcome)?: "ends with '\(outcome.name)'"
            case .handle(let work)?: "calls the handler \(work.handler)"
            case .notify, .refused, nil: nil
            }
        return [purpose, target].compactMap(\.self).joined(separator: " — ")
    }

    /// Returns the list of commands, one per line. With `canSet`, the list contains `:set`.
    static func list(_ commands: [CommandHelp], _ style: TerminalStyle, canSet: Bool) -> SafeText {
        var rows = commands.map { (":" + $0.name, $0.meaning) }
        if canSet { rows.append((":set name=value", "sets an answer, even an optional one")) }
        let width = rows.map(\.0.count).max() ?? 0
        return rows.map { command, meaning in
            let blanks = String(repeating: " ", count: width - command.count + 2)
            return "    \(command)\(blanks)" + style.dim("\(meaning)") + "\n"
        }.joined()
    }
}
