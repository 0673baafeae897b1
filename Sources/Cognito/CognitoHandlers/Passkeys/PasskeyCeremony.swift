package import FlowCore
public import FlowRuntime

/// A ceremony, which asks the platform, and through the platform the user, for a passkey.
///
/// On Apple platforms, adapt `ASAuthorizationController`. In tests, use ``SoftwareAuthenticator``. Inputs and outputs
/// are the JSON of WebAuthn level 3, section 5.1, in which bytes are base64url.
public protocol PasskeyCeremony: Sendable {
    /// Signs in with a passkey.
    /// - Parameter options: a `PublicKeyCredentialRequestOptionsJSON`, such as Cognito's `CREDENTIAL_REQUEST_OPTIONS`.
    /// - Returns: an `AuthenticationResponseJSON`, which Cognito expects as `CREDENTIAL`.
    /// - Throws: ``PasskeyFailure``; `cancelled` if the user declines.
    func assertion(for options: String) async throws(PasskeyFailure) -> String

    /// Creates a passkey.
    /// - Parameter options: a `PublicKeyCredentialCreationOptionsJSON`, such as Cognito's `CredentialCreationOptions`.
    /// - Returns: a `RegistrationResponseJSON`, which CompleteWebAuthnRegistration expects as `Credential`.
    /// - Throws: ``PasskeyFailure``; `cancelled` if the user declines.
    func registration(for options: String) async throws(PasskeyFailure) -> String
}

/// Reports why a passkey ceremony failed.
public enum PasskeyFailure: Error, Sendable, Equatable {
    /// The user declined, or the ceremony timed out or was canceled.
    case cancelled
    /// The options are not WebAuthn's JSON, or lack the named member.
    case malformedOptions(String)
    /// The id of the relying party is not valid for the origin, because the id is neither the origin's domain nor a
    /// parent of this domain, or because the origin is malformed or not secure.
    case originNotAllowed
    /// The authenticator has no passkey that the relying party allows.
    case noPasskey
    /// The authenticator already has a passkey that the relying party excludes.
    case alreadyRegistered
    /// The authenticator supports none of the requested key algorithms.
    case unsupportedAlgorithm
    /// The relying party requires user verification, which the authenticator does not support.
    case cannotVerifyUser
    /// The source of random bytes failed.
    case noRandomness
    /// Another error of the platform, as text without secrets.
    case other(String)
}

extension FlowHandlerFailure {
    /// Creates the failure that the handler `passkey.assert` reports for a failed ceremony: `passkey-cancelled`, or
    /// `passkey-failed` with a reason.
    public init(_ failure: PasskeyFailure) {
        switch failure {
        case .cancelled: self.init("passkey-cancelled", "the user declined, or the passkey request timed out")
        case .malformedOptions(let member):
            self.init("passkey-failed", "the passkey options are malformed at '\(member)'")
        case .originNotAllowed:
            self.init("passkey-failed", "the relying party is not valid for the origin, or the origin is not secure")
        case .noPasskey: self.init("passkey-failed", "the authenticator has no passkey for this sign-in")
        case .alreadyRegistered: self.init("passkey-failed", "the authenticator already has a passkey for this account")
        case .unsupportedAlgorithm:
            self.init("passkey-failed", "the authenticator supports none of the requested key algorithms")
        case .cannotVerifyUser:
            self.init("passkey-failed", "the relying party requires user verification, which is not available")
        case .noRandomness: self.init("passkey-failed", "the source of random bytes failed")
        case .other(let text): self.init("passkey-failed", text)
        }
    }
}

/// The common parts of WebAuthn's JSON formats (level 3, section 5.1).
package enum PasskeyJSON {
    package static let credentialType = "public-key"

    /// Returns bytes as a JSON value, which is a text in base64url.
    package static func bytes(_ bytes: [UInt8]) -> JSONValue { .string(Base64.urlText(bytes)) }

    /// Returns the JSON of a credential, with which an authenticator responds in either ceremony.
    /// - Parameters:
    ///   - id: the credential's id.
    ///   - response: the member `response`, which differs between the ceremonies.
    /// - Returns: a JSON object.
    static func credential(_ id: [UInt8], response: JSONValue) -> JSONValue {
        [
            "id": bytes(id), "rawId": bytes(id), "type": .string(credentialType),
            "authenticatorAttachment": "platform", "clientExtensionResults": [:], "response": response,
        ]
    }
}

