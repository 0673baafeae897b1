/// Fills the page's template with its parts.
enum PageTemplate {
    /// The scripts, in order. Together they are one module.
    private static var scripts: [[UInt8]] {
        [
            PackageResources.player_js, PackageResources.texts_js, PackageResources.fields_js,
            PackageResources.walk_js, PackageResources.scenario_js, PackageResources.picture_js,
            PackageResources.stage_js, PackageResources.service_js, PackageResources.panels_js,
            PackageResources.main_js,
        ]
    }

    /// Returns the page with a text in the place of each `{{NAME}}`.
    static func page(_ parts: [String: String]) -> [UInt8] {
        let own = [
            "STYLE": stripped(PackageResources.style_css),
            "SCRIPT": scripts.map(stripped).joined(separator: "\n"),
        ]
        let template = String(decoding: PackageResources.page_html, as: UTF8.self)
        var page: [UInt8] = []
        var rest = template[...]
        while let start = rest.firstRange(of: "{{"), let end = rest[start.upperBound...].firstRange(of: "}}") {
            let name = String(rest[start.upperBound..<end.lowerBound])
            page += rest[..<start.lowerBound].utf8
            page += (parts[name] ?? own[name] ?? "").utf8
            rest = rest[end.upperBound...]
        }
        return page + rest.utf8
    }

    /// Returns a script or a style sheet without indentation, blank lines, and lines that are comments.
    private static func stripped(_ bytes: [UInt8]) -> String {
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { $0.drop { $0 == " " } }
        return lines.filter { !$0.isEmpty && !$0.hasPrefix("//") && !$0.hasPrefix("/*") }.joined(separator: "\n")
    }

    /// Returns JSON as the content of a script element, which `</script>` would end.
    static func scriptText(_ json: String) -> String {
        String(decoding: json.utf8.flatMap { $0 == UInt8(ascii: "<") ? Array(#"\u003c"#.utf8) : [$0] }, as: UTF8.self)
    }

    /// Returns a text with the special characters of HTML escaped.
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}

/// Bytes as base64 (RFC 4648).
enum Base64Text {
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// Returns the bytes as text, padded to a multiple of four characters.
    static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let padded = Array(group) + [0, 0]
            let bits = Int(padded[0]) << 16 | Int(padded[1]) << 8 | Int(padded[2])
            for digit in 0..<4 {
                text.append(digit <= group.count ? digits[bits >> (18 - 6 * digit) & 63] : UInt8(ascii: "="))
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
