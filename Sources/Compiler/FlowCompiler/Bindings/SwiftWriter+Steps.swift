/// A step or an outcome, which a host receives with values and possibly with an error.
protocol Presented: SwiftNamed {
    /// The documentation of its type.
    var summary: String { get }
    /// The values that the host receives.
    var shown: [HostInterface.Value] { get }
    /// The errors that can lead to it.
    var errors: HostInterface.ErrorTypes { get }
}

extension Presented {
    /// Whether reading a turn can fail, because a turn of this kind must have an error or a certain value.
    fileprivate var readingCanFail: Bool {
        errors.isPossible && !errors.isOptional || shown.contains { !$0.isOptional && !$0.type.isCollection }
    }
}

extension SwiftWriter {
    // MARK: Enumerations

    /// Writes the enumeration of the steps, with the initializer that reads a step of the runner.
    func writeStepEnumeration(_ code: inout CodeWriter) {
        code.doc("A step that the flow presents, or the end of the flow.")
        code.block("\(access)enum Step: TypedStep, Redacted") { code in
            writeCases(of: interface.steps, &code)
            code.doc("The flow has ended.")
            code.line("case ended(Outcome)")
            code.line()
            code.doc("Creates the step of a turn, or returns nil if the turn belongs to another flow.")
            code.block("\(access)init?(_ turn: FlowTurn)") { writeTurnReading(&$0) }
        }
        code.line()
    }

    /// Writes a case for each step.
    func writeCases(of steps: [HostInterface.Step], _ code: inout CodeWriter) {
        for step in steps {
            code.doc("The step `\(step.name)`.")
            code.line("case \(step.memberName)(\(step.typeName))")
        }
    }

    /// Writes the statements that find the case of a turn.
    private func writeTurnReading(_ code: inout CodeWriter) {
        code.switch("turn.content") { code in
            code.line("case .step(let presentation):")
            code.indented { writeSwitch("presentation.step", interface.steps, as: "step", &$0) }
            code.line("case .end(let outcome):")
            code.indented { code in
                code.line("guard let outcome = Outcome(outcome.name, turn) else { return nil }")
                code.line("self = .ended(outcome)")
            }
        }
    }

    /// Writes a switch that creates the case of a step or an outcome by its name. `local` is the variable of its value.
    private func writeSwitch(_ subject: String, _ members: [any Presented], as local: String, _ code: inout CodeWriter)
    {
        code.switch(subject) { code in
            for member in members {
                code.line("case \(SwiftLiteral.string(member.name)):")
                code.indented { code in
                    guard member.readingCanFail else {
                        return code.line("self = .\(member.plainMemberName)(\(member.typeName)(turn))")
                    }
                    code.line("guard let \(local) = \(member.typeName)(turn) else { return nil }")
                    code.line("self = .\(member.plainMemberName)(\(local))")
                }
            }
            code.line("default: return nil")
        }
    }

    mutating func writeOutcomeEnumeration(_ code: inout CodeWriter) {
        code.doc("An outcome of the flow.")
        code.block("\(access)enum Outcome: Sendable, Redacted") { code in
            for outcome in interface.outcomes {
                code.doc("The outcome `\(outcome.name)`.")
                code.line("case \(outcome.memberName)(\(outcome.typeName))")
            }
            code.line()
            code.doc("Creates the outcome of a turn by its name, or returns nil if the flow has no such outcome.")
            code.block("fileprivate init?(_ name: String, _ turn: FlowTurn)") { code in
                writeSwitch("name", interface.outcomes, as: "outcome", &code)
            }
            for outcome in interface.outcomes {
                code.line()
                writeType(of: outcome, in: "Outcome.", &code) { writer, code in writer.write(outcome.commands, &code) }
            }
        }
        code.line()
    }

    // MARK: Types

    /// Writes the type of a step, with the functions that answer it.
    mutating func write(_ step: HostInterface.Step, _ code: inout CodeWriter) {
        writeType(of: step, in: "", &code) { writer, code in
            if step.isLimited {
                code.line()
                code.doc(
                    "The time until the step expires, or nil if it has no time limit or is no longer the current step.")
                code.line("\(writer.access)var timeLeft: Duration? { get async { await turn.timeLeft } }")
            }
            if let answers = step.answers { writer.writeSubmit(answers, &code) }
            writer.write(step.commands, &code)
        }
        code.line()
    }

    /// Writes the type of a step or an outcome: its values, its error, its turn, and the functions that `calls` writes.
    ///
    /// `scope` is empty, or the name of the enclosing type with a dot.
    private mutating func writeType(
        of part: some Presented, in scope: String, _ code: inout CodeWriter,
        _ calls: (SwiftWriter, inout CodeWriter) -> Void
    ) {
        code.doc(part.summary)
        code.block("\(access)struct \(part.typeName): Sendable, Redacted") { code in
            writeErrorKind(part.errors, scope + part.typeName, &code)
            writeProperties(of: part, &code)
            code.line()
            writeReading(of: part, &code)
            calls(self, &code)
        }
    }

