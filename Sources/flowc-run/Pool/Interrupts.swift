import Dispatch
import Foundation

/// Handles the signals that ask a program to terminate.
struct Interrupts: Sendable {
    private let signals: AsyncStream<Void>
    private let end: AsyncStream<Void>.Continuation

    /// Catches the signals. Until it takes effect, they end the program; none is lost.
    init() {
        let (signals, end) = AsyncStream<Void>.makeStream()
        self.signals = signals
        self.end = end
        nonisolated(unsafe) let sources = [SIGINT, SIGTERM].map { number in
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { end.yield() }
            // On Linux, Dispatch itself replaces the default action.
            #if canImport(Darwin)
                source.setRegistrationHandler { signal(number, SIG_IGN) }
            #endif
            source.resume()
            return source
        }
        // The sources live as long as a task may wait.
        end.onTermination = { _ in for source in sources { source.cancel() } }
    }

    /// Waits for the first signal and runs an action; returns without it if cancelled.
    func first(_ action: @Sendable () async -> Void) async {
        for await _ in signals {
            await action()
            return
        }
    }

    /// Ends the wait.
    func cancel() { end.finish() }
}
