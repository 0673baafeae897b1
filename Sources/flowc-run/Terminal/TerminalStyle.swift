import FlowTool
import SystemPackage

/// How text looks on a terminal: plain where colours are not wanted.
package struct TerminalStyle: Sendable {
    private let hasColour: Bool

    /// A style with or without colours.
    package init(hasColour: Bool) {
        self.hasColour = hasColour
    }

    /// The style of standard output.
    static var standardOutput: TerminalStyle { TerminalStyle(hasColour: Console.hasColour(.standardOutput)) }

    /// What matters.
    func bold(_ text: String) -> String { styled(text, "1") }
    /// What matters less.
    func dim(_ text: String) -> String { styled(text, "2") }
    /// What went wrong.
    func wrong(_ text: String) -> String { styled(text, "31") }
    /// What arrived.
    func news(_ text: String) -> String { styled(text, "36") }

    private func styled(_ text: String, _ code: String) -> String {
        hasColour ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }

    /// A text of somebody else without what would move the cursor or change colours.
    static func safe(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            let isControl = scalar.properties.generalCategory == .control && scalar != "\n"
            result.unicodeScalars.append(isControl ? "\u{FFFD}" : scalar)
        }
        return result
    }
}
