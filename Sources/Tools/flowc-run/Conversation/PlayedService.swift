import FlowCompiler
import FlowCore
import FlowDiagrams
package import FlowRuntime
import FlowTable
import FlowTesting
import FlowTool

/// Lets the user act as the service, and as the handlers if their results come from lines of input.
///
/// While the flow waits for a reply, the conversation reads no lines, unless a time limit interrupted its question.
package actor PlayedService: ServiceDriver {
    /// What the user wants instead of replying.
    enum Wish: Sendable {
        case leave, startAgain
        /// The user has canceled the sign-in, which led to this step.
        case step(FlowStep)
    }

    private let prompter: Prompter
    private let write: Writer
    private let labels: StepLabels
    private var runner: FlowRunner<ContinuousClock>?
    private var wish: Wish?

    /// Whether the user wanted something else than to reply to the last request.
    var hasWish: Bool { wish != nil }

    /// Creates a service that reads replies from a prompter.
    package init(prompter: Prompter, write: Writer, style: TerminalStyle, texts: FlowTexts) {
        self.prompter = prompter
        self.write = write
        labels = StepLabels(style: style, texts: texts)
    }

    /// Sets the runner that sends the requests.
    func connect(to runner: FlowRunner<ContinuousClock>) { self.runner = runner }

    /// Returns what the user wanted instead of replying to the last request, once; nil if the user has replied.
    func takeWish() -> Wish? {
        defer { wish = nil }
        return wish
    }

    // MARK: The service

    /// Asks the user for the reply to a request, and returns it. If a command has ended the wait, or the user leaves,
    /// the result is the error of a service that does not answer.
    package func call(_ request: FlowRequest) async -> FlowReply {
        guard wish == nil else { return Self.noAnswer }
        // The request interrupts a question only if a time limit has led to it.
        if await prompter.isAsking { write("\n  The time is up.\n") }
        let state = await runner?.currentState
        let menu = ReplyMenu(state.flatMap { labels.texts.guide?.replies(at: $0) } ?? [])
        write("  You are the service. Choose a reply:\n" + menu.list(labels.style))
        while let line = await prompter.ask("  reply: ") {
            if line.hasPrefix(":") {
                if await execute(line, help: ReplyMenu.syntax) { return Self.noAnswer }
                continue
            }
            switch menu.selection(line) {
            case .reply(let reply, let shown):
                write(labels.style.dim("  ← \(SafeText(json: shown))") + "\n")
                return reply
            case .mistake(let message): write(labels.problem(message))
            }
        }
        leaveAtEnd()
        return Self.noAnswer
    }

    private static let noAnswer = FlowReply.error(
        type: ReservedError.noAnswer.rawValue, message: "the user did not reply")

    // MARK: The handlers

    /// Asks the user for the outputs of a handler.
    /// - Throws: the failure that the user names, or `noResult` if the user leaves, starts again or cancels.
    package func handle(_ work: FlowWork) async throws(FlowHandlerFailure) -> FlowHandlerOutputs {
        guard wish == nil else { throw Self.noResult }
        write("  You are the handler. Enter its results, or :fail and the name of a failure.\n")
        var outputs: [JSONMember] = []
        for (port, type) in zip(work.outputs, work.outputTypes) {
            let isRequired = work.requiredOutputs.contains(port)
            if let value = try await result(port, of: type, isRequired: isRequired) {
                outputs.append(JSONMember(port, value))
            }
        }
        // The user can make a handler without outputs fail, too.
        if work.outputs.isEmpty { _ = try await result("done", of: .text, isRequired: false) }
        return FlowHandlerOutputs(.object(outputs))
    }

    /// Asks for the value of one output, and returns it; nil if the user skips an output that is not required.
    /// - Throws: the failure that the user names, or `noResult` if the user leaves, starts again or cancels.
    private func result(
        _ port: String, of type: SlotType, isRequired: Bool
    ) async throws(FlowHandlerFailure) -> JSONValue? {
        let hint: SafeText = isRequired ? "" : " " + labels.style.dim("(Enter to skip)")
        while let line = await prompter.ask("  \(port)\(hint): ", isSecret: type.isSecret) {
            let failPrefix = ":fail "
            if line.hasPrefix(failPrefix) {
                throw FlowHandlerFailure(String(line.dropFirst(failPrefix.count)), "the user made the handler fail")
            }
            if line.hasPrefix(":"), !type.isSecret {
                if await execute(line, help: "    :fail NAME makes the handler report the failure NAME.\n") {
                    throw Self.noResult
                }
            } else if !line.isEmpty {
                return AnswerText.value(line, of: type.name)
            } else if !isRequired {
                return nil
            }
        }
        leaveAtEnd()
        throw Self.noResult
    }

    private static let noResult = FlowHandlerFailure(.noResult, "the user did not enter a result")

    // MARK: Commands

    /// Executes a command.
    /// - Returns: whether the command ends the wait for the reply or the result.
    private func execute(_ line: String, help: SafeText) async -> Bool {
        let commands = CommandHelp.duringRequest
        switch line {
        case ":help": write(help + "  Commands:\n" + CommandHelp.list(commands, labels.style, canSet: false))
        case ":quit": wish = .leave
        case ":restart": wish = .startAgain
        case ":cancel":
            guard let step = await runner?.cancel() else { break }
            if case .refused(let refusal) = step { write(labels.refusal(refusal)) } else { wish = .step(step) }
        default: write("  Unknown command '\(line)'; :help lists the commands.\n")
        }
        return wish != nil
    }

    /// Writes a line feed, since the input ended within a prompt, and leaves.
    private func leaveAtEnd() {
        write("\n")
        wish = .leave
    }
}

/// A program or a person who acts as a flow's service and handlers.
package protocol ServiceDriver: FlowService {
    /// Returns the outputs of a handler.
    /// - Throws: the failure of the handler.
    func handle(_ work: FlowWork) async throws(FlowHandlerFailure) -> FlowHandlerOutputs
}
