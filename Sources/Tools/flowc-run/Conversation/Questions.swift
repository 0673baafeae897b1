import FlowCompiler
import FlowCore
import FlowDiagnostics
import FlowDiagrams
import FlowRuntime
import FlowTable
import FlowTool

/// One round of questions for a step or a start.
struct Questions {
    /// The user's response to a round.
    enum Response {
        case answers([JSONMember])
        /// The name of a command of the flow.
        case command(String)
        /// The user entered `:restart`.
        case startAgain
        /// The user entered `:quit`, or the input ended.
        case leave
        /// The time limit of the step expired before the user answered, which led to this step.
        case timedOut(FlowStep)
    }

    /// What the questions belong to.
    struct Round {
        let asks: [FlowAsk]
        /// The commands of the flow and of the conversation.
        var commands: [CommandHelp]
        /// The number of the step's state, or nil at the start.
        var state: Int?
        /// Whether optional questions are asked, too.
        var asksAll: Bool
        /// Whether optional secrets are asked, such as a password without which no sign-in succeeds.
        var asksSecrets = true
        /// The words of the step's only choice that the flow refuses now, each with the code of the refusal.
        var refused: [String: String] = [:]
        /// Returns how much time and how many attempts are left.
        var status: @Sendable () async -> SafeText = { "" }
        /// Notices when the time limit of the step expires; nil at the start.
        var expiry: ExpiryWatch?

        var questions: [FlowAsk] { asks.filter(isAsked) }

        /// Returns whether the user is asked a question: a required one, a secret without a default, or any if
        /// `asksAll` is set. Optional secrets count only if `asksSecrets` is set.
        ///
        /// Users rarely know the answers to other questions. They can set them with `:set`.
        func isAsked(_ ask: FlowAsk) -> Bool {
            asksAll || ask.isRequired || asksSecrets && ask.type == "secret" && ask.fallback == nil
        }
    }

    private let round: Round
    private let prompter: Prompter
    private let write: Writer
    private let labels: StepLabels
    private var answers: [JSONMember] = []

    /// Creates a round that has not started.
    init(_ round: Round, prompter: Prompter, write: Writer, labels: StepLabels) {
        self.round = round
        self.prompter = prompter
        self.write = write
        self.labels = labels
    }

    /// Asks the user the questions that need an answer, and mentions the others.
    /// - Returns: the answers, or the response that ended the round early: to a command, a timeout or the end of the
    ///   input.
    mutating func ask() async -> Response {
        let questions = Self.sorted(round.questions)
        if !optionalNames.isEmpty { write(labels.style.dim("  \(optionalSummary)") + "\n") }
        if questions.isEmpty, let response = await waitForEnter() { return response }
        for ask in questions {
            if let response = await askUntilAnswered(ask) { return response }
        }
        return .answers(answers)
    }

    /// The names of the questions that are not asked, each with its default if it has one.
    private var optionalNames: [String] {
        round.asks.filter { !round.isAsked($0) }.map { ask in ask.name + (ask.fallback.map { "=" + $0 } ?? "") }
    }

    /// A line about the questions that are not asked. The line names the questions only if they are few.
    private var optionalSummary: String {
        let names = optionalNames
        if names.count > Self.namedCount { return "\(names.count) optional values  (:help lists them)" }
        return "optional: \(names.joined(separator: ", "))  (:set name=value)"
    }

    /// The number of optional questions up to which they are named before the first question.
    private static let namedCount = 3

    /// Returns questions in the order in which to ask them. Required questions come before optional ones, and optional
    /// secrets before other optional ones.
    private static func sorted(_ asks: [FlowAsk]) -> [FlowAsk] {
        let optional = asks.filter { !$0.isRequired }
        return asks.filter(\.isRequired) + optional.filter { $0.type == "secret" }
            + optional.filter { $0.type != "secret" }
    }

    /// Waits until the user presses Enter or enters a command.
    /// - Returns: nil if the user has pressed Enter, otherwise the response to a command, a timeout or the end of the
    ///   input.
    private mutating func waitForEnter() async -> Response? {
        while true {
            guard let line = await prompter.ask("  Press Enter to continue: ") else { return leaveAtEnd() }
            if let next = round.expiry?.enteredStep { return .timedOut(next) }
            if line.isEmpty { return nil }
            if let response = await execute(line) { return response }
        }
    }

    /// Asks a question until it is answered or skipped, or the user enters a command.
    /// - Returns: nil if the question is answered or skipped, otherwise the response to a command, a timeout or the end
    ///   of the input.
    private mutating func askUntilAnswered(_ ask: FlowAsk) async -> Response? {
        let isSecret = ask.isSecret
        if !ask.words.isEmpty { write(labels.choices(of: ask, refused: round.refused)) }
        while !answers.contains(where: { $0.name == ask.name }) {
            let prompt = labels.prompt(for: ask, pattern: pattern(of: ask), isAtStart: round.state == nil)
            guard let line = await prompter.ask(prompt, isSecret: isSecret) else { return leaveAtEnd() }
            if let next = round.expiry?.enteredStep { return .timedOut(next) }
            if isCommand(line, isSecret: isSecret) {
                if let response = await execute(line) { return response }
            } else if line.isEmpty, !ask.isRequired {
                return nil
            } else if line.isEmpty {
                write(labels.problem("'\(ask.name)' is required"))
            } else {
                setAnswer(line, to: ask)
            }
        }
        return nil
    }

