import FlowCore
import FlowTool

/// One round of questions for a step or a start, required ones first.
struct Questions {
    /// The user's choice after a round.
    enum Wish {
        case answers([JSONMember])
        case command(String)
        case startAgain
        case leave
    }

    private let asks: [FlowAsk]
    /// The commands of the flow and the conversation, without colon.
    private let commands: [String]
    private let prompter: Prompter
    private let write: Writer
    private let words: StepLabels
    private var given: [JSONMember] = []

    /// Creates a round that has not started.
    init(_ asks: [FlowAsk], commands: [String], prompter: Prompter, write: Writer, words: StepLabels) {
        self.asks = asks
        self.commands = commands
        self.prompter = prompter
        self.write = write
        self.words = words
    }

    /// Asks until everything is answered, or the user wishes something else.
    mutating func ask() async -> Wish {
        let others = asks.filter { !Self.isAskedFor($0) }.map(\.name)
        if !others.isEmpty {
            write(words.style.dim("  also: \(others.joined(separator: ", "))  (:set name=value)") + "\n")
        }
        let asked = Self.inOrder(asks.filter { Self.isAskedFor($0) })
        if asked.isEmpty, let wish = await confirm() { return wish }
        for ask in asked {
            if let wish = await answer(to: ask) { return wish }
        }
        return .answers(given)
    }

    /// Whether to ask: for optional values only if users probably know them.
    private static func isAskedFor(_ ask: FlowAsk) -> Bool {
        ask.isRequired || ["secret", "choice"].contains(ask.type)
    }

    /// Sorts asks: required ones, then those users know by heart, then others.
    private static func inOrder(_ asks: [FlowAsk]) -> [FlowAsk] {
        let free = asks.filter { !$0.isRequired }
        return asks.filter(\.isRequired) + free.filter { $0.type == "secret" } + free.filter { $0.type != "secret" }
    }

    /// Waits for Enter if there is nothing to answer.
    private mutating func confirm() async -> Wish? {
        while true {
            guard let line = await prompter.ask("  Press Enter to continue: ") else { return leave() }
            if line.isEmpty { return nil }
            if let wish = carryOut(line) { return wish }
        }
    }

    /// Asks one question until it is answered, skipped or interrupted by a command.
    private mutating func answer(to ask: FlowAsk) async -> Wish? {
        let isSecret = ask.type == "secret"
        if !ask.words.isEmpty { write(words.choices(ask)) }
        while !given.contains(where: { $0.name == ask.name }) {
            guard let line = await prompter.ask(words.question(ask), isSecret: isSecret) else { return leave() }
            if isCommand(line, isSecret: isSecret) {
                if let wish = carryOut(line) { return wish }
            } else if !line.isEmpty {
                give(ask, line)
            } else if !ask.isRequired {
                return nil
            }
        }
        return nil
    }

    private func leave() -> Wish {
        write("\n")
        return .leave
    }

    private mutating func give(_ ask: FlowAsk, _ text: String) {
        given.removeAll { $0.name == ask.name }
        given.append(JSONMember(ask.name, AnswerText.value(Self.word(text, ask), of: ask.type)))
    }

    /// The word of a choice, for its number.
    private static func word(_ text: String, _ ask: FlowAsk) -> String {
        guard let number = Int(text), ask.words.indices.contains(number - 1), !ask.words.contains(text) else {
            return text
        }
        return ask.words[number - 1]
    }

    // MARK: Commands

    /// Whether a line is a command.
    ///
    /// A secret may start with a colon, so there only an exact command is one.
    private func isCommand(_ line: String, isSecret: Bool) -> Bool {
        line.hasPrefix(":") && (!isSecret || commands.contains(String(line.dropFirst())))
    }

    /// Executes a command.
    /// - Returns: nil if the question remains.
    private mutating func carryOut(_ line: String) -> Wish? {
        if line.hasPrefix(":set ") {
            set(String(line.dropFirst(5)))
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

    private mutating func set(_ text: String) {
        guard let wish = InputWish(argument: text), let ask = asks.first(where: { $0.name == wish.name }) else {
            write("  :set takes name=value, with one of: \(asks.map(\.name).joined(separator: ", "))\n")
            return
        }
        give(ask, wish.value)
    }
}
