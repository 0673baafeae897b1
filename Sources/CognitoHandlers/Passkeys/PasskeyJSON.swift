package import FlowCore
import FlowRuntime

/// The common parts of WebAuthn's JSON formats (level 3, section 5.1).
package enum PasskeyJSON {
    /// The only type of credential.
    package static let credentialType = "public-key"

    /// Returns bytes as a JSON value: a text in base64url.
    package static func bytes(_ bytes: [UInt8]) -> JSONValue { .string(Base64.urlText(bytes)) }

    /// Returns the credential that an authenticator responds with, in either ceremony.
    /// - Parameters:
    ///   - id: the credential's id.
    ///   - response: the part that differs between the ceremonies.
    /// - Returns: the credential, with the response inside.
    static func credential(_ id: [UInt8], response: JSONValue) -> JSONValue {
        [
            "id": bytes(id), "rawId": bytes(id), "type": .string(credentialType),
            "authenticatorAttachment": "platform", "clientExtensionResults": [:], "response": response,
        ]
    }
}
