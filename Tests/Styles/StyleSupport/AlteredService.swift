package import FlowCore
package import FlowRuntime

/// A service whose challenges of one kind come with another value of one parameter, or without it: as from an emulator that
/// has its own idea of it.
package struct AlteredService: FlowService {
    private let service: any FlowService
    private let challenge: String
    private let parameter: String
    private let value: JSONValue?

    /// A service.
    /// - Parameters:
    ///   - service: what answers.
    ///   - challenge: the challenge that is altered.
    ///   - parameter: its parameter.
    ///   - value: the value that comes instead; nothing takes the parameter away.
    package init(_ service: any FlowService, challenge: String, parameter: String, value: JSONValue?) {
        self.service = service
        self.challenge = challenge
        self.parameter = parameter
        self.value = value
    }

    package func call(_ request: FlowRequest) async -> FlowReply {
        let reply = await service.call(request)
        guard case .body(let bytes) = reply, let body = JSONValue(json: bytes),
            body["ChallengeName"]?.string == challenge
        else { return reply }
        return .json(body.replacing("ChallengeParameters") { $0?.replacing(parameter) { _ in value } })
    }
}

extension JSONValue {
    /// An object with another value of a member, or without it.
    fileprivate func replacing(_ name: String, _ change: (JSONValue?) -> JSONValue?) -> JSONValue {
        let others = (members ?? []).filter { $0.name != name }
        guard let value = change(self[name]) else { return .object(others) }
        return .object(others + [JSONMember(name, value)])
    }
}
