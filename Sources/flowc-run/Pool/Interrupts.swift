import Dispatch
import Foundation

/// The signals that ask a program to end, so that it can do so in order.
struct Interrupts: Sendable {
    private let signals: AsyncStream<Void>
    private let end: AsyncStream<Void>.Continuation

    /// The signals no longer end the program once this has taken effect; before that they do, and none is lost.
    init() {
        let (signals, end) = AsyncStream<Void>.makeStream()
        self.signals = signals
        self.end = end
        nonisolated(unsafe) let sources = [SIGINT, SIGTERM].map { number in
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { end.yield() }
            // On Linux the library takes the place of the default action by itself.
            #if canImport(Darwin)
                source.setRegistrationHandler { signal(number, SIG_IGN) }
            #endif
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
