import CognitoWire
import FlowCore
import FlowRuntime

/// A service that revokes the tokens of a reply that was given up, with the secret of the app client where it has one. All other
/// replies that were given up go to the service beneath.
struct RevokingService: FlowService {
    let service: any FlowService
    let clientSecret: String?

    func call(_ request: FlowRequest) async -> FlowReply { await service.call(request) }

    func discard(_ reply: FlowReply, to request: FlowRequest) async {
        guard let input = LateTokens.revocation(of: reply, to: request, clientSecret: clientSecret) else {
            return await service.discard(reply, to: request)
        }
        _ = await service.call(FlowRequest(operation: LateTokens.operation, body: input))
    }
}
