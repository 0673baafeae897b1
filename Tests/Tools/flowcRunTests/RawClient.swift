import Dispatch
import Foundation

/// A client that sends bytes as they are and reads until the server closes, or until what was waited for has come.
final class RawClient: @unchecked Sendable {
    /// What a test waits for at most; only a broken server lets it pass.
    private static let limit = timeval(tv_sec: 60, tv_usec: 0)

    /// The server cannot be reached.
    struct NoConnection: Error {}

    private let descriptor: Int32
    /// One for each direction: a client may send while it waits for an answer.
    private let sending = DispatchQueue(label: "raw client, sending")
    private let receiving = DispatchQueue(label: "raw client, receiving")

    /// A connection to a port of this computer.
    /// - Parameters:
    ///   - port: the port.
    ///   - receiveBuffer: how many bytes the system takes before they are read; by default what it likes.
    /// - Throws: that the server cannot be reached.
    init(port: UInt16, receiveBuffer: Int32? = nil) throws {
        #if canImport(Darwin)
            descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #else
            descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        if var receiveBuffer {
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, socklen_t(MemoryLayout<Int32>.size))
        }
        var limit = Self.limit
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw NoConnection() }
    }

    deinit { close(descriptor) }

    /// Sends bytes.
    /// - Returns: whether the server took them all.
    @discardableResult
    func send(_ text: String) async -> Bool { await send(Array(text.utf8)) }

    /// Sends bytes.
    /// - Returns: whether the server took them all.
    @discardableResult
    func send(_ bytes: [UInt8]) async -> Bool {
        await work(on: sending) {
            var sent = 0
            while sent < bytes.count {
                #if canImport(Darwin)
                    let count = bytes[sent...].withUnsafeBytes {
                        Foundation.send(self.descriptor, $0.baseAddress, $0.count, 0)
                    }
                #else
                    let count = bytes[sent...].withUnsafeBytes {
                        Foundation.send(self.descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                    }
                #endif
                guard count > 0 else { return false }
                sent += count
            }
            return true
        }
    }

    /// Reads until the server closes the connection.
    func readAll() async -> String {
        await read { _ in false }
    }

    /// Reads the head of an answer, and what has come with it.
    func readHead() async -> String { await read { $0.contains("\r\n\r\n") } }

    /// Reads one answer with its body.
    func readAnswer() async -> String {
        await read { text in
            guard let end = text.range(of: "\r\n\r\n") else { return false }
            let length = text[..<end.lowerBound].split(separator: "\r\n").compactMap { line in
                line.lowercased().hasPrefix("content-length:")
                    ? Int(line.dropFirst(15).trimmingCharacters(in: .whitespaces)) : nil
            }
            return text[end.upperBound...].utf8.count >= length.first ?? 0
        }
    }

    /// Says that nothing more is sent.
    func finish() { shutdown(descriptor, Int32(SHUT_WR)) }

    private func read(until isDone: @escaping @Sendable (String) -> Bool) async -> String {
        await work(on: receiving) {
            var bytes: [UInt8] = []
            var chunk = [UInt8](repeating: 0, count: 65_536)
            while !isDone(String(decoding: bytes, as: UTF8.self)) {
                let count = recv(self.descriptor, &chunk, chunk.count, 0)
                guard count > 0 else { break }
                bytes += chunk[..<count]
            }
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    /// Blocking calls stay away from the threads that run tasks, of which the server needs one.
    private func work<Value: Sendable>(
        on queue: DispatchQueue, _ body: @escaping @Sendable () -> Value
    ) async -> Value {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: body()) }
        }
    }
}
