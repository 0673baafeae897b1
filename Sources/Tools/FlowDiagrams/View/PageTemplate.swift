import FlowCompiler

/// Fills the page's template with its parts.
enum PageTemplate {
    /// Returns the page with a text in the place of each `{{NAME}}`.
    static func page(_ parts: [String: String]) -> [UInt8] {
        let files = EmbeddedFiles.view
        let scripts = files.paths.filter { $0.hasSuffix(".js") }
        let own = [
            "STYLE": stripped(files["style.css"] ?? ""),
            // Together, the scripts are one module.
            "SCRIPT": scripts.map { stripped(files[$0] ?? "") }.joined(separator: "\n"),
        ]
        var page: [UInt8] = []
        var rest = (files["page.html"] ?? "")[...]
        while let start = rest.firstRange(of: "{{"), let end = rest[start.upperBound...].firstRange(of: "}}") {
            let name = String(rest[start.upperBound..<end.lowerBound])
            page += rest[..<start.lowerBound].utf8
            page += (parts[name] ?? own[name] ?? "").utf8
            rest = rest[end.upperBound...]
        }
        return page + rest.utf8
    }

    /// Returns a script or a style sheet without indentation, blank lines, and lines that are comments.
    private static func stripped(_ text: String) -> String {
        let lines = text.split(separator: "\n").map { $0.drop { $0 == " " } }
        return lines.filter { !$0.isEmpty && !$0.hasPrefix("//") && !$0.hasPrefix("/*") }.joined(separator: "\n")
    }

    /// Returns JSON as the content of a script element, which `</script>` would end.
    static func scriptText(_ json: String) -> String {
        String(decoding: json.utf8.flatMap { $0 == UInt8(ascii: "<") ? Array(#"\u003c"#.utf8) : [$0] }, as: UTF8.self)
    }
}
