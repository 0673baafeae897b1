package import FlowCore
import FlowRuntime

/// The common parts of WebAuthn's JSON formats (level 3, section 5.1).
package enum PasskeyJSON {
    /// The only type of credential.
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
