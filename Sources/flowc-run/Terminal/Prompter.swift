package import FlowTool

/// Asks a user for one line at a time.
package struct Prompter: Sendable {
    private let lines: LineSource
    private let write: Writer

    /// Creates a prompter that reads lines and writes prompts.
    package init(lines: LineSource, write: Writer) {
        self.lines = lines
        self.write = write
    }

    /// Writes a prompt, and reads and returns a line. If the line is too long, it asks again.
    /// - Parameters:
    ///   - question: the text to show before the answer.
    ///   - isSecret: whether the terminal must hide the answer.
    /// - Returns: the line, or nil at the end of the input.
    package func ask(_ question: SafeText, isSecret: Bool = false) async -> String? {
        let isEchoOff = isSecret && EchoSwitch.turnOff()
        defer { if isEchoOff { EchoSwitch.restore() } }
        while true {
            write(question)
            guard let line = await lines.next() else { return nil }
            if let text = line.text(orReport: write.callAsFunction) { return text }
        }
    }
}
