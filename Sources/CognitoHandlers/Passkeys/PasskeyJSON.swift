package import FlowCore
import FlowRuntime

/// What several of WebAuthn's JSON forms have in common (level 3, section 5.1).
package enum PasskeyJSON {
    /// The one type of credential that there is.
    package static let credentialType = "public-key"

    /// Bytes as a member's value.
    package static func bytes(_ bytes: [UInt8]) -> JSONValue { .string(Base64.urlText(bytes)) }

    /// An authenticator's answer of either ceremony.
    /// - Parameters:
    ///   - id: the credential's id.
    ///   - response: what differs between the ceremonies.
    /// - Returns: the answer.
    static func credential(_ id: [UInt8], response: JSONValue) -> JSONValue {
        [
            "id": bytes(id), "rawId": bytes(id), "type": .string(credentialType),
            "authenticatorAttachment": "platform", "clientExtensionResults": [:], "response": response,
        ]
    }
}
