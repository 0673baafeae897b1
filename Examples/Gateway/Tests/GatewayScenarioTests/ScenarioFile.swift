import FlowHost
import FlowRuntime
import FlowTesting
import Foundation

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// One event of a conversation, and what the service says in it.
struct Turn: Sendable {
    let event: StepEvent
    var replies: [FlowReply] = []
    /// How the last line of the turn begins, if the scenario says so.
    var expected: String?
    /// The outcome that the scenario expects; nil if the turn does not end the flow.
    var outcome: String?
}

/// A conversation of a scenario file: one sign-in, up to its end or up to an event that takes the place of a request.
struct Conversation: Sendable {
    let name: String
    let scripts: [String: StandInHandlers.Script]
    let turns: [Turn]
}

/// The conversations of a scenario file.
struct ScenarioFile {
    let flow: String
    let conversations: [Conversation]

    /// Reads a file by its path in the repository.
    init(_ path: String) throws {
        let url = URL(fileURLWithPath: Flows.root + "/" + path).standardized
        let reader = Reader()
        let parser = XMLParser(data: try Data(contentsOf: url))
        parser.delegate = reader
        guard parser.parse() else { throw CocoaError(.fileReadCorruptFile) }
        flow = url.deletingLastPathComponent().appendingPathComponent(reader.flow).standardized.path
            .replacing(URL(fileURLWithPath: Flows.root).standardized.path + "/", with: "")
        conversations = reader.scenarios.map { scenario in
            let lines = reader.lines(of: scenario.name)
            return Conversation(
                name: scenario.name, scripts: reader.scripts(lines),
                turns: reader.turns(lines.filter { $0.tag != "handler" }))
        }
    }

    fileprivate struct Line {
        let tag: String
        let attributes: [String: String]
        var text = ""
    }

    private final class Reader: NSObject, XMLParserDelegate {
        var flow = ""
        var definitions: [String: String] = [:]
        var scenarios: [(name: String, after: String?, lines: [Line])] = []
        private var line: Line?

        func parser(
            _ parser: XMLParser, didStartElement tag: String, namespaceURI: String?, qualifiedName: String?,
            attributes: [String: String] = [:]
        ) {
            switch tag {
            case "scenarios": flow = attributes["flow"] ?? ""
            case "scenario": scenarios.append((attributes["name"] ?? "", attributes["after"], []))
            default: line = Line(tag: tag, attributes: attributes)
            }
        }

        func parser(_ parser: XMLParser, foundCharacters text: String) { line?.text += text }

        func parser(_ parser: XMLParser, didEndElement tag: String, namespaceURI: String?, qualifiedName: String?) {
            guard let line, line.tag == tag else { return }
            self.line = nil
            if tag == "define" { definitions[line.attributes["name"] ?? ""] = line.text }
            guard tag != "define", tag != "doc", !scenarios.isEmpty else { return }
            scenarios[scenarios.count - 1].lines.append(line)
        }

        /// The lines of a scenario behind those of the scenario that it follows.
        func lines(of name: String) -> [Line] {
            guard let scenario = scenarios.first(where: { $0.name == name }) else { return [] }
            return (scenario.after.map { lines(of: $0) } ?? []) + scenario.lines
        }

        private func json(_ line: Line) -> JSONValue {
            let text = line.attributes["use"].flatMap { definitions[$0] } ?? line.text
            return JSONValue(json: Array(text.utf8)) ?? [:]
        }

        func scripts(_ lines: [Line]) -> [String: StandInHandlers.Script] {
            var scripts: [String: StandInHandlers.Script] = [:]
            for line in lines where line.tag == "handler" {
                let failure = line.attributes["failure"].map { StandInHandlers.Script.fails($0) }
                scripts[line.attributes["name"] ?? ""] = failure ?? .gives(json(line))
            }
            return scripts
        }

        private func event(_ line: Line) -> StepEvent? {
            switch line.tag {
            case "start":
                // The gateway itself sets the client's id.
                return .start(.object((json(line).members ?? []).filter { $0.name != "clientId" }))
            case "submit": return .submit(json(line))
            case "select": return .select(line.attributes["value"] ?? "")
            case "back", "cancel", "timeout": return .command(line.tag)
            case "event":
                let error = json(line)["error"].map { ($0["type"]?.string ?? "", $0["message"]?.string ?? "") }
                return .command(line.attributes["name"] ?? "", error: error)
            default: return nil
            }
        }

        func turns(_ lines: [Line]) -> [Turn] {
            var turns: [Turn] = []
            var (isCalling, hasBegun, hasEnded) = (false, false, false)
            for line in lines {
                if let event = event(line) {
                    guard !isCalling, !hasEnded, !(line.tag == "start" && hasBegun) else { break }
                    guard hasBegun || line.tag == "start" else { break }
                    turns.append(Turn(event: event))
                    continue
                }
                guard !turns.isEmpty else { break }
                let last = turns.count - 1
                let attributes = line.attributes
                switch line.tag {
                case "call": (isCalling, hasBegun) = (true, true)
                case "reply":
                    turns[last].replies.append(.json(json(line)))
                    isCalling = false
                case "error":
                    turns[last].replies.append(
                        .error(type: attributes["type"] ?? "", message: attributes["message"] ?? ""))
                    isCalling = false
                case "present":
                    hasBegun = true
                    turns[last].expected = "present \(attributes["step"] ?? "") "
                case "end":
                    hasEnded = true
                    turns[last].outcome = attributes["outcome"]
                    turns[last].expected = "end \(attributes["outcome"] ?? "") "
                case "refused": turns[last].expected = "refused \(attributes["code"] ?? "") "
                default: break
                }
            }
            // A request without a reply is no turn.
            if isCalling { turns.removeLast() }
            return turns
        }
    }
}
