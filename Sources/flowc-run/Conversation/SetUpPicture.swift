import CognitoHandlers
import FlowCore

/// What a person needs to set up an authenticator app.
enum SetUpPicture {
    /// The name of the app's account list that the codes appear under.
    private static let issuer = "flowc"
    /// Characters that a secret of 80 bits has; what is shorter is no secret of a set-up.
    private static let shortest = 16

    /// The picture of a set-up, with its URI and its secret, if one of the secrets that a step discloses is that of codes.
    /// - Parameters:
    ///   - secrets: the disclosed secrets.
    ///   - account: whose codes they are.
    ///   - hasPicture: whether a picture can be shown.
    /// - Returns: nothing if none of them is in base32.
    static func text(_ secrets: [WireMember], account: String, hasPicture: Bool = true) -> String? {
        for secret in secrets {
            guard let text = secret.value.string, text.utf8.count >= shortest,
                let codes = try? OneTimePassword(base32: text)
            else { continue }
            let uri = codes.uri(account: account, issuer: issuer)
            let picture = hasPicture ? QRCode(Array(uri.utf8), level: .low)?.terminalText ?? "" : ""
            return picture + "  Scan this with an authenticator app, or give it the address\n    \(uri)\n"
                + "  or the secret\n    \(grouped(text))\n"
                + "  Without an app at hand: oathtool --totp -b \(text)\n"
        }
        return nil
    }

    /// In groups of four, to be typed.
    private static func grouped(_ text: String) -> String {
        text.enumerated().map { ($0 > 0 && $0 % 4 == 0 ? " " : "") + String($1) }.joined()
    }
}
