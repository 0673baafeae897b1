import Foundation
import TestSupport
import Testing

/// The program has as many descriptors as its limit leaves it; these tests give it few.
@Suite("flowc pool with too few descriptors")
struct PoolDescriptorTests {
    private static let request = PoolPort.request(PoolPort.body, PoolPort.target)
        .replacingOccurrences(of: "Host:", with: "X-Test: 1\r\nHost:")

    @Test("it serves whom it has, refuses the rest, says so, and ends only when it is asked to")
    func refusing() async throws {
        let program = try PoolProcess(descriptors: 100)
        var clients: [RawClient] = []
        for number in 0..<120 {
            clients.append(try RawClient(port: program.port))
            // At once: on a busy machine a head that is not sent yet may be late by now.
            if number < 10 { await clients[number].send(Self.request) }
        }
        for client in clients[0..<10] { #expect(await client.readAnswer().hasPrefix("HTTP/1.1 200 ")) }
        #expect(await clients[119].readAll().isEmpty)
        #expect(
            program.said.contains("flowc: warning: ") && program.said.contains("rejected connections: "),
            "\(program.said)")
        clients = []
        // Closed connections make room.
        try await until {
            (try? await PoolPort.answer(program.port, Self.request))?.hasPrefix("HTTP/1.1 200 ") ?? false
        }
        #expect(program.isRunning)
        #expect(program.stop() == 0)
    }

    #if os(Linux)
        @Test("where no descriptor is left for a connection, it waits, and does not spin")
        func waiting() async throws {
            let program = try PoolProcess(descriptors: 200)
            let identifier = program.identifier
            // Before the connection: this task may learn of the first answer long after it came.
            let began = ContinuousClock.now
            let served = try RawClient(port: program.port)
            await served.send(Self.request)
            #expect(await served.readAnswer().hasPrefix("HTTP/1.1 200 "))
            // From now on the process may have no more than it has. What it closes meanwhile, further clients take.
            try await limit(identifier, try firstFreeDescriptor(identifier))
            var clients: [RawClient] = []
            while !program.said.contains("has no file descriptor or memory for another") {
                clients.append(try RawClient(port: program.port))
                await clients.last?.send(Self.request)
                try await Task.sleep(for: .milliseconds(200))
            }
            let before = try processorTicks(identifier)
            try await Task.sleep(for: .seconds(1))
            #expect(try processorTicks(identifier) - before < 20)
            await served.send(Self.request)
            let isServed = await served.readAnswer().hasPrefix("HTTP/1.1 200 ")
            // On a busy machine the connection may have been idle for longer than the server keeps one.
            #expect(isServed || began.duration(to: .now) > .seconds(50))
            try await limit(identifier, 200)
            for client in clients { #expect(await client.readAnswer().hasPrefix("HTTP/1.1 200 ")) }
            #expect(program.stop() == 0)
        }

        /// The number that the process's next descriptor would have: a limit is one of numbers.
        private func firstFreeDescriptor(_ process: Int32) throws -> Int {
            let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd").compactMap { Int($0) }
            return (0...).first { !open.contains($0) } ?? 0
        }

        private func limit(_ process: Int32, _ count: Int) async throws {
            let outcome = try await Terminal.run(["prlimit", "--pid", "\(process)", "--nofile=\(count):200"])
            try #require(outcome.code == 0)
        }

        /// Processor time of a process in hundredths of a second.
        private func processorTicks(_ process: Int32) throws -> Int {
            let text = try String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
            let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
            return (Int(fields[11]) ?? 0) + (Int(fields[12]) ?? 0)
        }
    #endif
}
