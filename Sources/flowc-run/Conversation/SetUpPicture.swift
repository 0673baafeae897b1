import CognitoHandlers
import FlowCore
import FlowTool

/// The QR code, URI and secret of an authenticator app's set-up.
enum SetUpPicture {
    /// The name shown in the authenticator app.
    private static let issuer = "flowc"
    /// The minimum length of a secret (80 bits) in characters.
    private static let shortest = 16

    /// The set-up of an authenticator app, if a disclosed secret is its secret.
    /// - Parameters:
    ///   - secrets: the disclosed secrets.
    ///   - account: the account name.
    /// - Returns: nil if none of them is base32.
    static func text(_ secrets: [JSONMember], account: String) -> SafeText? {
        for secret in secrets {
            guard let text = secret.value.string, text.utf8.count >= shortest,
                let codes = try? OneTimePassword(base32: text)
            else { continue }
            let uri = codes.uri(account: account, issuer: issuer)
            let picture = Self.picture(of: uri)
            let scan: SafeText = "Scan this with an authenticator app, or enter the address"
            return picture + "  \(picture.isEmpty ? "Enter this address in an authenticator app" : scan)\n    \(uri)\n"
                + "  or the secret\n    \(grouped(text))\n"
                + "  Without an app: oathtool --totp -b \(text)\n"
        }
        return nil
    }

    /// The QR code from the program `qrencode`; empty if it is not installed.
    ///
    /// The URI contains the secret, so it is not passed as an argument, which others can read.
    private static func picture(of uri: String) -> SafeText {
        let drawn = try? Filter.run(["qrencode", "-t", "ANSIUTF8", "-l", "L", "-o", "-"], input: uri)
        return SafeText(rendered: String(decoding: drawn ?? [], as: UTF8.self))
    }

    /// The secret in groups of four, for typing.
    private static func grouped(_ text: String) -> String {
        text.enumerated().map { ($0 > 0 && $0 % 4 == 0 ? " " : "") + String($1) }.joined()
    }
}
