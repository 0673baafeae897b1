import FlowCore
import FlowTool
import UserPool
import UserPoolServer

/// Reports a pool's events to users or programs, one line each.
struct PoolReport: Sendable {
    let isJSON: Bool
    let isQuiet: Bool
    let write: Writer

    /// Reports the pool's URL once clients can connect.
    func tell(_ server: PoolServer, _ source: PoolSource) async {
        guard let port = try? await server.waitUntilListening() else { return }
        let configuration = source.pool.configuration
        let client = configuration.clients.first?.id ?? ""
        let url = server.url(port: port)
        tell(
            "listening", [("url", url), ("pool", configuration.poolID), ("client", client)],
            text: "listening on \(url)  pool \(configuration.poolID)  client \(client)")
        if let note = source.note, !isJSON { write("\(note)\n") }
    }

    /// Reports a request and its result.
    func tell(_ request: PoolRequestRecord) {
        if isQuiet { return }
        let outcome = request.errorType ?? request.challenge ?? "ok"
        let name = request.username.map { " " + $0 } ?? ""
        tell(
            "request",
            [
                ("operation", request.operation), ("username", request.username), ("challenge", request.challenge),
                ("error", request.errorType), ("status", "\(request.status)"),
            ], text: "\(request.operation)\(name): \(outcome)")
    }

    /// Reports a message that the pool "sent".
    func tell(_ message: PoolMessage) {
        tell(
            "message",
            [
                ("username", message.username), ("medium", message.medium.rawValue),
                ("destination", message.destination), ("purpose", message.purpose.rawValue), ("code", message.code),
            ], text: MessageText.text(message))
    }

    private func tell(_ name: String, _ members: [(String, String?)], text: SafeText) {
        guard isJSON else { return write(text + "\n") }
        let values = members.map { name, value in
            // Only the status is a number.
            JSONMember(name, value.map { name == "status" ? .number($0) : .string($0) } ?? .null)
        }
        write(SafeText(json: .object([JSONMember(name, .object(values))])) + "\n")
    }
}
