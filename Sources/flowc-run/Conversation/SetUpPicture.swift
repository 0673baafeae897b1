import CognitoHandlers
import FlowCore
import FlowTool

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
    /// - Returns: nil if none of them is in base32.
    static func text(_ secrets: [JSONMember], account: String) -> SafeText? {
        for secret in secrets {
            guard let text = secret.value.string, text.utf8.count >= shortest,
                let codes = try? OneTimePassword(base32: text)
            else { continue }
            let uri = codes.uri(account: account, issuer: issuer)
            let picture = Self.picture(of: uri)
            let scan: SafeText = "Scan this with an authenticator app, or give it the address"
            return picture + "  \(picture.isEmpty ? "Give an authenticator app this address" : scan)\n    \(uri)\n"
                + "  or the secret\n    \(grouped(text))\n"
                + "  Without an app at hand: oathtool --totp -b \(text)\n"
        }
        return nil
    }

    /// The QR code that the program `qrencode` draws; empty where it is not installed. The address holds the secret, and others can read
    /// a program's arguments.
    private static func picture(of uri: String) -> SafeText {
        let drawn = try? Filter.run(["qrencode", "-t", "ANSIUTF8", "-l", "L", "-o", "-"], input: uri)
        return SafeText(rendered: String(decoding: drawn ?? [], as: UTF8.self))
    }

    /// In groups of four, to be typed.
    private static func grouped(_ text: String) -> String {
        text.enumerated().map { ($0 > 0 && $0 % 4 == 0 ? " " : "") + String($1) }.joined()
    }
}
