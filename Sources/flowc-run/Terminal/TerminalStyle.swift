import FlowTool
import SystemPackage

/// The text style of a terminal, with or without colors.
package struct TerminalStyle: Sendable {
    private let hasColour: Bool

    /// Creates a style with or without colours.
    package init(hasColour: Bool) {
        self.hasColour = hasColour
    }

    /// The style of standard output.
    static var standardOutput: TerminalStyle { TerminalStyle(hasColour: Console.hasColour(.standardOutput)) }

    /// Emphasized text.
    func bold(_ text: SafeText) -> SafeText { styled(text, "1") }
    /// Secondary text.
    func dim(_ text: SafeText) -> SafeText { styled(text, "2") }
    /// Error text.
    func wrong(_ text: SafeText) -> SafeText { styled(text, "31") }
    /// Text for new messages.
    func news(_ text: SafeText) -> SafeText { styled(text, "36") }

    private func styled(_ text: SafeText, _ code: String) -> SafeText {
        hasColour ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
