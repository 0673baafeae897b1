import FlowCompiler
import CognitoHandlers
import FlowCore
import FlowTesting
import FlowTool
import Foundation

/// Formats steps and values for a user at a terminal.
struct StepLabels {
    /// Words that stay in upper case.
    private static let capitals: Set<String> = ["SMS", "MFA", "TOTP", "OTP", "SRP"]

    let style: TerminalStyle

    /// Returns the name of a step as a heading.
    ///
    /// `CONFIRM_SIGN_IN_WITH_TOTP_CODE` becomes "Confirm sign in with TOTP code". Names in another form are unchanged.
    static func heading(_ name: String) -> String {
        guard name.contains("_"), name == name.uppercased() else { return name }
        let words = name.split(separator: "_").map { capitals.contains(String($0)) ? String($0) : $0.lowercased() }
        let text = words.joined(separator: " ")
        return text.prefix(1).uppercased() + text.dropFirst()
    }

    /// Returns the values of a step, one per line. Omits empty values, and those whose names are hidden.
    func parameters(_ value: JSONValue, except hidden: Set<String> = []) -> SafeText {
        let shown = (value.members ?? []).filter { !hidden.contains($0.name) && !Self.isEmpty($0.value) }
        return shown.map { "  \(style.dim("\($0.name):")) \(Self.text($0.value))\n" as SafeText }.joined()
    }

    /// Returns a value as text. The items of a list are separated by commas, and each member of a map is on a line.
    static func text(_ value: JSONValue) -> SafeText {
        switch value {
        case .string(let text): SafeText(text)
        case .array(let items): items.map(text).joined(separator: ", ")
        case .object(let members): members.map { "\n      \($0.name) = \(text($0.value))" as SafeText }.joined()
        default: SafeText(json: value)
        }
    }

    /// Returns whether a value is null, or an empty list or map.
    private static func isEmpty(_ value: JSONValue) -> Bool {
        switch value {
        case .null: true
        case .array(let items): items.isEmpty
        case .object(let members): members.isEmpty
        default: false
        }
    }

    /// Returns a line with an error and its category, or an empty text if there is no error.
    func error(_ error: FlowPendingError?) -> SafeText {
        guard let error else { return "" }
        let category: SafeText = error.category.isEmpty ? "" : " [\(error.category)]"
        let message: SafeText = error.message.isEmpty ? "" : ": \(error.message)"
        return "  " + style.failure("✗ \(error.type)\(category)") + message + "\n"
    }

    /// Returns a line with the code and message of a refusal.
    func refusal(_ refusal: FlowRefusal) -> SafeText {
        "  " + style.failure("✗ \(refusal.code)") + ": \(refusal.message)\n"
    }

    /// Returns the prompt for a question, with hints about its answer.
    func prompt(for ask: FlowAsk) -> SafeText {
        var hints: [String] = []
        if let length = ask.length { hints.append("\(length) characters") }
        if ask.type == "list" { hints.append("separated by commas") }
        if ask.type == "map" { hints.append("as JSON") }
        if ask.type == "flag" { hints.append("true or false") }
        if !ask.isRequired { hints.append("Enter to skip") }
        let hint: SafeText = hints.isEmpty ? "" : " " + style.dim("(\(hints.joined(separator: ", ")))")
        return "  \(ask.name)\(hint): "
    }

    /// Returns the choices of a question, numbered and one per line.
    func choices(of ask: FlowAsk) -> SafeText {
        ask.words.enumerated().map { "    \(style.dim("\($0 + 1)")) \($1)\n" as SafeText }.joined()
    }
}

/// Describes secrets without showing them.
enum TokenWords {
    /// The claims whose values are times (RFC 7519 and OpenID Connect).
    private static let timeClaims: Set<String> = ["exp", "iat", "nbf", "auth_time"]
    /// The number of seconds since 1970 beyond which a time is shown without its date.
    private static let maxSeconds = 1e11

    /// Returns the claims of a token, without verifying it, or a note in place of any other secret.
    ///
    /// The note for a text contains its length.
    static func description(of secret: JSONValue) -> JSONValue {
        guard let text = secret.string else { return .string("(not shown)") }
        if let claims = TokenClaims(text) {
            return .object(claims.all.map { JSONMember($0.name, displayValue(of: $0)) })
        }
        return .string("(not shown, \(text.utf8.count) characters)")
    }

    /// Returns the value of a claim, with the date added to a time.
    private static func displayValue(of claim: JSONMember) -> JSONValue {
        guard timeClaims.contains(claim.name), case .number(let digits) = claim.value,
            let seconds = Double(digits), abs(seconds) < maxSeconds
        else { return claim.value }
        let instant = Date(timeIntervalSince1970: seconds).formatted(.iso8601)
        return .string("\(digits) (\(instant))")
    }
}

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
