import FlowCore
import FlowIR
import FlowReference
import FlowRuntime
import FlowTesting
import TestSupport

/// Says what the host and the service of a scenario say.
enum ScenarioVoice {
    static func play(_ scenario: Scenario, _ subject: Subject) -> Comparison {
        var comparison = Comparison(subject)
        let handlers = StandInHandlers(scenario.handlers)
        for line in scenario.lines {
            guard let spoken = Spoken(line.line) else { continue }
            comparison.take(spoken)
            while !comparison.isOver, let work = comparison.session.work() {
                do {
                    comparison.take(.handled(JSON(try handlers.result(of: work))))
                } catch {
                    comparison.take(.handlerFailed(Text(error.name), Text(error.message)))
                }
            }
        }
        return comparison
    }
}

extension Spoken {
    /// The line of a scenario, if it is said to the flow.
    init?(_ line: Scenario.Line) {
        func json(_ text: String) -> JSON { JSON(bytes: Array(text.utf8)) ?? .object([]) }
        switch line {
        case .start(let text): self = .start(json(text))
        case .submit(let text): self = .submit(json(text))
        case .select(let word): self = .select(Text(word))
        case .reply(let text): self = .reply(Text(text))
        case .error(let type, let message): self = .fail(Text(type), Text(message))
        case .event(let name, let text):
            let value = json(text).wire["error"]
            let error = value?["type"]?.string.map { PendingError(Text($0), Text(value?["message"]?.string ?? "")) }
            self = .send(Text(name), error)
        default: return nil
        }
    }
}
