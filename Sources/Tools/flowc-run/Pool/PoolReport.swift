import FlowCompiler
import FlowCore
import FlowTool
import UserPool
import UserPoolServer

/// Writes a line for each event of a pool, as text or as JSON.
struct PoolReport: Sendable {
    let isJSON: Bool
    /// Whether to omit the lines of requests.
    let isQuiet: Bool
    let write: Writer

    /// Waits until clients can connect, and reports the pool's URL and demo user.
    ///
    /// JSON omits the demo user. If the server cannot listen, reports nothing.
    func reportListening(_ server: PoolServer, _ source: PoolSource) async {
        guard let port = try? await server.waitUntilListening() else { return }
        let configuration = source.pool.configuration
        let client = configuration.clients.first?.id ?? ""
        let url = server.url(port: port)
        writeEvent(
            "listening", [("url", url), ("pool", configuration.poolID), ("client", client)],
            text: "listening on \(url)  pool \(configuration.poolID)  client \(client)")
        if let note = source.note, !isJSON { write("\(note)\n") }
    }

    /// Reports a request and its result, unless `isQuiet` is set.
    func reportRequest(_ request: PoolRequestRecord) {
        if isQuiet { return }
        let outcome = request.errorType ?? request.challenge ?? "ok"
        let name = request.username.map { " " + $0 } ?? ""
        writeEvent(
            "request",
            [
                ("operation", request.operation), ("username", request.username), ("challenge", request.challenge),
                ("error", request.errorType), ("status", "\(request.status)"),
            ], text: "\(request.operation)\(name): \(outcome)")
    }

    /// Reports a message that a real pool would send.
    func reportMessage(_ message: PoolMessage) {
        writeEvent(
            "message",
            [
                ("username", message.username), ("medium", message.medium.rawValue),
                ("destination", message.destination), ("purpose", message.purpose.rawValue), ("code", message.code),
            ], text: MessageText.text(message))
    }

    /// Writes an event as a line of JSON or text.
    /// - Parameters:
    ///   - name: the name of the event in JSON.
    ///   - members: the values of the event in JSON.
    ///   - text: the line if it is not JSON.
    private func writeEvent(_ name: String, _ members: [(name: String, value: String?)], text: SafeText) {
        guard isJSON else { return write(text + "\n") }
        let values = members.map { memberName, value in
            // The status is the only value that is a number.
            JSONMember(memberName, value.map { memberName == "status" ? .number($0) : .string($0) } ?? .null)
        }
        write(SafeText(json: .object([JSONMember(name, .object(values))])) + "\n")
    }
}

/// Formats the messages that a real pool would send.
///
/// They show the code, since the local pool sends no messages.
enum MessageText {
    /// Returns a message with its recipient, its masked destination and its code.
    static func text(_ message: PoolMessage) -> SafeText {
        let secretName = message.purpose == .invitation ? "temporary password" : "code"
        let destination = maskedDestination(of: message)
        return "\(secretName) for \(message.username) by \(message.medium.rawValue) to \(destination): \(message.code)"
    }

    /// The number of digits of a telephone number that are not masked.
    private static let visibleDigits = 4

    /// Returns the masked destination of a message. Shows the first letter and the domain of an email address, or the
    /// last digits of a telephone number.
    private static func maskedDestination(of message: PoolMessage) -> String {
        let destination = message.destination
        guard let at = destination.lastIndex(of: "@") else { return "***" + destination.suffix(visibleDigits) }
        return destination[..<at].prefix(1) + "***" + destination[at...]
    }
}
