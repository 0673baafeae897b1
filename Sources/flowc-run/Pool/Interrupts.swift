import Dispatch
import Foundation

/// The signals that ask a program to end, so that it can do so in order.
struct Interrupts: Sendable {
    private let signals: AsyncStream<Void>
    private let end: AsyncStream<Void>.Continuation

    /// From now on the signals do not end the program.
    init() {
        let (signals, end) = AsyncStream<Void>.makeStream()
        self.signals = signals
        self.end = end
        nonisolated(unsafe) let sources = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { end.yield() }
            source.resume()
            return source
        }
        // The sources live as long as somebody may wait.
        end.onTermination = { _ in for source in sources { source.cancel() } }
    }

    /// Waits for the first signal and does something then; returns without it once cancelled.
    func first(_ action: @Sendable () async -> Void) async {
        for await _ in signals {
            await action()
            return
        }
    }

    /// Ends the wait.
    func cancel() { end.finish() }
}
