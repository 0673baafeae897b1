import FlowCompiler
import FlowCore
import FlowRuntime
import FlowTool

/// Runs a flow for a user at a terminal: shows each step, and asks for its values.
package struct InteractiveDriver: Sendable {
    private let adapter: RunnerAdapter
    private let prompter: Prompter
    private let write: Writer
    private let labels: StepLabels
    private var presenter: StepPresenter
    private let asksAll: Bool
    /// The user as the service, or nil if another service replies.
    private let played: PlayedService?
    /// What the user has chosen for the conversation.
    package struct Options: Sendable {
        /// Whether tokens and other secrets are shown in full at the end.
        package var showsTokens = false
        /// Whether the user is asked optional questions, too.
        package var asksAll = false

        package init() {}
    }

    /// Creates a conversation that has not started.
    /// - Parameters:
    ///   - adapter: runs the flow; its tracer must pass its events to `redactions`.
    ///   - redactions: identifies the secrets among the values of a step.
    ///   - prompter: reads the user's lines.
    ///   - write: writes steps and prompts to the terminal.
    ///   - style: whether the terminal shows colors.
    ///   - texts: what people read about the flow's steps.
    ///   - played: the service of the adapter, if the user acts as the service.
    ///   - options: what the user has chosen for the conversation.
    package init(
        _ adapter: RunnerAdapter, redactions: Redactions, prompter: Prompter, write: Writer, style: TerminalStyle,
        texts: FlowTexts = FlowTexts(), played: PlayedService? = nil, options: Options = Options()
    ) {
        self.adapter = adapter
        self.prompter = prompter
        self.write = write
        labels = StepLabels(style: style, texts: texts)
        presenter = StepPresenter(labels, redactions: redactions, write: write, showsTokens: options.showsTokens)
        self.played = played
        asksAll = options.asksAll
    }

    /// Runs the flow until the user leaves. After each end, the user can start the flow again.
    package mutating func run() async {
        await played?.connect(to: adapter.runner)
        while let first = await startFlow() {
            guard await converse(from: first) else { return }
            write("\n")
        }
    }

    /// Asks the user for the inputs of the start until the flow accepts them, and starts the flow.
    ///
    /// If there is no question, starts the flow at once, except with `asksAll` or after a refusal. The first input text
    /// that is no secret becomes the account name, until a step shows the username.
    /// - Returns: the first step, or nil if the user leaves before the start. The result can be a refusal if the user
    ///   leaves, starts again or cancels during a call of the scripted service.
    private mutating func startFlow() async -> FlowStep? {
        let style = labels.style
        write(style.bold("Flow '\(adapter.table.name)'") + style.dim("   :help lists the commands") + "\n")
        var asksAll = asksAll
        while true {
            let round = Questions.Round(
                asks: adapter.startAsks, commands: CommandHelp.beforeStart, asksAll: asksAll,
                asksSecrets: !adapter.beginsWithStep)
            // After a refusal, the user must have a say, or the start would be repeated forever.
            let needsNoInput = round.questions.isEmpty && !asksAll
            let response: Questions.Response = if needsNoInput { .answers([]) } else { await askQuestions(round) }
            switch response {
            case .answers(let inputs):
                let secretNames = Set(round.asks.filter(\.isSecret).map(\.name))
                let open = inputs.filter { !secretNames.contains($0.name) }
                presenter.begin(as: open.lazy.compactMap(\.value.string).first)
                let step = await adapter.start(inputs)
                guard case .refused(let refusal) = step, await !hasUserInterrupted() else { return step }
                write(labels.refusal(refusal))
                asksAll = true
            // Before the start, the user can only leave.
            case .command, .startAgain, .leave, .timedOut: return nil
            }
        }
    }

    /// Shows steps and asks for answers until the flow ends or the user leaves.
    /// - Returns: whether to start the flow again. It is false if the user leaves.
    private mutating func converse(from first: FlowStep) async -> Bool {
        var step = first
        while true {
            switch await played?.takeWish() {
            case .leave?: return false
            case .startAgain?: return true
            case .step(let next)?: step = next
            case nil: break
            }
            switch step {
            case .end(let outcome):
                presenter.show(outcome)
                return await wantsToStartAgain()
            case .present(let presentation): await show(presentation)
            case .refused(let refusal): write(labels.refusal(refusal))
            }
            // After a refusal, the flow is still at the previous step. If there is none, the flow starts again.
            guard let currentStep = await adapter.runner.step?.presentation else { return true }
            switch await answer(currentStep) {
            case .answers(let answers): step = await adapter.runner.submit(.object(answers))
            case .command(let name): step = await adapter.runner.send(name)
            case .startAgain: return true
            case .leave: return false
            // The next step may have timed out as well.
            case .timedOut(let next): step = await adapter.runner.step ?? next
            }
        }
    }

    /// Asks the questions of a step, and returns the user's response. If a timeout has entered another step meanwhile,
    /// returns that step.
    private func answer(_ step: FlowPresentation) async -> Questions.Response {
        let watch = ExpiryWatch(adapter.runner) { [write] in
            write("\n  The time is up. Press Enter to continue.\n")
        }
        let response = await askQuestions(await questions(of: step, watchedBy: watch))
        return await watch.stop().map { .timedOut($0) } ?? response
    }

    /// Shows a step that was just presented.
    private mutating func show(_ step: FlowPresentation) async {
        let status = await adapter.status(labels.texts.guide, timeLimit: step.timeLimit)
        presenter.show(step, state: await adapter.runner.currentState, status: status)
    }

    /// Returns the questions of a step, with the commands that the step accepts and the words that it refuses now.
    private func questions(of step: FlowPresentation, watchedBy watch: ExpiryWatch) async -> Questions.Round {
        let commands = CommandHelp.atStep(await adapter.acceptedCommands(), labels.texts)
        let state = await adapter.runner.currentState
        return Questions.Round(
            asks: step.asks, commands: commands, state: state, asksAll: asksAll,
            refused: await adapter.refusedWords(of: step.asks),
            status: { [adapter, guide = labels.texts.guide] in await adapter.status(guide).text }, expiry: watch)
    }

    /// Asks the questions of a round, and returns the user's response.
    private func askQuestions(_ round: Questions.Round) async -> Questions.Response {
        var questions = Questions(round, prompter: prompter, write: write, labels: labels)
        return await questions.ask()
    }

    /// Returns whether the user, as the service, entered a command that ended the request instead of a reply.
    private func hasUserInterrupted() async -> Bool { await played?.hasWish == true }

    /// Asks the user whether to start the flow again, and returns the answer. The end of the input counts as no.
    private func wantsToStartAgain() async -> Bool {
        let question = "Start again? " + labels.style.dim("(Enter for yes, n for no) ")
        write("\n")
        while let line = await prompter.ask(question) {
            switch line.lowercased() {
            case "", "y", "yes", ":restart": return true
            case "n", "no", ":quit": return false
            default: write(labels.problem("press Enter to start again, or enter n to leave"))
            }
        }
        write("\n")
        return false
    }
}

/// Notices when the time limit of a step expires while the user is typing.
struct ExpiryWatch: Sendable {
    private let entered: Guarded<FlowStep?>
    private let task: Task<Void, Never>

    /// Watches the step that a runner presents.
    /// - Parameters:
    ///   - runner: the runner, which waits for an answer.
    ///   - announce: tells the user that the time is up.
    init(_ runner: FlowRunner<ContinuousClock>, announce: @escaping @Sendable () -> Void) {
        let entered = Guarded(FlowStep?.none)
        self.entered = entered
        task = Task {
            guard let step = await runner.expiry() else { return }
            entered.withLock { $0 = step }
            announce()
        }
    }

    /// The step that the timeout has entered, or its refusal; nil if the limit has not expired.
    var enteredStep: FlowStep? { entered.withLock { $0 } }

    /// Ends the watch, and returns the step that the timeout has entered, or its refusal; nil if there was no timeout.
    func stop() async -> FlowStep? {
        task.cancel()
        await task.value
        return enteredStep
    }
}
