import CQRCode
import Foundation

/// The secret of an authenticator app: as a picture to scan, as a link, and as text to type.
struct AuthenticatorPicture {
    /// The address that an app reads, `otpauth://totp/…`.
    let address: String
    private let secret: String

    /// Creates the picture of a secret, with the names that the app shows beside its codes.
    init(secret: String, issuer: String, account: String) {
        let issuer = Self.encoded(issuer)
        self.secret = secret
        address = "otpauth://totp/\(issuer):\(Self.encoded(account))?secret=\(Self.encoded(secret))&issuer=\(issuer)"
    }

    /// Returns the picture and the texts.
    func content(_ texts: PageTexts) -> HTML {
        """
        <figure>\(picture(texts))
        <figcaption><a href="\(address)">\(texts.page("Open the authenticator app"))</a><br>
        <span class="hint">\(texts.page("Or type this key:"))</span> <code>\(secret)</code></figcaption></figure>
        """
    }

    /// Returns the QR code as a picture in SVG, or no markup if the address is too long for one.
    private func picture(_ texts: PageTexts) -> HTML {
        guard let code = QRcode_encodeString8bit(address, 0, QR_ECLEVEL_M) else { return "" }
        defer { QRcode_free(code) }
        let width = Int(code.pointee.width)
        var path = ""
        for module in 0..<width * width where code.pointee.data[module] & 1 == 1 {
            path += "M\(module % width + 4 as Int),\(module / width + 4 as Int)h1v1h-1z"
        }
        return """
            <svg viewBox="0 0 \(width + 8) \(width + 8)" role="img" aria-label="\(texts.page("QR code of the key"))">\
            <rect width="100%" height="100%" fill="#fff"/><path d="\(path)" fill="#000"/></svg>
            """
    }

    /// The characters that any part of an address may contain as they are (RFC 3986, section 2.3).
    private static let unreserved = CharacterSet(
        charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~")

    /// Returns a text as a part of an address.
    private static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }
}
