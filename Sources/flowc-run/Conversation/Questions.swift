import FlowCore
import FlowTool

/// One round of questions for a step or a start.
struct Questions {
    /// What the user wants after a round.
    enum Wish {
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

    /// Asks all questions, unless the user enters a command or leaves.
    mutating func ask() async -> Wish {
        let optionalNames = asks.filter { !Self.shouldAsk($0) }.map(\.name)
        if !optionalNames.isEmpty {
            write(labels.style.dim("  also: \(optionalNames.joined(separator: ", "))  (:set name=value)") + "\n")
        }
        let questions = Self.sorted(asks.filter(Self.shouldAsk))
        if questions.isEmpty, let wish = await waitForEnter() { return wish }
        for ask in questions {
            if let wish = await askUntilAnswered(ask) { return wish }
        }
        return .answers(answers)
    }

    /// Returns whether to ask a question: an optional one only if users probably know the answer.
    private static func shouldAsk(_ ask: FlowAsk) -> Bool {
        ask.isRequired || ["secret", "choice"].contains(ask.type)
    }

    /// Sorts questions: required ones first, then optional secrets, then other optional ones.
    private static func sorted(_ asks: [FlowAsk]) -> [FlowAsk] {
        let optional = asks.filter { !$0.isRequired }
        return asks.filter(\.isRequired) + optional.filter { $0.type == "secret" }
            + optional.filter { $0.type != "secret" }
    }

    /// Waits until the user presses Enter or enters a command.
    /// - Returns: nil if the user has pressed Enter.
    private mutating func waitForEnter() async -> Wish? {
        while true {
            guard let line = await prompter.ask("  Press Enter to continue: ") else { return leave() }
            if line.isEmpty { return nil }
            if let wish = execute(line) { return wish }
        }
    }

    /// Asks a question until it is answered or skipped, or the user enters a command.
    /// - Returns: nil if the question is answered or skipped.
    private mutating func askUntilAnswered(_ ask: FlowAsk) async -> Wish? {
        let isSecret = ask.type == "secret"
        if !ask.words.isEmpty { write(labels.choices(ask)) }
        while !answers.contains(where: { $0.name == ask.name }) {
            guard let line = await prompter.ask(labels.question(ask), isSecret: isSecret) else { return leave() }
            if isCommand(line, isSecret: isSecret) {
                if let wish = execute(line) { return wish }
            } else if !line.isEmpty {
                setAnswer(line, to: ask)
            } else if !ask.isRequired {
                return nil
            }
        }
        return nil
    }

    /// Ends the current line, since the input has ended.
    private func leave() -> Wish {
        write("\n")
        return .leave
    }

    /// Stores the answer to a question, in place of an earlier one.
    private mutating func setAnswer(_ text: String, to ask: FlowAsk) {
        answers.removeAll { $0.name == ask.name }
        answers.append(JSONMember(ask.name, AnswerText.value(Self.choice(for: text, in: ask), of: ask.type)))
    }

    /// Returns the choice with the number that a text is, or the text itself.
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

    /// Executes a command.
    /// - Returns: nil if the conversation continues with the same question.
    private mutating func execute(_ line: String) -> Wish? {
        if line.hasPrefix(":set ") {
            executeSet(String(line.dropFirst(5)))
            return nil
        }
        let name = String(line.dropFirst())
        guard line.hasPrefix(":"), commands.contains(name) else {
            write("  Unknown command '\(line)'; :help lists the commands.\n")
            return nil
        }
        switch name {
        case "help":
            write("  Commands: \((commands + ["set name=value"]).map { ":" + $0 }.joined(separator: "  "))\n")
            return nil
        case "quit": return .leave
        case "restart": return .startAgain
        default: return .command(name)
        }
    }

    /// Stores the answer of a command `:set name=value`.
    private mutating func executeSet(_ assignment: String) {
        guard let wish = InputWish(argument: assignment), let ask = asks.first(where: { $0.name == wish.name }) else {
            write("  :set takes name=value, with one of: \(asks.map(\.name).joined(separator: ", "))\n")
            return
        }
        setAnswer(wish.value, to: ask)
    }
}