/// A reader of a ceremony's options in WebAuthn's JSON (level 3, sections 5.1.8 and 5.1.9).
struct PasskeyOptions: Sendable {
    private let json: JSONValue

    /// Parses the options of a ceremony.
    /// - Throws: ``PasskeyFailure/malformedOptions(_:)`` if the text is not a JSON object.
    init(_ text: String) throws(PasskeyFailure) {
        guard let json = JSONValue(json: Array(text.utf8)), json.members != nil else {
            throw .malformedOptions("options")
        }
        self.json = json
    }

    /// Returns the text at a path of member names, or nil if it is missing.
    /// - Throws: ``PasskeyFailure/malformedOptions(_:)`` if the member is not a text.
    func text(at path: String...) throws(PasskeyFailure) -> String? {
        guard let value = json.at(path) else { return nil }
        guard let text = value.string else { throw .malformedOptions(path.joined(separator: ".")) }
        return text
    }

    /// Returns the bytes at a path of member names, which are required.
    /// - Throws: ``PasskeyFailure/malformedOptions(_:)`` if they are missing, empty, or not base64url.
    func bytes(at path: String...) throws(PasskeyFailure) -> [UInt8] {
        guard let bytes = json.at(path)?.string.flatMap(Base64.bytes), !bytes.isEmpty else {
            throw .malformedOptions(path.joined(separator: "."))
        }
        return bytes
    }

    /// Returns the ids of the credentials in the list `name`; nil if the list is missing or empty.
    ///
    /// As WebAuthn specifies, the result lacks credentials of other types than public keys. If the list contains only
    /// such credentials, the result is an empty array.
    /// - Throws: ``PasskeyFailure/malformedOptions(_:)`` if the member is not a list, or an id is malformed.
    func credentialIDs(in name: String) throws(PasskeyFailure) -> [[UInt8]]? {
        let items = try items(of: name)
        guard !items.isEmpty else { return nil }
        var ids: [[UInt8]] = []
        for item in items where item["type"]?.string == PasskeyJSON.credentialType {
            guard let id = item["id"]?.string.flatMap(Base64.bytes) else { throw .malformedOptions(name) }
            ids.append(id)
        }
        return ids
    }

    /// Returns whether the relying party accepts keys for ES256. An empty or missing list accepts them.
    /// - Throws: ``PasskeyFailure/malformedOptions(_:)`` if the member is not a list.
    func acceptsES256() throws(PasskeyFailure) -> Bool {
        let accepted = try items(of: "pubKeyCredParams")
        let es256 = JSONValue.number("\(PasskeyPublicKey.algorithm)")
        return accepted.isEmpty
            || accepted.contains { $0["type"]?.string == PasskeyJSON.credentialType && $0["alg"] == es256 }
    }

    /// Returns whether to verify the user.
    /// - Parameters:
    ///   - requirement: the value of `userVerification`.
    ///   - canVerify: whether the authenticator can verify the user.
    /// - Returns: true if the authenticator can verify the user, unless the relying party discourages it.
    /// - Throws: ``PasskeyFailure/cannotVerifyUser`` if verification is required and the authenticator cannot do it.
    func shouldVerifyUser(_ requirement: String?, canVerify: Bool) throws(PasskeyFailure) -> Bool {
        if requirement == "required", !canVerify { throw .cannotVerifyUser }
        return canVerify && requirement != "discouraged"
    }

    /// Returns the items of a list, or an empty array if the list is missing.
    /// - Throws: ``PasskeyFailure/malformedOptions(_:)`` if the member is not a list.
    private func items(of name: String) throws(PasskeyFailure) -> [JSONValue] {
        switch json[name] {
        case nil: return []
        case .array(let items): return items
        default: throw .malformedOptions(name)
        }
    }
}
