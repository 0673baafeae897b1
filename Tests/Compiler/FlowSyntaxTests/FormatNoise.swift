import TestSupport

/// Puts comments, instructions and white space of every sort into a document; its meaning stays.
struct FormatNoise {
    private var random: Seeded

    init(seed: UInt64) { random = Seeded(seed) }

    private static let pieces = [
        "\n", "\n\n\n", "  ", "\t", "<!-- one -->", "\n<!-- one -->\n", " <!--\n\t  a  b\n\t    c\n  -->", "<!---->",
        "<!-- two\n     lines -->\n", "<?flowc allow=\"a\" because=\"b\"?>", "\n<?pi a\n   b?>\n\n",
        "<!-- <a> ]]> ' \" -->",
    ]

    mutating func add(to document: String) -> String {
        var result =
            ["", "\u{FEFF}", "<?xml version='1.0'?>", "<?xml version=\"1.0\"?>\n\n"].randomElement(using: &random) ?? ""
        if Int.random(in: 0..<4, using: &random) == 0 { result += "\n\n\n".dropFirst(result.isEmpty ? 3 : 0) }
        var isTag = false
        for character in document {
            if character == "<" { isTag = true }
            if character == " ", isTag, Int.random(in: 0..<3, using: &random) == 0 {
                result += ["\n", "\t ", "   \n      "].randomElement(using: &random) ?? " "
            } else {
                result.append(character)
            }
            guard character == ">" else { continue }
            isTag = false
            while Int.random(in: 0..<3, using: &random) == 0 {
                result += Self.pieces.randomElement(using: &random) ?? ""
            }
        }
        return Int.random(in: 0..<4, using: &random) == 0 ? result.replacing("\n", with: "\r\n") : result
    }
}
