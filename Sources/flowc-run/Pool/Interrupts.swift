import Dispatch
import Foundation

/// Catches the signals that ask a program to terminate.
struct Interrupts: Sendable {
    private let signals: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    /// Starts to catch the signals.
    ///
    /// No signal is lost. A signal that arrives before the dispatch sources are active ends the program.
    init() {
        let (signals, continuation) = AsyncStream<Void>.makeStream()
        self.signals = signals
        self.continuation = continuation
        nonisolated(unsafe) let sources = [SIGINT, SIGTERM].map { number in
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { continuation.yield() }
            // On Linux, Dispatch itself replaces the default action.
            #if canImport(Darwin)
                source.setRegistrationHandler { signal(number, SIG_IGN) }
            #endif
            source.resume()
            return source
        }
        // The stream keeps the sources alive as long as a task may wait.
        continuation.onTermination = { _ in for source in sources { source.cancel() } }
    }

    /// Waits for the first signal, and then runs an action. After ``cancel()``, it returns without running the action.
    func runOnFirst(_ action: @Sendable () async -> Void) async {
        for await _ in signals {
            await action()
            return
        }
    }

    /// Ends the wait for a signal.
    func cancel() { continuation.finish() }
}
