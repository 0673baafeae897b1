import CognitoHandlers
import FlowRuntime
import Foundation
import TestSupport
import Testing

/// A process that is killed while it signs users in and out leaves whole entries, and none that was removed.
struct StoreKillTests {
    /// Starts the writer, kills it after some time, and reads what it said.
    private static func killed(_ folder: String, round: Int, after microseconds: UInt32) throws -> [String] {
        let process = Process()
        process.executableURL = Terminal.program("store-writer")
        process.arguments = [folder, String(round)]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        // However slow the machine is: the time counts from the first line.
        var said = pipe.fileHandleForReading.availableData
        usleep(microseconds)
        kill(process.processIdentifier, SIGKILL)
        said += pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(process.terminationReason == .uncaughtSignal, "the store refused something")
        return String(decoding: said, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// The rounds that may be stored after the last line that was said: the round whose tokens are there; nil is none.
    private static func possible(_ lines: [String], before: [Int?]) -> [Int?] {
        guard let last = lines.last?.split(separator: " "), let round = Int(last[1]) else { return before }
        switch last[0] {
        // The store is emptied before the next user signs in.
        case "begin": return (lines.count > 1 ? possible(lines.dropLast(), before: before) : before) + [nil, round]
        case "in": return [round]
        case "end": return [round, nil]
        default: return [nil]
        }
    }

    /// A call that should have failed returned.
    private struct Silent: Error {}

    @Test("another process that holds the lock of a store holds up nothing but writes to it")
    func lockOfAnotherProcess() async throws {
        let folder = "/tmp/lock-\(UInt64.random(in: 0 ... .max))"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let store = FileSecretStore(path: folder)
        func cache(_ number: Int) -> TokenCache { TokenCache(store, poolID: "eu-west-1_AbC", clientID: "\(number)") }
        try await cache(0).store(CognitoTokens(accessToken: "A"), of: "ana")
        let process = Process()
        process.executableURL = Terminal.program("store-writer")
        process.arguments = ["\(folder)/.lock"]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        defer {
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
        #expect(String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self) == "locked\n")
        let writes = (0..<64).map { number in
            Task { try await cache(number).store(CognitoTokens(accessToken: "B"), of: "ana") }
        }
        await Task.detached {}.value
        let healthy = TokenCache(MemorySecretStore(), poolID: "eu-west-1_AbC", clientID: "client")
        try await healthy.store(CognitoTokens(accessToken: "C"), of: "ana")
        #expect(try await healthy.current()?.tokens.accessToken == "C")
        var times: [Duration] = []
        for write in writes {
            write.cancel()
            var result: Result<Void, any Error>?
            times.append(await ownTime { result = await write.result })
            guard case .failure(let failure as FlowHandlerFailure) = result else { throw Silent() }
            #expect(failure.name == "token-store-unavailable")
        }
        #expect(times.sorted()[times.count / 2] < .seconds(1))
        // A writer that waits for the lock gives up after five seconds, and leaves what is stored.
        #expect(try await cache(0).current()?.tokens.accessToken == "A")
    }

    @Test func killedProcessLeavesNothingTornOrResurrected() async throws {
        let count = ProcessInfo.processInfo.environment["STORE_KILLS"].flatMap(Int.init) ?? 40
        let folder = "/tmp/kill-\(UInt64.random(in: 0 ... .max))"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let cache = TokenCache(FileSecretStore(path: folder), poolID: "eu-west-1_AbC", clientID: "client")
        var generator = SystemRandomNumberGenerator()
        var (round, possible): (Int, [Int?]) = (0, [nil])
        for _ in 0..<count {
            let lines = try Self.killed(folder, round: round, after: .random(in: 0...20_000, using: &generator))
            possible = Self.possible(lines, before: possible)
            round = lines.last.flatMap { Int($0.split(separator: " ")[1]) } ?? round
            // Reading fails for anything that is torn.
            let stored = try await cache.current()
            let words = stored?.tokens.accessToken.split(separator: " ") ?? []
            let found = words.count > 1 ? Int(words[1]) : nil
            #expect(possible.contains(found), "\(lines.suffix(3)) \(found as Any)")
            #expect(stored == nil || (words[0] == stored?.username ?? "" && words[2].count == 3_000))
            possible = [found]
        }
        print("store: \(count) kills, \(round) sign-ins")
        #expect(round >= count)
    }
}
