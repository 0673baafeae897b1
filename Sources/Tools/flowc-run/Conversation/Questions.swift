import FlowCompiler
import FlowCore
import FlowTool

/// One round of questions for a step or a start.
struct Questions {
    /// The user's response to a round.
    enum Response {
        case answers([JSONMember])
        case command(String)
        case startAgain
        case leave
    }

    private let asks: [FlowAsk]
    /// The commands of the flow and of the conversation, without their colon.
    private let commands: [String]
    private let prompter: Prompter
    private let write: Writer
    private let labels: StepLabels
    private var answers: [JSONMember] = []

    /// Creates a round that has not started.
    init(_ asks: [FlowAsk], commands: [String], prompter: Prompter, write: Writer, labels: StepLabels) {
        self.asks = asks
        self.commands = commands
        self.prompter = prompter
        self.write = write
        self.labels = labels
    }

    /// Asks the user the questions that need an answer, and lists the names of the others.
    /// - Returns: the answers, or the command that ended the round.
    mutating func ask() async -> Response {
        let unaskedNames = asks.filter { !Self.isAsked($0) }.map(\.name)
        if !unaskedNames.isEmpty {
            let list = unaskedNames.joined(separator: ", ")
            write(labels.style.dim("  also: \(list)  (:set name=value)") + "\n")
        }
        let questions = Self.sorted(asks.filter(Self.isAsked))
        if questions.isEmpty, let response = await waitForEnter() { return response }
        for ask in questions {
            if let response = await askUntilAnswered(ask) { return response }
        }
        return .answers(answers)
    }

    /// Returns whether the user is asked a question. This is so if it is required, a secret or a choice.
    ///
    /// Users rarely know the answers to other questions. They can set them with `:set`.
    private static func isAsked(_ ask: FlowAsk) -> Bool {
        ask.isRequired || ["secret", "choice"].contains(ask.type)
    }

    /// Returns questions in the order in which to ask them. Required questions come before optional ones, and optional
    /// secrets before other optional ones.
    private static func sorted(_ asks: [FlowAsk]) -> [FlowAsk] {
        let optional = asks.filter { !$0.isRequired }
        return asks.filter(\.isRequired) + optional.filter { $0.type == "secret" }
            + optional.filter { $0.type != "secret" }
    }

    /// Waits until the user presses Enter or enters a command.
    /// - Returns: the command, or nil if the user has pressed Enter.
    private mutating func waitForEnter() async -> Response? {
        while true {
            guard let line = await prompter.ask("  Press Enter to continue: ") else { return leaveAtEnd() }
            if line.isEmpty { return nil }
            if let response = execute(line) { return response }
        }
    }

    /// Asks a question until it is answered or skipped, or the user enters a command.
    /// - Returns: the command, or nil if the question is answered or skipped.
    private mutating func askUntilAnswered(_ ask: FlowAsk) async -> Response? {
        let isSecret = ask.type == "secret"
        if !ask.words.isEmpty { write(labels.choices(of: ask)) }
        while !answers.contains(where: { $0.name == ask.name }) {
            guard let line = await prompter.ask(labels.prompt(for: ask), isSecret: isSecret) else {
                return leaveAtEnd()
            }
            if isCommand(line, isSecret: isSecret) {
                if let response = execute(line) { return response }
            } else if !line.isEmpty {
                setAnswer(line, to: ask)
            } else if !ask.isRequired {
                return nil
            }
        }
        return nil
    }

    /// Writes a line feed, since the input ended within a prompt, and returns ``Response/leave``.
    private func leaveAtEnd() -> Response {
        write("\n")
        return .leave
    }

    /// Stores the answer to a question. Replaces an earlier answer.
    private mutating func setAnswer(_ text: String, to ask: FlowAsk) {
        answers.removeAll { $0.name == ask.name }
        answers.append(JSONMember(ask.name, AnswerText.value(Self.choice(for: text, in: ask), of: ask.type)))
    }

    /// Returns the choice that a text selects by its number, beginning with 1.
    /// - Returns: the text itself if it is a choice, or if no choice has its number.
    private static func choice(for text: String, in ask: FlowAsk) -> String {
        guard let number = Int(text), ask.words.indices.contains(number - 1), !ask.words.contains(text) else {
            return text
        }
        return ask.words[number - 1]
    }

    // MARK: Commands

    /// Returns whether a line is a command.
    ///
    /// A secret may start with a colon. The answer to a secret is therefore a command only if the command exists.
    private func isCommand(_ line: String, isSecret: Bool) -> Bool {
        line.hasPrefix(":") && (!isSecret || commands.contains(String(line.dropFirst())))
    }

    /// Executes a command, or writes that it is unknown.
    /// - Returns: the response that ends the round, or nil if the round continues with the same question.
    private mutating func execute(_ line: String) -> Response? {
        let setPrefix = ":set "
        if line.hasPrefix(setPrefix) {
            executeSet(String(line.dropFirst(setPrefix.count)))
            return nil
        }
        let name = String(line.dropFirst())
        guard line.hasPrefix(":"), commands.contains(name) else {
            write("  Unknown command '\(line)'; :help lists the commands.\n")
            return nil
        }
        switch name {
        case "help":
            let list = (commands + ["set name=value"]).map { ":" + $0 }.joined(separator: "  ")
            write("  Commands: \(list)\n")
            return nil
        case "quit": return .leave
        case "restart": return .startAgain
        default: return .command(name)
        }
    }

    /// Stores the answer that a command `:set name=value` contains, or writes that the command is invalid.
    private mutating func executeSet(_ assignment: String) {
        guard let input = InputWish(argument: assignment), let ask = asks.first(where: { $0.name == input.name })
        else {
            let names = asks.map(\.name).joined(separator: ", ")
            write("  :set takes name=value, with one of these names: \(names)\n")
            return
        }
        setAnswer(input.value, to: ask)
    }
}
