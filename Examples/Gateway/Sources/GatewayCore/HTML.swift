/// Markup. Texts that are interpolated into a literal are escaped; other markup is inserted as it is.
package struct HTML: Sendable, ExpressibleByStringInterpolation {
    /// The markup as text.
    package let text: String

    /// Creates markup from a literal, which is not escaped.
    package init(stringLiteral text: String) { self.text = text }

    /// Creates markup from an interpolated literal.
    package init(stringInterpolation: Interpolation) { text = stringInterpolation.text }

    /// Creates markup from parts, in order.
    init(_ parts: [HTML]) { text = parts.map(\.text).joined(separator: "\n") }

    /// Collects the parts of a literal.
    package struct Interpolation: StringInterpolationProtocol {
        var text = ""

        package init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity * 2) }

        package mutating func appendLiteral(_ literal: String) { text += literal }
        package mutating func appendInterpolation(_ value: String) { text += HTML.escaped(value) }
        package mutating func appendInterpolation(_ value: Int) { text += String(value) }
        package mutating func appendInterpolation(_ part: HTML) { text += part.text }
        package mutating func appendInterpolation(_ parts: [HTML]) { text += HTML(parts).text }

        /// Inserts a part only if a condition holds.
        package mutating func appendInterpolation(_ part: HTML, if condition: Bool) {
            if condition { text += part.text }
        }
    }

    /// Returns a text that is safe between tags and in quoted attributes.
    private static func escaped(_ value: String) -> String {
        var result = ""
        result.reserveCapacity(value.utf8.count)
        for scalar in value.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
