import FlowRuntime
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Sends the requests of a flow to Depot.
struct DepotService: FlowService {
    let address: URL
    let session: URLSession

    func call(_ request: FlowRequest) async -> FlowReply {
        let path = request.operation == "Login" ? "sessions" : "sessions/answer"
        var message = URLRequest(url: address.appendingPathComponent(path))
        message.httpMethod = "POST"
        message.setValue("application/json", forHTTPHeaderField: "Content-Type")
        message.httpBody = Data(request.body.jsonText.utf8)
        do {
            let (body, response) = try await session.data(for: message)
            let status = (response as? HTTPURLResponse)?.statusCode ?? 0
            if status == 200 { return .body(Array(body)) }
            let type = JSONValue(json: Array(body))?["error"]?.string ?? "unknown"
            return .error(type: type, message: "Depot answered with status \(status).")
        } catch {
            return .error(type: "network", message: "Depot cannot be reached.")
        }
    }

    func discard(_ reply: FlowReply, to request: FlowRequest) async {
        guard case .body(let body) = reply, let token = JSONValue(json: body)?["token"]?.string else { return }
        var message = URLRequest(url: address.appendingPathComponent("sessions"))
        message.httpMethod = "DELETE"
        message.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
        _ = try? await session.data(for: message)
    }
}
