import CQRCode

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

    /// The modules of the QR code as one path in SVG; nothing if the address is too long.
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

    /// Returns a text as a part of an address (RFC 3986).
    private static func encoded(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF")
        return text.utf8.map { byte -> String in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                return String(UnicodeScalar(byte))
            default: return "%" + String([digits[Int(byte >> 4)], digits[Int(byte & 15)]])
            }
        }.joined()
    }
}
