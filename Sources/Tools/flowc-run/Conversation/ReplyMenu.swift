import FlowCompiler
import FlowCore
import FlowDiagnostics
import FlowDiagrams
import FlowRuntime
import FlowTesting
import FlowTool

/// The replies from which the user chooses when acting as the service.
struct ReplyMenu {
    /// A reply that a line of the user selects, or the reason why it selects none.
    enum Selection {
        case reply(FlowReply, shown: JSONValue)
        /// What is wrong with the line.
        case mistake(String)
    }

    private let replies: [PossibleReply]

    /// Creates a menu with the replies of the service description, and a connection failure.
    init(_ replies: [PossibleReply]) {
        let network = PossibleReply(errorType: ReservedError.network.rawValue)
        self.replies = replies + [network]
    }

    /// Returns the numbered replies: errors on one line, and any other reply on a line of its own.
    func list(_ style: TerminalStyle) -> SafeText {
        let rows = replies.enumerated().map { index, reply -> (isError: Bool, text: SafeText) in
            (reply.kind == .error, "\(style.dim("\(index + 1)")) \(Self.title(of: reply))")
        }
        let errors = rows.filter(\.isError).map(\.text).joined(separator: ", ")
        return rows.filter { !$0.isError }.map { "    \($0.text)\n" as SafeText }.joined() + "    errors: \(errors)\n"
    }

    /// What the user can enter, as an explanation for the list.
    static let syntax: SafeText = """
            A number, a name or the beginning of a name selects a reply. To set parameters, add name=value. A value can have several words.
            To an error, you can add a message. To send any other reply, enter its body as a JSON object, or 'error TYPE MESSAGE'.

        """

    /// Returns what the menu calls a reply.
    private static func title(of reply: PossibleReply) -> SafeText {
        switch reply.kind {
        case .success: "success"
        case .challenge: "challenge \(reply.name)"
        case .unknown: "challenge \(reply.name) (not in the service description)"
        case .error:
            reply.name == ReservedError.network.rawValue
                ? "\(reply.name) (connection failure)" : SafeText(reply.name)
        }
    }

    /// Returns the reply that a line selects, or what is wrong with the line.
    func selection(_ line: String) -> Selection {
        if line.hasPrefix("{") {
            guard let value = JSONValue(json: Array(line.utf8)) else { return .mistake("the line is not JSON") }
            // The conversion from the wire format always returns a reply.
            guard case .reply(let body) = ProtocolLine.reply(value).fromWireFormat else {
                return .mistake("this JSON object is not a reply")
            }
            return .reply(.json(body), shown: value)
        }
        let words = line.split(separator: " ").map(String.init)
        guard let first = words.first else { return .mistake("choose a reply by its number or its name") }
        if first == "error", words.count > 1 {
            return Self.error(words[1], words.dropFirst(2).joined(separator: " "))
        }
        guard let reply = reply(named: first) else {
            let suggestion = NearNames.suggestion(for: first, among: replies.map(\.name))
            return .mistake("'\(first)' does not select exactly one reply\(suggestion)")
        }
        let details = words.dropFirst()
        if reply.kind == .error { return Self.error(reply.name, details.joined(separator: " ")) }
        return Self.selection(of: reply, details)
    }

    /// Returns the reply with a number or a name, or the only reply whose name begins with the text in any case. The
    /// result is nil if there is none, or if several names begin with the text.
    private func reply(named text: String) -> PossibleReply? {
        if let number = Int(text) { return replies.indices.contains(number - 1) ? replies[number - 1] : nil }
        if let reply = replies.first(where: { $0.name == text }) { return reply }
        let near = replies.filter { $0.name.lowercased().hasPrefix(text.lowercased()) }
        return near.count == 1 ? near[0] : nil
    }

    private static func error(_ type: String, _ message: String) -> Selection {
        let shown = JSONValue.object([JSONMember("type", .string(type)), JSONMember("message", .string(message))])
        return .reply(.error(type: type, message: message), shown: .object([JSONMember("error", shown)]))
    }

    /// Returns a reply with the parameters in words `name=value`, or the first mistake in the words.
    ///
    /// A word without `=` continues the value before it.
    private static func selection(of reply: PossibleReply, _ details: ArraySlice<String>) -> Selection {
        var given: [JSONMember] = []
        for word in Self.joined(details) {
            guard let setting = InputSetting(argument: word) else { return .mistake("'\(word)' is not name=value") }
            guard let parameter = reply.parameters.first(where: { $0.name == setting.name }) else {
                let names = reply.parameters.map(\.name)
                let suggestion = NearNames.suggestion(for: setting.name, among: names)
                return .mistake("the reply has no parameter '\(setting.name)'\(suggestion)")
            }
            given.append(JSONMember(setting.name, value(setting.value, like: parameter.value)))
        }
        let body = reply.body(with: given)
        return .reply(.json(body), shown: body)
    }

    /// Joins each word without `=` with the word before it, if there is one.
    private static func joined(_ words: ArraySlice<String>) -> [String] {
        words.reduce(into: []) { joined, word in
            if let last = joined.popLast() {
                joined += word.contains("=") ? [last, word] : ["\(last) \(word)"]
            } else {
                joined.append(word)
            }
        }
    }

    /// Returns the JSON value that a text contains. If it is not JSON, or if `sample` is a string, returns the text.
    private static func value(_ text: String, like sample: JSONValue) -> JSONValue {
        if case .string = sample { return .string(text) }
        return JSONValue(json: Array(text.utf8)) ?? .string(text)
    }
}
