import Crypto
import Foundation
import Hummingbird

/// The browser that sends a request, which a random cookie identifies.
struct Browser: Sendable {
    /// The value of the cookie.
    let id: String
    /// Whether the browser sent the cookie, rather than getting it now.
    let isKnown: Bool
    private let states: [String: String]

    private static let name = "browser"

    /// Reads the cookies of a request.
    init(_ request: Request) {
        let sent = request.cookies["__Host-" + Self.name]?.value ?? ""
        isKnown = sent.utf8.count == 64 && sent.allSatisfy(\.isHexDigit)
        id =
            isKnown
            ? sent
            : SymmetricKey(size: .bits256).withUnsafeBytes { bytes in
                bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
            }
        var states: [String: String] = [:]
        for (name, value) in Self.stateCookies(request) { states[name] = value }
        self.states = states
    }

    private static func stateCookies(_ request: Request) -> [(String, String)] {
        request.headers[values: .cookie].flatMap { $0.split(separator: ";") }.compactMap { part in
            let pair = part.drop { $0 == " " }.split(separator: "=", maxSplits: 1).map(String.init)
            return pair.count == 2 && pair[0].hasPrefix("__Host-state-") ? (pair[0], pair[1]) : nil
        }
    }

    /// The bytes to which states are bound.
    var bytes: [UInt8] { Array(id.utf8) }

    /// The cookie that identifies the browser until it is closed.
    var cookie: Cookie { .own(Self.name, id) }

    /// Returns the state of the flow's sign-in; nil if the browser has none.
    func state(of flow: OfferedFlow) -> String? { states["__Host-" + Self.stateName(flow)] }

    /// The name of the cookie with the state of the flow's sign-in.
    static func stateName(_ flow: OfferedFlow) -> String { "state-" + flow.name }
}

/// CSRF tokens, which are bound to the browser's cookie.
struct CSRFTokens: Sendable {
    private let keys: [SymmetricKey]

    /// Creates tokens from the sealing keys. The first one makes tokens.
    ///
    /// While the keys are rotated, another node may have another first key.
    init(secrets: [[UInt8]]) {
        keys = secrets.map { secret in
            HKDF<SHA256>.deriveKey(
                inputKeyMaterial: SymmetricKey(data: secret), info: Data("form token".utf8), outputByteCount: 32)
        }
    }

    /// Returns the token of a browser's forms.
    func token(of browser: Browser) -> String {
        keys.first.map { key in
            Data(HMAC<SHA256>.authenticationCode(for: browser.bytes, using: key)).base64EncodedString()
        } ?? ""
    }

    /// Returns whether a token belongs to the browser. The comparison with each key takes constant time.
    func isValid(_ token: String, of browser: Browser) -> Bool {
        guard let code = Data(base64Encoded: token) else { return false }
        return keys.contains { key in
            HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: browser.bytes, using: key)
        }
    }
}
