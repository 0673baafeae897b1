import FlowTool
import SystemPackage

/// Styles text for a terminal with or without colors.
package struct TerminalStyle: Sendable {
    private let hasColour: Bool

    /// Creates a style with or without colors.
    package init(hasColour: Bool) {
        self.hasColour = hasColour
    }

    /// The style of standard output.
    static var standardOutput: TerminalStyle { TerminalStyle(hasColour: Console.hasColour(.standardOutput)) }

    /// Emphasizes a text.
    func bold(_ text: SafeText) -> SafeText { styled(text, "1") }
    /// Dims a secondary text.
    func dim(_ text: SafeText) -> SafeText { styled(text, "2") }
    /// Marks the text of an error.
    func failure(_ text: SafeText) -> SafeText { styled(text, "31") }
    /// Marks the text of a message from the pool.
    func notice(_ text: SafeText) -> SafeText { styled(text, "36") }

    /// Applies an SGR code (ECMA-48) to a text.
    private func styled(_ text: SafeText, _ code: String) -> SafeText {
        hasColour ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
