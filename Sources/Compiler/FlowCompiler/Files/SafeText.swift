import FlowDiagnostics

/// Text for a terminal, in which untrusted parts are escaped.
///
/// A literal is unchanged. An interpolated string is untrusted: U+FFFD replaces each scalar that controls a terminal.
/// So only literals, `init(lines:)` and `init(rendered:)` add line feeds or colors. ``Console`` writes only safe texts.
package struct SafeText: Sendable, Equatable, ExpressibleByStringInterpolation {
    package private(set) var string: String

    package init(stringLiteral: String) { string = stringLiteral }

    /// Creates a trusted text with untrusted interpolations.
    package init(stringInterpolation: Interpolation) { string = stringInterpolation.text }

    /// Creates a text of one line from an untrusted text. Line feeds and other control characters are replaced.
    package init(_ text: String) { string = text.safeForTerminal() }

    /// Creates a text from an untrusted text. It may have several lines, because line feeds and tabs remain.
    package init(lines text: String) { string = text.safeForTerminal(keeping: ["\n", "\t"]) }

    /// Creates a text from one that was rendered for a terminal, and may contain colors.
    ///
    /// The caller ensures that untrusted parts are escaped, as `TerminalRenderer` does.
    package init(rendered: String) { string = rendered }

    package var isEmpty: Bool { string.isEmpty }

    /// Returns the concatenation of two safe texts.
    package static func + (left: SafeText, right: SafeText) -> SafeText {
        var result = left
        result += right
        return result
    }

    /// Appends a safe text.
    package static func += (left: inout SafeText, right: SafeText) { left.string += right.string }

    /// Builds a text from literals and interpolations.
    package struct Interpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        package init(literalCapacity: Int, interpolationCount: Int) {}

        package mutating func appendLiteral(_ literal: String) { text += literal }

        /// Appends a safe text.
        package mutating func appendInterpolation(_ safe: SafeText) { text += safe.string }

        /// Appends an untrusted text.
        package mutating func appendInterpolation(_ untrusted: some StringProtocol) {
            text += String(untrusted).safeForTerminal()
        }

        /// Appends the description of an error, which is untrusted.
        package mutating func appendInterpolation(_ error: some Error) { text += "\(error)".safeForTerminal() }

        package mutating func appendInterpolation(_ number: some BinaryInteger) { text += String(number) }
    }
}

extension Sequence<SafeText> {
    /// Returns the concatenation of the texts, with a separator between them.
    package func joined(separator: SafeText = "") -> SafeText {
        var result: SafeText = ""
        for (index, text) in enumerated() { result += index > 0 ? separator + text : text }
        return result
    }
}
