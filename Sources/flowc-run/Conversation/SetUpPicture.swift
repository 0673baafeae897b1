import CognitoHandlers
import FlowCore
import FlowTool

/// Shows the QR code, URI and secret with which an authenticator app is set up.
enum SetUpPicture {
    /// The issuer that the authenticator app shows.
    private static let issuer = "flowc"
    /// The minimum length of a secret in characters, which is 80 bits.
    private static let minSecretLength = 16

    /// Returns the set-up for the first secret that is the secret of an authenticator app.
    /// - Parameters:
    ///   - secrets: the secrets of a step.
    ///   - account: the account name that the authenticator app shows.
    /// - Returns: nil if no secret is base32 and long enough.
    static func text(for secrets: [JSONMember], account: String) -> SafeText? {
        for secret in secrets {
            guard let text = secret.value.string, text.utf8.count >= minSecretLength,
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

    /// Draws a QR code with the program `qrencode`; empty if it is not installed.
    ///
    /// The URI contains the secret, so it is not passed as an argument, which other users could read.
    private static func picture(of uri: String) -> SafeText {
        let drawn = try? Filter.run(["qrencode", "-t", "ANSIUTF8", "-l", "L", "-o", "-"], input: uri)
        return SafeText(rendered: String(decoding: drawn ?? [], as: UTF8.self))
    }

    /// Returns a secret in groups of four characters, which are easier to type.
    private static func grouped(_ text: String) -> String {
        text.enumerated().map { ($0 > 0 && $0 % 4 == 0 ? " " : "") + String($1) }.joined()
    }
}
