import CognitoHandlers
import FlowCore
import FlowRuntime

/// A user pool with one user, who proves a password by SRP and, on a remembered device, the device too.
actor PoolDouble: FlowService {
    private static let block = "c2VjcmV0IGJsb2Nr"
    private static let clientID = "app-client"
    private static let clientSecret = "client secret"

    private let user = SRPIdentity(realm: "AbC", user: "id-of-ana")
    private let verifier: SRPVerifier
    private let refusesDevices: Bool
    private var device: (identity: SRPIdentity, verifier: SRPVerifier)?
    private var clientValue = ""
    private var server: SRPServer?
    /// What was sent, in order.
    private(set) var requests: [FlowRequest] = []
    /// The text of each wrong thing in a request.
    private(set) var faults: [String] = []

    init(password: String, refusesDevices: Bool = false) {
        verifier = SRPVerifier(of: user, password: password, salt: [200, 1, 2])
        self.refusesDevices = refusesDevices
    }

    func call(_ request: FlowRequest) -> FlowReply {
        requests = requests + [request]
        do {
            return try answer(request)
        } catch {
            return .error(type: "InvalidParameterException", message: "\(error)")
        }
    }

    private func answer(_ request: FlowRequest) throws -> FlowReply {
        let body = request.body
        switch (request.operation, body["ChallengeName"]?.string) {
        case ("InitiateAuth", _):
            check(body, "AuthParameters")
            return try challenge("PASSWORD_VERIFIER", verifier, body.at(["AuthParameters", "SRP_A"]))
        case ("RespondToAuthChallenge", "PASSWORD_VERIFIER"):
            check(body, "ChallengeResponses")
            guard try accepts(body, user) else { return .error(type: "NotAuthorizedException", message: "wrong") }
            guard device != nil, body.at(["ChallengeResponses", "DEVICE_KEY"]) != nil else {
                return tokens(withDevice: true)
            }
            return .json(["ChallengeName": "DEVICE_SRP_AUTH", "Session": "s-d", "ChallengeParameters": [:]])
        case ("RespondToAuthChallenge", "DEVICE_SRP_AUTH"):
            check(body, "ChallengeResponses")
            guard let device else { return .error(type: "ResourceNotFoundException", message: "") }
            return try challenge(
                "DEVICE_PASSWORD_VERIFIER", device.verifier, body.at(["ChallengeResponses", "SRP_A"]))
        case ("RespondToAuthChallenge", "DEVICE_PASSWORD_VERIFIER"):
            check(body, "ChallengeResponses")
            guard let device, try accepts(body, device.identity) else {
                return .error(type: "NotAuthorizedException", message: "wrong device")
            }
            return tokens(withDevice: false)
        case ("ConfirmDevice", _): return try confirm(body)
        default: return .error(type: "UnknownOperationException", message: "")
        }
    }

    /// Sees that the secret hash is that of the name that the request carries.
    private func check(_ body: JSONValue, _ member: String) {
        let username = body.at([member, "USERNAME"])?.string ?? ""
        let hash = SecretHash.text(username: username, clientID: Self.clientID, clientSecret: Self.clientSecret)
        if body.at([member, "SECRET_HASH"])?.string != hash { faults.append("secret hash in \(member)") }
    }

    private func challenge(_ name: String, _ verifier: SRPVerifier, _ value: JSONValue?) throws -> FlowReply {
        clientValue = value?.string ?? ""
        let server = try SRPServer(verifier: verifier, random: .system)
        self.server = server
        return .json([
            "ChallengeName": .string(name), "Session": "s-1",
            "ChallengeParameters": [
                "SALT": .string(verifier.saltDigits), "SRP_B": .string(server.publicValue),
                "SECRET_BLOCK": .string(Self.block), "USERNAME": "ana-by-name", "USER_ID_FOR_SRP": .string(user.user),
            ],
        ])
    }

    private func accepts(_ body: JSONValue, _ identity: SRPIdentity) throws -> Bool {
        let sent = { body.at(["ChallengeResponses", $0])?.string ?? "" }
        guard sent("PASSWORD_CLAIM_SECRET_BLOCK") == Self.block else { return false }
        return try server?.accepts(
            sent("PASSWORD_CLAIM_SIGNATURE"), of: identity, clientValue: clientValue, secretBlock: Self.block,
            timestamp: sent("TIMESTAMP")) ?? false
    }

    private func tokens(withDevice: Bool) -> FlowReply {
        var result: [JSONMember] = ["AccessToken", "IdToken", "RefreshToken"].map { JSONMember($0, "a token") }
        if withDevice, !refusesDevices {
            let metadata: JSONValue = ["DeviceKey": "device-1", "DeviceGroupKey": "-Group"]
            result.append(JSONMember("NewDeviceMetadata", metadata))
        }
        return .json(["AuthenticationResult": .object(result)])
    }

    private func confirm(_ body: JSONValue) throws -> FlowReply {
        let sent = { body.at(["DeviceSecretVerifierConfig", $0])?.string ?? "" }
        let verifier = try SRPVerifier(passwordVerifier: sent("PasswordVerifier"), salt: sent("Salt"))
        device = (SRPIdentity(realm: "-Group", user: "device-1"), verifier)
        if body["DeviceName"]?.string != "a phone" { faults.append("device name") }
        return .json([:])
    }
}
