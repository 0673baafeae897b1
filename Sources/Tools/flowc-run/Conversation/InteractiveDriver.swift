import FlowCompiler
import FlowCore
package import FlowRuntime
import FlowTool
import Foundation

/// Runs a flow for a user at a terminal: shows each step, and asks for its values.
package struct InteractiveDriver: Sendable {
    private let adapter: RunnerAdapter
    private let prompter: Prompter
    private let write: Writer
    private let labels: StepLabels
    private let redactions: Redactions
    private let showsTokens: Bool
    /// The account name to show when an authenticator app is set up.
    private var account = ""
    /// The secrets of the set-up that was shown last, which is not shown again after a wrong code.
    private var shownSetUpSecrets: [String] = []

    /// Creates a conversation that has not started.
    /// - Parameters:
    ///   - adapter: runs the flow; its tracer must pass its events to `redactions`.
    ///   - redactions: identifies the secrets among the values of a step.
    ///   - prompter: reads the user's lines.
    ///   - write: writes steps and prompts to the terminal.
    ///   - style: whether the terminal shows colors.
    ///   - showsTokens: whether tokens and other secrets are shown in full at the end.
    package init(
        _ adapter: RunnerAdapter, redactions: Redactions, prompter: Prompter, write: Writer, style: TerminalStyle,
        showsTokens: Bool
    ) {
        self.adapter = adapter
        self.redactions = redactions
        self.prompter = prompter
        self.write = write
        labels = StepLabels(style: style)
        self.showsTokens = showsTokens
    }

    /// Runs the flow until the user leaves. After each end, the user can start the flow again.
    package mutating func run() async {
        let style = labels.style
        write(style.bold("Flow '\(adapter.table.name)'") + style.dim("   :help lists the commands") + "\n")
        while let first = await startFlow() {
            guard await converse(from: first) else { return }
        }
    }

    /// Asks the user for the inputs of the start until the flow accepts them, and starts the flow.
    ///
    /// The first text among the inputs becomes the account name, until a step shows the username.
    /// - Returns: the first step, or nil if the user leaves.
    private mutating func startFlow() async -> FlowStep? {
        write("\n" + labels.style.bold("Start") + "\n")
        while true {
            switch await askQuestions(adapter.startAsks, commands: ["help", "quit"]) {
            case .answers(let inputs):
                account = inputs.first { $0.value.string != nil }?.value.string ?? account
                let step = await adapter.start(inputs)
                guard case .refused(let refusal) = step else { return step }
                write(labels.refusal(refusal))
            case .command, .startAgain, .leave: return nil
            }
        }
    }

    /// Shows steps and asks for answers until the flow ends or the user leaves.
    /// - Returns: whether to start the flow again. It is false if the user leaves.
    private mutating func converse(from first: FlowStep) async -> Bool {
        var step = first
        while true {
            switch step {
            case .end(let outcome):
                show(outcome)
                return await wantsToStartAgain()
            case .present(let presentation): show(presentation)
            case .refused(let refusal): write(labels.refusal(refusal))
            }
            // After a refusal, the flow is still at the previous step.
            guard let currentStep = await adapter.runner.step?.presentation else { return true }
            let commands = await ["help", "restart", "quit"] + adapter.acceptedCommands()
            switch await askQuestions(currentStep.asks, commands: commands) {
            case .answers(let answers): step = await adapter.runner.submit(.object(answers))
            case .command(let name): step = await adapter.runner.send(name)
            case .startAgain: return true
            case .leave: return false
            }
        }
    }

    /// Asks the questions of a step, and returns the user's response.
    private func askQuestions(_ asks: [FlowAsk], commands: [String]) async -> Questions.Response {
        var questions = Questions(asks, commands: commands, prompter: prompter, write: write, labels: labels)
        return await questions.ask()
    }

    /// Asks the user whether to start the flow again, and returns the answer. The end of the input counts as no.
    private func wantsToStartAgain() async -> Bool {
        let question = "Start again? " + labels.style.dim("(Enter for yes, n for no) ")
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

    /// Shows the heading, error and values of a step.
    ///
    /// If a value is the secret of an authenticator app, shows the set-up in place of the secrets, and only once.
    private mutating func show(_ step: FlowPresentation) {
        account = step.parameters["username"]?.string ?? account
        write("\n" + labels.style.bold("■ \(StepLabels.heading(step.step))") + "\n" + labels.error(step.error))
        let secrets = redactions.secrets(in: step.parameters)
        guard let setUp = SetUpPicture.text(for: secrets, account: account) else {
            write(labels.parameters(step.parameters))
            return
        }
        write(labels.parameters(step.parameters, except: Set(secrets.map(\.name))))
        let setUpSecrets = secrets.compactMap(\.value.string)
        if setUpSecrets != shownSetUpSecrets { write(setUp) }
        shownSetUpSecrets = setUpSecrets
    }

    /// Shows the name, step, error and values of the flow's end, with secrets only if `showsTokens` is set.
    private func show(_ outcome: FlowOutcome) {
        let step: SafeText = outcome.step.isEmpty ? "" : " (\(outcome.step))"
        write("\n" + labels.style.bold("● \(outcome.name)\(step)") + "\n" + labels.error(outcome.error))
        write(labels.parameters(showsTokens ? outcome.parameters : replacingSecrets(in: outcome.parameters)))
    }

    /// Returns the values of an outcome, with descriptions in place of secrets.
    private func replacingSecrets(in parameters: JSONValue) -> JSONValue {
        let secretNames = Set(redactions.secrets(in: parameters).map(\.name))
        let members = (parameters.members ?? []).map { member in
            guard secretNames.contains(member.name) else { return member }
            return JSONMember(member.name, TokenWords.description(of: member.value))
        }
        return .object(members)
    }
}

/// Identifies the secrets among the values of the current step.
///
/// Traces redact secrets. A value that differs between the step and its trace is therefore a secret.
package final class Redactions: @unchecked Sendable {
    private let lock = NSLock()
    /// The values of the current step in the trace, accessed only under the lock.
    private var tracedValues: JSONValue = .object([])

    /// Creates redactions before the first step.
    package init() {}

    /// Stores the values of a trace event that shows a step or an end, and ignores other events.
    package func record(_ event: FlowTraceEvent) {
        switch event {
        case .presented(let step): lock.withLock { tracedValues = step.parameters }
        case .ended(let outcome): lock.withLock { tracedValues = outcome.parameters }
        default: break
        }
    }

    /// Returns the secrets among the values of the current step or end.
    func secrets(in parameters: JSONValue) -> [JSONMember] {
        let traced = lock.withLock { tracedValues }
        return (parameters.members ?? []).filter { traced[$0.name] != $0.value }
    }
}
