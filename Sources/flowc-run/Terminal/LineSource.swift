import Dispatch
package import FlowTool

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
