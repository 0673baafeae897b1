import CognitoClient
import FlowRuntime
import GatewayCore

/// The host's own back end, which takes tokens and opens its own session.
struct BackEnd: Sendable {
    let url: String
    /// The secret by which the back end recognizes the gateway.
    let key: String
    private let transport = SystemTransport()

    init(url: String, key: String) {
        self.url = url
        self.key = key
    }

    /// Sends an outcome to the back end.
    /// - Parameters:
    ///   - outcome: the outcome.
    ///   - id: the id of the end, by which the back end recognizes an outcome that it receives again.
    ///   - flow: the name of the flow.
    /// - Returns: the values of `Set-Cookie` in its answer, such as the cookie of its session.
    /// - Throws: a problem if the back end does not answer in time, with a status from 200 to 299.
    func deliver(_ outcome: FlowOutcome, id: String, of flow: String) async throws(Problem) -> [String] {
        let body: JSONValue = [
            "flow": .string(flow), "outcome": .string(outcome.name), "parameters": outcome.parameters,
        ]
        let fields = [
            HTTPField("Content-Type", "application/json"), HTTPField("Authorization", "Bearer " + key),
            HTTPField("Idempotency-Key", "\"" + id + "\""),
        ]
        let request = HTTPRequest(url: url, fields: fields, body: Array(body.jsonText.utf8), maxResponseSize: 65536)
        guard let response = await response(to: request), 200..<300 ~= response.status else { throw .undelivered }
        return response.fields.filter { $0.name.lowercased() == "set-cookie" }.map(\.value)
    }

    /// Returns the response to a request; nil if there is none within five seconds.
    private func response(to request: HTTPRequest) async -> HTTPResponse? {
        await withTaskGroup(of: HTTPResponse?.self) { group in
            group.addTask { try? await transport.send(request) }
            group.addTask {
                try? await Task.sleep(for: .seconds(5))
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
    }
}