    /// Writes the properties of a step or an outcome.
    private func writeProperties(of part: some Presented, _ code: inout CodeWriter) {
        for value in part.shown {
            code.doc("The value `\(value.name)`" + (value.isOptionalProperty ? ", or nil if it is absent." : "."))
            code.line("\(access)let \(value.memberName): \(value.shownType)")
        }
        if part.errors.isPossible {
            let absence = part.errors.isOptional ? ", or nil if there was none" : ""
            code.doc("The error that led here" + absence + ".")
            code.line("\(access)let error: FlowFailure<ErrorKind>" + (part.errors.isOptional ? "?" : ""))
        }
        code.line("private let turn: FlowTurn")
    }

    /// Writes the initializer that reads the properties of a step or an outcome from a turn.
    private func writeReading(of part: some Presented, _ code: inout CodeWriter) {
        let failure = part.readingCanFail ? ", or returns nil if it lacks a required value or error" : ""
        code.doc("Reads the values of a turn" + failure + ".")
        code.block("fileprivate init\(part.readingCanFail ? "?" : "")(_ turn: FlowTurn)") { code in
            for value in part.shown {
                for line in value.reading(from: "turn") { code.line(line) }
            }
            if part.errors.isPossible, part.errors.isOptional {
                code.line("error = FlowFailure(turn.error)")
            } else if part.errors.isPossible {
                code.line("guard let error = FlowFailure<ErrorKind>(turn.error) else { return nil }")
                code.line("self.error = error")
            }
            code.line("self.turn = turn")
        }
    }

    /// Writes the enumeration of the possible errors, if any, or an alias for an equal one. `owner` encloses it.
    private mutating func writeErrorKind(
        _ errors: HostInterface.ErrorTypes, _ owner: String, _ code: inout CodeWriter
    ) {
        guard errors.isPossible else { return }
        // The cases do not depend on whether there can also be no error.
        var key = errors
        key.isOptional = true
        code.doc("The kinds of errors that can lead here.")
        if let known = errorKinds[key] {
            code.line("\(access)typealias ErrorKind = \(known).ErrorKind")
            return code.line()
        }
        errorKinds[key] = owner
        code.block("\(access)enum ErrorKind: FlowErrorKind") { code in
            writeErrorCases(errors, &code)
            code.line()
            writeErrorReading(errors, &code)
        }
        code.line()
    }

    /// Writes a case for each named error and, if errors of other types are possible, a case for these.
    private func writeErrorCases(_ errors: HostInterface.ErrorTypes, _ code: inout CodeWriter) {
        for (type, name) in errors.cases {
            code.doc("The error `\(type)`.")
            code.line("case \(name)")
        }
        if errors.allowsOthers {
            code.doc("An error of another type.")
            code.line("case other(String)")
        }
    }

    /// Writes the initializer that finds the case of an error type.
    private func writeErrorReading(_ errors: HostInterface.ErrorTypes, _ code: inout CodeWriter) {
        code.doc("Creates the kind for an error type, or returns nil if no error of this type can lead here.")
        code.block("\(access)init?(type: String)") { code in
            code.switch("type") { code in
                for (type, name) in errors.cases {
                    code.line("case \(SwiftLiteral.string(type)): self = .\(name)")
                }
                code.line(errors.allowsOthers ? "default: self = .other(type)" : "default: return nil")
            }
        }
    }

    // MARK: Calls

    private func writeSubmit(_ answers: [HostInterface.Input], _ code: inout CodeWriter) {
        code.line()
        writeFields(of: answers, "The names of the answers.", &code)
        writeChoices(of: answers, &code)
        writeRules(of: answers, &code)
        code.doc(
            """
            Submits the answers to the step.
            - Returns: the next step.
            - Throws: `FlowRefusal`. Unless it is `superseded` or `notHandled`, the step remains current.
            """)
        code.function("\(access)func submit", answers.answerParameters, "async throws(FlowRefusal) -> Step") { code in
            guard !answers.isEmpty else {
                return code.line("try Step(answering: await turn.submit(FlowValues()))")
            }
            collect(answers, &code)
            code.line("return try Step(answering: await turn.submit(values))")
        }
    }

    /// Writes a constant for each answer with a length, a pattern or the type `digits`.
    private func writeRules(of answers: [HostInterface.Input], _ code: inout CodeWriter) {
        for answer in answers {
            guard let rule = answer.ruleExpression else { continue }
            code.doc("The texts that `\(answer.name)` accepts.")
            code.line("\(access)static let \(answer.plainMemberName)Rule = \(rule)")
            code.line()
        }
    }

    /// Writes a function for each command.
    private func write(_ commands: [HostInterface.Command], _ code: inout CodeWriter) {
        for command in commands {
            var text = command.summary
            if !command.refusals.isEmpty {
                let codes = command.refusals.map { "`\($0)`" }.joined(separator: " or ")
                text += " If the flow does not allow the command, the refusal is \(codes)."
            }
            code.line()
            code.doc(
                """
                \(text)
                - Returns: the next step.
                - Throws: `FlowRefusal`. Unless it is `superseded` or `notHandled`, the step remains current.
                """)
            let parameters = command.takesError ? ["error: (type: String, message: String)? = nil"] : []
            let argument = command.takesError ? ", error: error" : ""
            code.function(
                "\(access)func \(command.memberName)", parameters, "async throws(FlowRefusal) -> Step"
            ) { code in
                code.line(
                    "try Step(answering: await turn.send(\(SwiftLiteral.string(command.name))\(argument)))")
            }
        }
    }
}
