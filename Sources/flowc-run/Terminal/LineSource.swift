import Dispatch
package import FlowTool

/// Lines as they come, one at a time and only when one is wanted, without holding up tasks.
package struct LineSource: Sendable {
    private let read: @Sendable () async -> InputLine?

    /// Lines of a closure, which gives nothing at the end.
    package init(_ read: @escaping @Sendable () async -> InputLine?) {
        self.read = read
    }

    /// The next line without its end; nothing at the end of the input.
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

    /// A reader that one queue alone touches.
    private final class Input: @unchecked Sendable {
        let queue = DispatchQueue(label: "standard input")
        var reader = LineReader()
    }
}