    /// Writes a line feed, since the input ended within a prompt, and returns ``Response/leave``.
    private func leaveAtEnd() -> Response {
        write("\n")
        return .leave
    }

    /// Stores the answer to a question, in place of an earlier one, or writes what is wrong with it.
    private mutating func setAnswer(_ text: String, to ask: FlowAsk) {
        let answer = AnswerCheck.choice(for: text, in: ask)
        let requirements = labels.requirements(of: ask, pattern: pattern(of: ask))
        if let problem = AnswerCheck.problem(with: answer, in: ask, requirements: requirements) {
            let hint = hasCommand(text) ? "; the command is :\(text)" : ""
            return write(labels.problem(problem + hint))
        }
        answers.removeAll { $0.name == ask.name }
        answers.append(JSONMember(ask.name, AnswerText.value(answer, of: ask.type)))
    }

    /// Returns the pattern of a question's answer, or nil if it has none or the source is unknown.
    private func pattern(of ask: FlowAsk) -> String? { labels.texts.guide?.pattern(of: ask.name, at: round.state) }

    // MARK: Commands

    /// Returns whether a line is a command.
    ///
    /// A secret may start with a colon. The answer to a secret is therefore a command only if the command exists.
    private func isCommand(_ line: String, isSecret: Bool) -> Bool {
        line.hasPrefix(":") && (!isSecret || hasCommand(String(line.dropFirst())))
    }

    private func hasCommand(_ name: String) -> Bool { round.commands.contains { $0.name == name } }

    /// Executes a command, or writes that it is unknown.
    /// - Returns: the response that ends the round, or nil if the round continues with the same question.
    private mutating func execute(_ line: String) async -> Response? {
        let setPrefix = ":set "
        if line.hasPrefix(setPrefix) {
            executeSet(String(line.dropFirst(setPrefix.count)))
            return nil
        }
        let name = String(line.dropFirst())
        guard line.hasPrefix(":"), hasCommand(name) else {
            let near = NearNames.suggestion(for: name, among: round.commands.map(\.name))
            write("  Unknown command '\(line)'\(near.isEmpty ? "; :help lists the commands." : near)\n")
            return nil
        }
        switch name {
        case "help":
            await writeHelp()
            return nil
        case "quit": return .leave
        case "restart": return .startAgain
        default: return .command(name)
        }
    }

    /// Writes what is left of the step's limits, and the commands.
    private func writeHelp() async {
        let status = await round.status()
        if !status.isEmpty { write("  \(status)\n") }
        let names = optionalNames
        if !names.isEmpty { write("  Optional: \(names.joined(separator: ", "))\n") }
        write("  Commands:\n" + CommandHelp.list(round.commands, labels.style, canSet: !round.asks.isEmpty))
    }

    /// Stores the answer that a command `:set name=value` contains, or writes that the command is invalid.
    private mutating func executeSet(_ text: String) {
        guard let input = InputSetting(argument: text), let ask = round.asks.first(where: { $0.name == input.name })
        else {
            let names = round.asks.map(\.name).joined(separator: ", ")
            if names.isEmpty { return write("  There are no answers to set here.\n") }
            return write("  :set takes name=value, with one of these names: \(names)\n")
        }
        setAnswer(input.value, to: ask)
    }
}

extension FlowAsk {
    /// Whether no terminal may show the answer.
    var isSecret: Bool { SlotType.allCases.contains { $0.isSecret && $0.name == type } }
}

/// Checks an answer as soon as the user has typed it. At the submission, the flow repeats the check, and tests guards.
enum AnswerCheck {
    /// Returns the choice that a text selects by its number, beginning with 1.
    /// - Returns: the text itself if it is a choice, or if no choice has its number.
    static func choice(for text: String, in ask: FlowAsk) -> String {
        guard let number = Int(text), ask.words.indices.contains(number - 1), !ask.words.contains(text) else {
            return text
        }
        return ask.words[number - 1]
    }

    /// Returns what is wrong with an answer, or nil if the ask permits it. The result does not contain the answer.
    ///
    /// `requirements` says what the answer must be, in a few words each.
    static func problem(with text: String, in ask: FlowAsk, requirements: [String]) -> String? {
        let value = AnswerText.value(text, of: ask.type)
        switch ask.type {
        // Any text is a list.
        case "list": return nil
        case "map":
            if case .object = value { return nil }
            return "'\(ask.name)' must be a JSON object, such as {\"key\": \"value\"}"
        case "flag":
            if case .bool = value { return nil }
            return "'\(ask.name)' must be true or false"
        default: break
        }
        do throws(FlowRefusal) {
            try ask.check(text)
            return nil
        } catch {
            let isChoice = [.notAChoice, .notOffered].contains(error.reason)
            if isChoice { return error.message + choices(near: text, of: ask) }
            return error.message + (requirements.isEmpty ? "" : ": " + requirements.joined(separator: ", "))
        }
    }

    /// Returns the end of a message with the choices that are similar to an answer, or with all if none is.
    private static func choices(near text: String, of ask: FlowAsk) -> String {
        if ask.words.isEmpty { return ": no choice is offered" }
        let suggestion = NearNames.suggestion(for: text, among: ask.words)
        return suggestion.isEmpty ? ": " + ask.words.joined(separator: ", ") : suggestion
    }
}
