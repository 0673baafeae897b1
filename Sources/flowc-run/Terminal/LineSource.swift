import Dispatch
package import FlowTool

/// An asynchronous source of lines, read on demand without blocking tasks.
package struct LineSource: Sendable {
    private let read: @Sendable () async -> InputLine?

    /// Creates a source from a closure, which returns nil at the end.
    package init(_ read: @escaping @Sendable () async -> InputLine?) {
        self.read = read
    }

    /// Returns the next line without its terminator, or nil at the end.
    package func next() async -> InputLine? { await read() }

    /// The lines of standard input.
    package static func standardInput() -> LineSource {
        let input = Input()
        return LineSource {
            await withCheckedContinuation { continuation in
                input.queue.async { continuation.resume(returning: input.reader.next()) }
            }
        }
    }

    /// A reader that is only used on one queue.
    private final class Input: @unchecked Sendable {
        let queue = DispatchQueue(label: "standard input")
        var reader = LineReader()
    }
}
