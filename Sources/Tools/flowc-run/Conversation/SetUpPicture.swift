import CognitoHandlers
import FlowCompiler
import FlowCore
import FlowTool

/// Shows the QR code, URI and secret with which an authenticator app is set up.
enum SetUpPicture {
    /// The issuer that the authenticator app shows.
    private static let issuer = "flowc"
    /// The minimum length of a secret in characters, which is 80 bits.
    private static let minSecretLength = 16

    /// Returns the QR code and instructions for the first secret that is the secret of an authenticator app.
    /// - Parameters:
    ///   - secrets: the secrets of a step.
    ///   - account: the account name that the authenticator app shows.
    /// - Returns: nil if no secret is base32 and long enough.
    static func text(for secrets: [JSONMember], account: String) -> SafeText? {
        for secret in secrets {
            guard let text = secret.value.string, text.utf8.count >= minSecretLength,
                let password = try? OneTimePassword(base32: text)
            else { continue }
            return instructions(for: text, uri: password.uri(account: account, issuer: issuer))
        }
        return nil
    }

    /// Returns the QR code of a URI, and the instructions to use it or the secret.
    private static func instructions(for secret: String, uri: String) -> SafeText {
        let qrCode = drawQRCode(of: uri)
        let firstLine: SafeText =
            qrCode.isEmpty
            ? "Enter this address in an authenticator app"
            : "Scan this with an authenticator app, or enter the address"
        return """
            \(qrCode)  \(firstLine)
                \(uri)
              or the secret
                \(grouped(secret))
              Without an app: oathtool --totp -b \(secret)

            """
    }

    /// Draws the QR code of a URI with the program `qrencode`, and returns it.
    ///
    /// The URI contains the secret, so it is not passed as an argument, which other users could read.
    /// - Returns: an empty text if the program fails or is not installed.
    private static func drawQRCode(of uri: String) -> SafeText {
        let drawn = try? Filter.run(["qrencode", "-t", "ANSIUTF8", "-l", "L", "-o", "-"], input: uri)
        return SafeText(rendered: String(decoding: drawn ?? [], as: UTF8.self))
    }

    /// Returns a secret in groups of four characters, which are easier to type.
    private static func grouped(_ secret: String) -> String {
        var result = ""
        for (index, character) in secret.enumerated() {
            let startsGroup = index > 0 && index.isMultiple(of: 4)
            result += (startsGroup ? " " : "") + String(character)
        }
        return result
    }
}
