import Foundation

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A server on 127.0.0.1 that speaks just enough HTTP to do it wrong.
final class TestServer: @unchecked Sendable {
    /// What comes of one request.
    indirect enum Answer: Sendable {
        /// A whole answer; the connection stays open.
        case reply(Int, fields: [String] = [], String)
        /// These bytes, one piece after the other; the connection stays open.
        case pieces([String])
        /// These bytes, and the end of the connection.
        case last(String)
        /// So many bytes in chunks, without a word of how many come, and the end of the connection.
        case chunks(Int)
        /// The first text, and then the second again and again, without end; in peace or as fast as it is read.
        case endless(String, String, inPeace: Bool = false)
        /// Nothing, for as long as the server runs.
        case silence
        /// An answer after so many milliseconds.
        case late(Int, Answer)
        /// The answer that the request has.
        case computed(@Sendable (Request) -> Answer)
    }

    /// A request as it came.
    struct Request: Sendable {
        let head: String
        let body: String
        /// How many connections there were before its own.
        let connection: Int
    }

    private static let socketType = {
        #if canImport(Darwin)
            SOCK_STREAM
        #else
            Int32(SOCK_STREAM.rawValue)
        #endif
    }()

    private let listener: Int32
    /// Where it listens.
    let port: UInt16
    private let lock = NSLock()
    private var answers: [Answer]
    private var received: [Request] = []
    private var accepted = 0
    /// The connections that have not ended. Only under the lock, so that nobody uses the number of a closed one.
    private var open: Set<Int32> = []
    private var given = 0
    private var isStopped = false

    /// A server that gives these answers in order, and the last one for ever.
    init(_ answers: [Answer]) throws {
        self.answers = answers
        (listener, port) = try Self.listen()
    }

    /// Its address.
    var url: String { "http://127.0.0.1:\(port)" }
    /// The requests that came as a whole.
    var requests: [Request] { lock.withLock { received } }
    /// How many connections were made.
    var connections: Int { lock.withLock { accepted } }
    /// How many answers have been sent as a whole.
    var answersGiven: Int { lock.withLock { given } }
    /// How many connections have ended, from whichever side.
    var hangUps: Int { lock.withLock { accepted - open.count } }

    /// Runs while the work lasts.
    static func running<Result>(_ answers: Answer..., work: (TestServer) async throws -> Result) async throws -> Result
    {
        try await running(answers, work: work)
    }

    /// Runs while the work lasts.
    static func running<Result>(_ answers: [Answer], work: (TestServer) async throws -> Result) async throws -> Result {
        try await running(1, answers) { try await work($0[0]) }
    }

    /// Runs several while the work lasts.
    static func running<Result>(
        _ count: Int, _ answers: [Answer], work: ([TestServer]) async throws -> Result
    ) async throws -> Result {
        let servers = try (0..<count).map { _ in try TestServer(answers) }
        for server in servers {
            let thread = Thread { server.accept() }
            thread.start()
        }
        defer { for server in servers { server.stop() } }
        return try await work(servers)
    }

    /// A port where nobody listens: it stays taken, so that no other test gets it.
    static func freePort() throws -> UInt16 { try listen(accepting: false).1 }

