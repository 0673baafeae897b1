import TestSupport
import Testing

@Suite("What a test waits for")
struct WaitsTests {
    @Test("a cancelled wait ends, come what may")
    func cancelled() async {
        let waits: [@Sendable () async throws -> Void] = [
            { try await until { false } },
            { _ = try await BackgroundWork<Int> { await waitForEver() }.value },
            { try await ScriptedService().requests(atLeast: 1) },
            { try await ManualClock().sleepers(1) },
            { try await giveWay() },
        ]
        for wait in waits {
            let task = Task {
                while !Task.isCancelled { await Task.yield() }
                try await wait()
            }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
    }

    @Test("work is cancelled when nobody holds it any more")
    func letGo() async throws {
        let log = Log()
        do {
            _ = BackgroundWork {
                while !Task.isCancelled { await Task.yield() }
                log.add("cancelled")
            }
        }
        try await until { !log.all.isEmpty }
    }
}
