extension SwiftWriter {
    // MARK: Enumerations

    /// Writes the enumeration of the steps.
    func writeStepEnumeration(_ code: inout CodeWriter) {
        code.doc("A step that the flow presents, or the end of the flow.")
        code.block("\(access)enum Step: TypedStep, Redacted") { code in
            for step in interface.steps {
                code.doc("The step `\(step.name)`.")
                code.line("case \(step.memberName)(\(step.typeName))")
            }
            code.doc("The flow has ended.")
            code.line("case ended(Outcome)")
            code.line()
            code.doc("Creates the step of a turn, or returns nil if the turn belongs to another flow.")
            code.block("\(access)init?(_ turn: FlowTurn)") { code in
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
        }
        code.line()
    }

    /// Writes a switch that creates the case of a step or an outcome by its name. `local` is the variable of its value.
    private func writeSwitch(_ subject: String, _ members: [any SwiftNamed], as local: String, _ code: inout CodeWriter)
    {
        code.switch(subject) { code in
            for member in members {
                code.line("case \(SwiftLiteral.string(member.name)):")
                code.indented { code in
                    code.line("guard let \(local) = \(member.typeName)(turn) else { return nil }")
                    code.line("self = .\(member.plainMemberName)(\(local))")
                }
            }
            code.line("default: return nil")
        }
    }

    /// Writes the enumeration of the outcomes, with their types in it.
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
                writeTurnType(
                    outcome, "Outcome.", outcome.summary, outcome.shown, outcome.errors, &code
                ) { writer, code in writer.write(outcome.commands, &code) }
            }
        }
        code.line()
    }

    // MARK: Types

    /// Writes the type of a step.
    mutating func write(_ step: HostInterface.Step, _ code: inout CodeWriter) {
        writeTurnType(step, "", step.summary, step.shown, step.errors, &code) { writer, code in
            if step.isLimited {
                code.line()
                code.doc("The time until the step expires, or nil if the step is no longer the current one.")
                code.line("\(writer.access)var timeLeft: Duration? { get async { await turn.timeLeft } }")
            }
            if let answers = step.answers { writer.writeSubmit(answers, &code) }
            writer.write(step.commands, &code)
        }
        code.line()
    }

    /// Writes a type with the shown values, the error and the turn, and then its calls.
    private mutating func writeTurnType(
        _ owner: some SwiftNamed, _ scope: String, _ text: String, _ shown: [HostInterface.Value],
        _ errors: HostInterface.ErrorTypes, _ code: inout CodeWriter,
        _ calls: (SwiftWriter, inout CodeWriter) -> Void
    ) {
        code.doc(text)
        code.block("\(access)struct \(owner.typeName): Sendable, Redacted") { code in
            writeErrorKind(errors, scope + owner.typeName, &code)
            for value in shown {
                code.doc("The value `\(value.name)`" + (value.isOptionalProperty ? ", or nil if it is absent." : "."))
                code.line("\(access)let \(value.memberName): \(value.shownType)")
            }
            if errors.isPossible {
                let absence = errors.isOptional ? ", or nil if there was none" : ""
                code.doc("The error that led here" + absence + ".")
                code.line("\(access)let error: FlowFailure<ErrorKind>" + (errors.isOptional ? "?" : ""))
            }
            code.line("private let turn: FlowTurn")
            code.line()
            code.doc("Reads the values of a turn, or returns nil if the turn lacks a required value.")
            code.block("fileprivate init?(_ turn: FlowTurn)") { code in
                for value in shown { for line in value.reading(from: "turn") { code.line(line) } }
                if errors.isPossible {
                    if errors.isOptional {
                        code.line("error = FlowFailure(turn.error)")
                    } else {
                        code.line("guard let error = FlowFailure<ErrorKind>(turn.error) else { return nil }")
                        code.line("self.error = error")
                    }
                }
                code.line("self.turn = turn")
            }
            calls(self, &code)
        }
    }

    /// Writes the enumeration of the errors, or an alias for one with the same cases.
    private mutating func writeErrorKind(
        _ errors: HostInterface.ErrorTypes, _ owner: String, _ code: inout CodeWriter
    ) {
        guard errors.isPossible else { return }
        var key = errors
        key.isOptional = true
        code.doc("The kinds of errors that can lead here.")
        if let known = errorKinds[key] {
            code.line("\(access)typealias ErrorKind = \(typeName).\(known).ErrorKind")
            return code.line()
        }
        errorKinds[key] = owner
        code.block("\(access)enum ErrorKind: FlowErrorKind") { code in
            for type in errors.named {
                code.doc("The error `\(type)`.")
                code.line("case \(SwiftName.errorCase(type))")
            }
            if errors.allowsOthers {
                code.doc("An error of another type.")
                code.line("case other(String)")
            }
            code.line()
            code.doc("Creates the kind for an error type, or returns nil if no error of this type can lead here.")
            code.block("\(access)init?(type: String)") { code in
                code.switch("type") { code in
                    for type in errors.named {
                        code.line(
                            "case \(SwiftLiteral.string(type)): self = .\(SwiftName.errorCase(type))")
                    }
                    code.line(errors.allowsOthers ? "default: self = .other(type)" : "default: return nil")
                }
            }
        }
        code.line()
    }

    // MARK: Calls

    /// Writes the rules of answers, and the function that submits them.
    private func writeSubmit(_ answers: [HostInterface.Input], _ code: inout CodeWriter) {
        code.line()
        writeFields(of: answers, "The names of the answers.", &code)
        writeChoices(of: answers, &code)
        for answer in answers {
            guard let rule = answer.ruleExpression else { continue }
            code.doc("The texts that `\(answer.name)` accepts.")
            code.line("\(access)static let \(answer.plainMemberName)Rule = \(rule)")
            code.line()
        }
        code.doc(
            """
            Submits the answers to the step.
            - Returns: the next step.
            - Throws: `FlowRefusal` if the flow refuses the answers. The step then remains the current one.
            """)
        code.function("\(access)func submit", answers.answerParameters, "async throws(FlowRefusal) -> Step") { code in
            guard !answers.isEmpty else {
                return code.line("try Step(answering: await turn.submit(FlowValues()))")
            }
            collect(answers, &code)
            code.line("return try Step(answering: await turn.submit(values))")
        }
    }

    /// Writes a function for each command.
    private func write(_ commands: [HostInterface.Command], _ code: inout CodeWriter) {
        for command in commands {
            var text = command.summary
            if !command.refusals.isEmpty {
                let codes = command.refusals.map { "`\($0)`" }.joined(separator: ", ")
                text += " If the flow does not allow the command, the refusal is \(codes)."
            }
            code.line()
            code.doc(
                """
                \(text)
                - Returns: the next step.
                - Throws: `FlowRefusal` if the flow refuses the command. The step then remains the current one.
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
