import Crypto

/// SECRET_HASH, which authenticates an app client with a secret: base64 of the HMAC-SHA256 of user name and client id
/// under the client secret (Cognito's developer guide, "Computing secret hash values").
public enum SecretHash {
    /// Computes the SECRET_HASH of a request.
    /// - Parameters:
    ///   - username: the USERNAME in the same request, which may differ from the one that the user entered.
    ///   - clientID: the id of the app client.
    ///   - clientSecret: the secret of the app client.
    /// - Returns: the hash in base64.
    public static func text(username: String, clientID: String, clientSecret: String) -> String {
        let key = SymmetricKey(data: Array(clientSecret.utf8))
        return Base64.text(HMAC<SHA256>.authenticationCode(for: Array((username + clientID).utf8), using: key))
    }
}
