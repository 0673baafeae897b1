import FlowCore
import FlowRuntime
import FlowTool

/// Drives a flow for a user at a terminal.
///
/// It shows each step and asks for its values.
package struct InteractiveDriver: Sendable {
    private let adapter: RunnerAdapter
    private let prompter: Prompter
    private let write: Writer
    private let words: StepLabels
    private let redactions: Redactions
    private let showsTokens: Bool
    /// The account of a set-up.
    private var account = ""
    /// The secrets of a set-up that was shown. After a wrong code they are not shown again.
    private var pictured: [String] = []

    /// Creates a conversation that has not started.
    /// - Parameters:
    ///   - adapter: the flow; its tracer must feed these redactions.
    ///   - redactions: identifies secrets.
    ///   - prompter: asks the user.
    ///   - write: writes to the user.
    ///   - style: the text style.
    ///   - showsTokens: whether secrets at the end are shown in full.
    package init(
        _ adapter: RunnerAdapter, redactions: Redactions, prompter: Prompter, write: Writer, style: TerminalStyle,
        showsTokens: Bool
    ) {
        self.adapter = adapter
        self.redactions = redactions
        self.prompter = prompter
        self.write = write
        words = StepLabels(style: style)
        self.showsTokens = showsTokens
    }

    /// Runs until the user leaves.
    package mutating func run() async {
        write(words.style.bold("Flow '\(adapter.table.name)'") + words.style.dim("   :help lists the commands") + "\n")
        repeat {
            guard let first = await start() else { return }
            guard await converse(from: first) else { return }
        } while true
    }

    /// Asks for the inputs until the flow accepts them.
    /// - Returns: nil if the user leaves.
    private mutating func start() async -> FlowStep? {
        write("\n" + words.style.bold("Start") + "\n")
        while true {
            switch await questions(adapter.startAsks, ["help", "quit"]) {
            case .answers(let inputs):
                account = inputs.first { $0.value.string != nil }?.value.string ?? account
                let step = await adapter.start(inputs)
                guard case .refused(let refusal) = step else { return step }
                write(words.refusal(refusal))
            case .command, .startAgain, .leave: return nil
            }
        }
    }

    /// Runs from step to step.
    /// - Returns: whether to start again; otherwise the user leaves.
    private mutating func converse(from first: FlowStep) async -> Bool {
        var step = first
        while true {
            switch step {
            case .end(let outcome):
                show(outcome)
                return await wantsMore()
            case .present(let presentation): show(presentation)
            case .refused(let refusal): write(words.refusal(refusal))
            }
            // After a rejection the previous step remains.
            guard let standing = await adapter.runner.step?.presentation else { return true }
            switch await questions(standing.asks, ["help", "restart", "quit"] + adapter.commands()) {
            case .answers(let answers): step = await adapter.runner.submit(.object(answers))
            case .command(let name): step = await adapter.runner.send(name)
            case .startAgain: return true
            case .leave: return false
            }
        }
    }

    private func questions(_ asks: [FlowAsk], _ commands: [String]) async -> Questions.Wish {
        var questions = Questions(asks, commands: commands, prompter: prompter, write: write, words: words)
        return await questions.ask()
    }

    private func wantsMore() async -> Bool {
        let question = "Start again? " + words.style.dim("(Enter for yes, n for no) ")
        write("\n")
        while let line = await prompter.ask(question) {
            switch line.lowercased() {
            case "", "y", "yes", ":restart": return true
            case "n", "no", ":quit": return false
            default: continue
            }
        }
        write("\n")
        return false
    }

    // MARK: Showing

    private mutating func show(_ step: FlowPresentation) {
        account = step.parameters["username"]?.string ?? account
        write("\n" + words.style.bold("■ \(StepLabels.heading(step.step))") + "\n" + words.error(step.error))
        let secrets = redactions.secrets(in: step.parameters)
        guard let picture = SetUpPicture.text(secrets, account: account) else {
            write(words.parameters(step.parameters))
            return
        }
        write(words.parameters(step.parameters, except: Set(secrets.map(\.name))))
        let texts = secrets.compactMap(\.value.string)
        if texts != pictured { write(picture) }
        pictured = texts
    }

    private func show(_ outcome: FlowOutcome) {
        let step: SafeText = outcome.step.isEmpty ? "" : " (\(outcome.step))"
        write("\n" + words.style.bold("● \(outcome.name)\(step)") + "\n" + words.error(outcome.error))
        write(words.parameters(showsTokens ? outcome.parameters : withoutSecrets(outcome.parameters)))
    }

    /// The outcome's values, with the claims of tokens instead of tokens.
    private func withoutSecrets(_ parameters: JSONValue) -> JSONValue {
        let secrets = Set(redactions.secrets(in: parameters).map(\.name))
        return .object(
            (parameters.members ?? []).map { member in
                secrets.contains(member.name) ? JSONMember(member.name, TokenWords.words(member.value)) : member
            })
    }
}
