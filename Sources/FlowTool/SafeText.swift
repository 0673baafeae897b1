package import FlowCore
import FlowDiagnostics

/// Text for a terminal: the words of this program, with what a service, a flow or a person brought made safe.
///
/// A literal stays as it is. A string in an interpolation is somebody else's: each scalar in it that steers a terminal becomes U+FFFD. So
/// nothing but a literal begins a line, moves the cursor or changes colours. ``Console`` writes nothing else.
package struct SafeText: Sendable, Equatable, ExpressibleByStringInterpolation {
    /// The text as it is written.
    package private(set) var string: String

    /// The words of this program.
    package init(stringLiteral: String) { string = stringLiteral }

    /// Words of this program with others' between them.
    package init(stringInterpolation: Interpolation) { string = stringInterpolation.text }

    /// Somebody else's text on one line.
    package init(_ text: String) { string = text.safeForTerminal() }

    /// Somebody else's text, whose line ends and tabs stay.
    package init(lines text: String) { string = text.safeForTerminal(keeping: ["\n", "\t"]) }

    /// What was laid out for a terminal, with its colours: findings by `TerminalRenderer`, which makes others' text safe itself, or a picture
    /// by a program of this computer.
    package init(rendered: String) { string = rendered }

    /// Creates a value as JSON on one line. What would steer a terminal is escaped, so the value stays the same.
    package init(json value: JSONValue) {
        let text = value.jsonText
        guard text.unicodeScalars.contains(where: \.steersTerminal) else {
            string = text
            return
        }
        string = text.unicodeScalars.reduce(into: "") { result, scalar in
            if scalar.steersTerminal {
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
    }

    /// Whether there is no text.
    package var isEmpty: Bool { string.isEmpty }

    /// One text after the other.
    package static func + (one: SafeText, other: SafeText) -> SafeText {
        var sum = one
        sum += other
        return sum
    }

    /// Appends a text.
    package static func += (one: inout SafeText, other: SafeText) { one.string += other.string }

    /// Puts a text together.
    package struct Interpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        /// Creates an empty text.
        package init(literalCapacity: Int, interpolationCount: Int) {}

        /// Appends words of this program.
        package mutating func appendLiteral(_ literal: String) { text += literal }

        /// Appends a text that is safe.
        package mutating func appendInterpolation(_ safe: SafeText) { text += safe.string }

        /// Appends somebody else's text.
        package mutating func appendInterpolation(_ other: some StringProtocol) {
            text += String(other).safeForTerminal()
        }

        /// Appends what an error says of itself.
        package mutating func appendInterpolation(_ error: some Error) { text += "\(error)".safeForTerminal() }

        /// Appends a number.
        package mutating func appendInterpolation(_ number: some BinaryInteger) { text += String(number) }
    }
}

extension Sequence<SafeText> {
    /// The texts one after the other.
    package func joined(separator: SafeText = "") -> SafeText {
        var result: SafeText = ""
        for (index, text) in enumerated() { result += index > 0 ? separator + text : text }
        return result
    }
}
