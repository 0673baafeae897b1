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

    /// A text of somebody else, on one line and in the order in which it is read: without what would move the cursor, change colours, or turn
    /// the direction of writing (Unicode Standard Annex 9, `Bidi_Control`).
    static func safe(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            result.unicodeScalars.append(isPlain(scalar) ? scalar : "\u{FFFD}")
        }
        return result
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: false
        default: !scalar.properties.isBidiControl
        }
    }
}
