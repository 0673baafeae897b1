import Dispatch
package import FlowTool
import SystemPackage

/// Writes texts one at a time, even if several tasks write.
package struct Writer: Sendable {
    private let write: @Sendable (SafeText) -> Void

    /// Creates a writer that passes texts to a closure. Only one task at a time calls the closure.
    package init(_ write: @escaping @Sendable (SafeText) -> Void) {
        let lock = Guarded(())
        self.write = { text in lock.withLock { _ in write(text) } }
    }

    /// Writes a text.
    package func callAsFunction(_ text: SafeText) { write(text) }
}

/// A source of lines that are read on demand, without blocking a thread that runs tasks.
package struct LineSource: Sendable {
    private let read: @Sendable () async -> InputLine?

    /// Creates a source from a closure that returns the next line, or nil at the end.
    package init(_ read: @escaping @Sendable () async -> InputLine?) {
        self.read = read
    }

    /// Returns the next line without its terminator, or nil at the end.
    package func next() async -> InputLine? { await read() }

    /// Returns a source of the lines of standard input.
    package static func standardInput() -> LineSource {
        let input = Input()
        return LineSource {
            await withCheckedContinuation { continuation in
                input.queue.async { continuation.resume(returning: input.reader.next()) }
            }
        }
    }

    /// A reader of standard input, which is used only on its queue.
    private final class Input: @unchecked Sendable {
        let queue = DispatchQueue(label: "standard input")
        var reader = LineReader()
    }
}

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

    /// Returns a text with the style of an SGR code (ECMA-48). Without colors, returns the text unchanged.
    private func styled(_ text: SafeText, _ code: String) -> SafeText {
        hasColor ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
