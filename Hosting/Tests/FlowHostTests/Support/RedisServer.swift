import FlowHost
import Foundation
import Synchronization

/// A Redis of a test's own, at a free port of this machine, which writes nothing to disk.
final class RedisServer: @unchecked Sendable {
    /// What most tests share. They have different sign-ins, so they do not see each other.
    static let shared = RedisServer()

    let port: Int
    private var process: Process
    private let isPersistent: Bool
    private let folder: URL

    /// Starts a server, and waits until it answers.
    /// - Parameter isPersistent: whether it keeps its data when it is stopped and started again.
    init(isPersistent: Bool = false) {
        _ = Self.cleanUp
        port = Self.freePort()
        self.isPersistent = isPersistent
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("redis-\(UUID().uuidString)")
        process = Process()
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        start()
    }

    deinit { stop() }

    func start() {
        process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/redis-server")
        process.currentDirectoryURL = folder
        process.arguments = [
            "--port", "\(port)", "--bind", "127.0.0.1", "--save", "", "--appendonly", isPersistent ? "yes" : "no",
            // By default, a server that is killed while it syncs the file has replied to commands that are not in the file.
            "--appendfsync", "always",
        ]
        process.standardOutput = FileHandle.nullDevice
        try? process.run()
        let pid = process.processIdentifier
        Self.running.withLock { $0.append(pid) }
        wait(untilListening: true)
    }

    /// Stops the server, and waits until it is gone.
    func stop() {
        // A process that a thread of Dispatch starts ignores SIGTERM, since the thread's signals are blocked.
        kill(pid, SIGKILL)
        wait(untilListening: false)
        let pid = pid
        Self.running.withLock { $0.removeAll { $0 == pid } }
    }

    /// The servers to end with the tests.
    private static let running = Mutex<[pid_t]>([])
    private static let cleanUp: Int32 = atexit { RedisServer.running.withLock { for pid in $0 { kill(pid, SIGKILL) } } }

    /// The server stays, and says nothing any more (SIGSTOP).
    func silence() { kill(pid, SIGSTOP) }

    /// The server speaks again (SIGCONT).
    func resume() { kill(pid, SIGCONT) }

    var settings: RedisSettings { RedisSettings(port: port) }

    /// The output of `redis-cli` with these arguments.
    func query(_ arguments: String...) -> String {
        let client = Process()
        client.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        client.arguments = ["redis-cli", "-p", "\(port)"] + arguments
        let output = Pipe()
        client.standardOutput = output
        guard (try? client.run()) != nil else { return "" }
        let text = output.fileHandleForReading.readDataToEndOfFile()
        client.waitUntilExit()
        return String(decoding: text, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    private var pid: pid_t { process.processIdentifier }

    private func wait(untilListening isWanted: Bool) {
        for _ in 0..<200 {
            if isListening == isWanted { return }
            usleep(50_000)
        }
    }

    private var isListening: Bool { query("ping") == "PONG" }

    /// Opens a connection to the server, and returns its descriptor.
    func openConnection() -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        Self.withAddress(port) { _ = connect(descriptor, $0, $1) }
        return descriptor
    }

    /// A port of this machine at which nothing listens.
    static func freePort() -> Int {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        return bindToFreePort(descriptor)
    }

    /// Binds a socket to a free port of this machine, and returns the port.
    static func bindToFreePort(_ descriptor: Int32) -> Int {
        withAddress(0) { address, size in
            _ = bind(descriptor, address, size)
            var size = size
            _ = getsockname(descriptor, address, &size)
        }
    }

    /// Calls a closure with the address of a port of this machine, and returns the port that the address then has.
    @discardableResult
    private static func withAddress(_ port: Int, _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) -> Void) -> Int {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = UInt16(port).bigEndian
        withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                body(address, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        return Int(UInt16(bigEndian: address.sin_port))
    }
}
