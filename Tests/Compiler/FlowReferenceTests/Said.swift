import FlowCore
import FlowReference
import FlowTesting
import TestSupport

/// What a run says, as JSON that both sides spell alike.
enum Said {
    /// What the reference says.
    static func line(_ output: Output) -> JSON {
        switch output {
        case .present(let step):
            object([
                ("present", .string(step.step)), ("values", values(step.values)), ("asks", .array(step.asks.map(ask))),
                ("error", error(step.error)), ("limit", step.limit.map { .number(Text("\($0)")) } ?? .null),
            ])
        case .call(let operation, let body): object([("call", .string(operation)), ("body", body)])
        case .handle(let name, let inputs): object([("handle", .string(name)), ("inputs", values(inputs))])
        case .notify(let name, let shown, let pending):
            object([("notify", .string(name)), ("values", values(shown)), ("error", error(pending))])
        case .end(let outcome, let shown, let pending):
            object([("end", .string(outcome)), ("values", values(shown)), ("error", error(pending))])
        case .refused(let code, let subject): object([("refused", .string(code)), ("subject", .string(subject))])
        case .fault(let message): object([("fault", .string(Text(message)))])
        }
    }

    private static func ask(_ question: Question) -> JSON {
        object([
            ("name", .string(question.name)), ("type", .string(question.type)),
            ("required", .bool(question.isRequired)),
            ("length", question.length.map { .number(Text("\($0)")) } ?? .null),
            ("caseless", .bool(question.ignoresCase)),
        ])
    }

    private static func error(_ error: PendingError?) -> JSON {
        error.map { .array([.string($0.type), .string($0.message)]) } ?? .null
    }

    private static func values(_ shown: [Output.Shown]) -> JSON {
        .object(
            shown.map { JSON.Member($0.name, json($0.value)) }.sorted { $0.name < $1.name })
    }

    /// A value as it is compared.
    static func json(_ value: Value) -> JSON {
        switch value {
        case .text(let text): .string(text)
        case .list(let items): .array(items.map { .string($0) })
        case .map(let entries): .object(entries.map { JSON.Member($0.key, .string($0.value)) })
        }
    }

    private static func object(_ members: [(Text, JSON)]) -> JSON {
        .object(members.map { JSON.Member($0.0, $0.1) })
    }

    // MARK: The machine

    /// What the machine says.
    static func line(_ output: FlowOutput) -> JSON {
        switch output {
        case .present(let step):
            object([
                ("present", .string(Text(step.step))), ("values", shown(step.parameters)),
                ("asks", .array(step.asks.map(ask))), ("error", error(step.error)),
                ("limit", step.timeLimit.map { .number(Text("\($0)")) } ?? .null),
            ])
        case .call(let request): object([("call", .string(Text(request.operation))), ("body", JSON(request.body))])
        case .handle(let work): object([("handle", .string(Text(work.handler))), ("inputs", shown(work.inputs))])
        case .notify(let told):
            object([
                ("notify", .string(Text(told.name))), ("values", shown(told.parameters)), ("error", error(told.error)),
            ])
        case .end(let outcome):
            object([
                ("end", .string(Text(outcome.name))), ("values", shown(outcome.parameters)),
                ("error", error(outcome.error)),
            ])
        case .refused(let refusal):
            object([("refused", .string(Text(refusal.code))), ("subject", .string(Text(refusal.subject)))])
        }
    }

    private static func ask(_ ask: FlowAsk) -> JSON {
        object([
            ("name", .string(Text(ask.name))), ("type", .string(Text(ask.type))), ("required", .bool(ask.isRequired)),
            ("length", ask.length.map { .number(Text("\($0)")) } ?? .null), ("caseless", .bool(ask.ignoresCase)),
        ])
    }

    private static func error(_ error: FlowPendingError?) -> JSON {
        error.map { .array([.string(Text($0.type)), .string(Text($0.message))]) } ?? .null
    }

    /// Shown values by name; a flag as the text that it is.
    private static func shown(_ value: JSONValue) -> JSON {
        let members = JSON(value).members ?? []
        return .object(
            members.map { member in
                if case .bool(let flag) = member.value {
                    return JSON.Member(member.name, .string(flag ? "true" : "false"))
                }
                return member
            }.sorted { $0.name < $1.name })
    }
}
