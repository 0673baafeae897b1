package import FlowCore
import FlowDiagnostics

/// Text for a terminal, in which untrusted parts are escaped.
///
/// A literal is unchanged. An interpolated string is untrusted: each scalar that controls a terminal becomes U+FFFD. So
/// only literals start lines, move the cursor or change colors. ``Console`` writes nothing else.
package struct SafeText: Sendable, Equatable, ExpressibleByStringInterpolation {
    /// The escaped text.
    package private(set) var string: String

    /// Creates a trusted text.
    package init(stringLiteral: String) { string = stringLiteral }

    /// Creates a trusted text with untrusted interpolations.
    package init(stringInterpolation: Interpolation) { string = stringInterpolation.text }

    /// Creates a text from an untrusted one, on one line.
    package init(_ text: String) { string = text.safeForTerminal() }

    /// Creates a text from an untrusted one, and keeps line ends and tabs.
    package init(lines text: String) { string = text.safeForTerminal(keeping: ["\n", "\t"]) }

    /// Creates a text that was rendered for a terminal, with its colors.
    ///
    /// It comes from `TerminalRenderer`, which escapes untrusted parts, or from a local program that draws a picture.
    package init(rendered: String) { string = rendered }

    /// Creates a text from a value, as JSON on one line.
    ///
    /// Control characters are escaped as JSON, so the value is unchanged.
    package init(json value: JSONValue) {
        let text = value.jsonText
        guard text.unicodeScalars.contains(where: \.controlsTerminal) else {
            string = text
            return
        }
        string = text.unicodeScalars.reduce(into: "") { result, scalar in
            if scalar.controlsTerminal {
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
    }

    package var isEmpty: Bool { string.isEmpty }

    package static func + (one: SafeText, other: SafeText) -> SafeText {
        var sum = one
        sum += other
        return sum
    }

    package static func += (one: inout SafeText, other: SafeText) { one.string += other.string }

    /// Builds a text from literals and interpolations.
    package struct Interpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        /// Creates an empty text.
        package init(literalCapacity: Int, interpolationCount: Int) {}

        /// Appends a trusted literal.
        package mutating func appendLiteral(_ literal: String) { text += literal }

        /// Appends a safe text.
        package mutating func appendInterpolation(_ safe: SafeText) { text += safe.string }

        /// Appends an untrusted text.
        package mutating func appendInterpolation(_ other: some StringProtocol) {
            text += String(other).safeForTerminal()
        }

        /// Appends an error's description.
        package mutating func appendInterpolation(_ error: some Error) { text += "\(error)".safeForTerminal() }

        package mutating func appendInterpolation(_ number: some BinaryInteger) { text += String(number) }
    }
}

extension Sequence<SafeText> {
    /// Joins texts with a separator.
    package func joined(separator: SafeText = "") -> SafeText {
        var result: SafeText = ""
        for (index, text) in enumerated() { result += index > 0 ? separator + text : text }
        return result
    }
}
