import FlowTool
import SystemPackage

/// How text looks on a terminal: plain where colours are not wanted.
package struct TerminalStyle: Sendable {
    private let hasColour: Bool

    /// Creates a style with or without colours.
    package init(hasColour: Bool) {
        self.hasColour = hasColour
    }

    /// The style of standard output.
    static var standardOutput: TerminalStyle { TerminalStyle(hasColour: Console.hasColour(.standardOutput)) }

    /// What matters.
    func bold(_ text: SafeText) -> SafeText { styled(text, "1") }
    /// What matters less.
    func dim(_ text: SafeText) -> SafeText { styled(text, "2") }
    /// What went wrong.
    func wrong(_ text: SafeText) -> SafeText { styled(text, "31") }
    /// What arrived.
    func news(_ text: SafeText) -> SafeText { styled(text, "36") }

    private func styled(_ text: SafeText, _ code: String) -> SafeText {
        hasColour ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
