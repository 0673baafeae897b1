import FlowTool
import SystemPackage

/// Styles text for a terminal with or without colors.
package struct TerminalStyle: Sendable {
    private let hasColor: Bool

    /// Creates a style with or without colors.
    package init(hasColor: Bool) {
        self.hasColor = hasColor
    }

    /// The style of standard output.
    static var standardOutput: TerminalStyle { TerminalStyle(hasColor: Console.hasColor(.standardOutput)) }

    /// Returns a text in bold.
    func bold(_ text: SafeText) -> SafeText { styled(text, "1") }
    /// Returns a dimmed text, for secondary information.
    func dim(_ text: SafeText) -> SafeText { styled(text, "2") }
    /// Returns the text of an error in red.
    func failure(_ text: SafeText) -> SafeText { styled(text, "31") }
    /// Returns the text of a message from the pool in cyan.
    func notice(_ text: SafeText) -> SafeText { styled(text, "36") }

    /// Returns a text with the style of an SGR code (ECMA-48). Without colors, it returns the text unchanged.
    private func styled(_ text: SafeText, _ code: String) -> SafeText {
        hasColor ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
