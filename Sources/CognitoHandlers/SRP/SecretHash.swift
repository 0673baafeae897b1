import Crypto

/// SECRET_HASH, which shows that a request comes from an app client with a secret: base64 of the HMAC-SHA256 of user name
/// and client id under the client secret (Cognito's developer guide, "Computing secret hash values").
public enum SecretHash {
    /// The hash.
    /// - Parameters:
    ///   - username: the very USERNAME that the request carries, which is not always the one that was typed in.
    ///   - clientID: the id of the app client.
    ///   - clientSecret: the secret of the app client.
    /// - Returns: the hash.
    public static func text(username: String, clientID: String, clientSecret: String) -> String {
        let key = SymmetricKey(data: Array(clientSecret.utf8))
        return Base64.text(HMAC<SHA256>.authenticationCode(for: Array((username + clientID).utf8), using: key))
    }
}
