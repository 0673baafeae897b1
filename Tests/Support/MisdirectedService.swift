package import FlowCore
package import FlowRuntime
import Synchronization

/// A service whose answers with tokens bring those of another user while it is told to: as where an answer reaches the
/// wrong request.
package final class MisdirectedService: FlowService {
    private let service: any FlowService
    private let result: Mutex<JSONValue?>

    /// A service.
    /// - Parameters:
    ///   - service: what answers else.
    ///   - result: the tokens of another user: a reply's AuthenticationResult.
    package init(_ service: any FlowService, bringing result: JSONValue?) {
        self.service = service
        self.result = Mutex(result)
    }

    /// Changes what is brought in place of tokens; nothing is what the service says.
    package func bring(_ result: JSONValue?) { self.result.withLock { $0 = result } }

    package func call(_ request: FlowRequest) async -> FlowReply {
        let reply = await service.call(request)
        guard case .body(let bytes) = reply, let token = JSONValue(json: bytes)?.at(Self.token), token.string != nil,
            let result = result.withLock({ $0 })
        else { return reply }
        return .json(["AuthenticationResult": result, "ChallengeParameters": [:]])
    }

    private static let token = ["AuthenticationResult", "AccessToken"]
}