    private static func listen(accepting: Bool = true) throws -> (Int32, UInt16) {
        let listener = socket(AF_INET, socketType, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                let isBound = bind(listener, pointer, size) == 0
                guard isBound, getsockname(listener, pointer, &size) == 0 else { return Int32(-1) }
                return accepting ? Self.startListening(listener) : 0
            }
        }
        guard result == 0 else { throw POSIXError(.EADDRNOTAVAIL) }
        return (listener, UInt16(bigEndian: address.sin_port))
    }

    private static func startListening(_ socket: Int32) -> Int32 {
        #if canImport(Darwin)
            Darwin.listen(socket, 128)
        #else
            Glibc.listen(socket, 128)
        #endif
    }

    /// Answers what is no HTTP to all who are connected, and closes.
    func hangUpAll() {
        lock.withLock {
            for socket in open {
                _ = send("HTTP/1.1 400 Bad Request\r\n\r\n", to: socket)
                shutdown(socket, Int32(SHUT_RDWR))
            }
        }
    }

    private func stop() {
        lock.withLock {
            isStopped = true
            for socket in open { shutdown(socket, Int32(SHUT_RDWR)) }
        }
        shutdown(listener, Int32(SHUT_RDWR))
    }

    private func accept() {
        // Nobody else closes it: a thread that comes late would take the connections of whoever has its number then.
        defer { close(listener) }
        while true {
            let socket = acceptOne()
            guard socket >= 0 else { return }
            let number = lock.withLock { () -> Int? in
                guard !isStopped else { return nil }
                open.insert(socket)
                accepted += 1
                return accepted - 1
            }
            guard let number else {
                close(socket)
                return
            }
            let thread = Thread { [self] in serve(socket, number) }
            thread.start()
        }
    }

    private func acceptOne() -> Int32 {
        #if canImport(Darwin)
            Darwin.accept(listener, nil, nil)
        #else
            Glibc.accept(listener, nil, nil)
        #endif
    }

    private func serve(_ socket: Int32, _ connection: Int) {
        defer {
            lock.withLock {
                open.remove(socket)
                close(socket)
            }
        }
        while let (head, body) = readRequest(socket) {
            let answer = lock.withLock { () -> Answer in
                // A new array: the thread sanitizer does not see that an array which was handed out has been let go.
                received = received + [Request(head: head, body: body, connection: connection)]
                return answers.count > 1 ? answers.removeFirst() : answers[0]
            }
            guard give(answer, to: Request(head: head, body: body, connection: connection), socket) else { return }
            lock.withLock { given += 1 }
        }
    }

    /// - Returns: whether the connection stays open.
    private func give(_ answer: Answer, to request: Request, _ socket: Int32) -> Bool {
        switch answer {
        case .reply(let status, let fields, let text):
            let lines = ["HTTP/1.1 \(status) Status", "Content-Length: \(text.utf8.count)"] + fields
            return send(lines.joined(separator: "\r\n") + "\r\n\r\n" + text, to: socket)
        case .pieces(let pieces):
            for piece in pieces {
                guard send(piece, to: socket) else { return false }
                usleep(2000)
            }
            return true
        case .last(let text):
            _ = send(text, to: socket)
            return false
        case .chunks(let count):
            let chunk = "10000\r\n" + String(repeating: "x", count: 65536) + "\r\n"
            guard send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", to: socket) else { return false }
            for _ in 0..<(count / 65536) { guard send(chunk, to: socket) else { return false } }
            return false
        case .endless(let text, let part, let inPeace):
            guard send(text, to: socket) else { return false }
            while send(part, to: socket) { if inPeace { usleep(10000) } }
            return false
        case .silence: return true
        case .late(let milliseconds, let answer):
            usleep(UInt32(milliseconds) * 1000)
            return give(answer, to: request, socket)
        case .computed(let compute): return give(compute(request), to: request, socket)
        }
    }

    /// The head and the body of the next request; nothing if the connection ends before.
    private func readRequest(_ socket: Int32) -> (String, String)? {
        var bytes: [UInt8] = []
        var end: Int?
        while true {
            if end == nil { end = Self.endOfHead(bytes) }
            if let end {
                let head = String(decoding: bytes[..<end], as: UTF8.self)
                let body = bytes[(end + 4)...]
                if body.count >= Self.contentLength(head) { return (head, String(decoding: body, as: UTF8.self)) }
            }
            var buffer = [UInt8](repeating: 0, count: 65536)
            let count = recv(socket, &buffer, buffer.count, 0)
            guard count > 0 else { return nil }
            bytes += buffer[..<count]
        }
    }

    private static func endOfHead(_ bytes: [UInt8]) -> Int? {
        guard bytes.count >= 4 else { return nil }
        return (0...(bytes.count - 4)).first { bytes[$0..<($0 + 4)].elementsEqual([13, 10, 13, 10]) }
    }

    private static func contentLength(_ head: String) -> Int {
        let line = head.lowercased().split(separator: "\r\n").first { $0.hasPrefix("content-length:") }
        return line.flatMap { Int($0.dropFirst(15).drop { $0 == " " }) } ?? 0
    }

    private func send(_ text: String, to socket: Int32) -> Bool {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write($0, to: socket) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Writes without the signal that ends a process whose other side is gone.
    private func write(_ bytes: UnsafeRawBufferPointer, to socket: Int32) -> Int {
        #if canImport(Darwin)
            var isOn: Int32 = 1
            setsockopt(socket, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
            return Darwin.send(socket, bytes.baseAddress, bytes.count, 0)
        #else
            return Glibc.send(socket, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
        #endif
    }
}
