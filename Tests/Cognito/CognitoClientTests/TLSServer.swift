import Foundation
import TestSupport

/// A server on 127.0.0.1 that speaks TLS with a certificate that it has made for itself, and answers each request with `{}` or hands
/// it on.
final class TLSServer: @unchecked Sendable {
    /// Whether this machine has what the server is made of.
    static let isPossible = ["openssl", "python3"].allSatisfy { tool in path(of: tool) != nil }

    /// It ends with its standard input, also where this process ends before it. Signals do not end it: they are blocked in the
    /// threads of which Foundation begins processes.
    private static let script = """
        import os, socket, ssl, sys, threading

        def wait():
            sys.stdin.read()
            os._exit(0)

        def serve(connection):
            try:
                stream = context.wrap_socket(connection, server_side=True).makefile("rwb")
                line = stream.readline()
                while line:
                    length = 0
                    while line.strip():
                        if line.lower().startswith(b"content-length:"): length = int(line.split(b":")[1])
                        line = stream.readline()
                    stream.read(length)
                    print("request", flush=True)
                    stream.write(b"HTTP/1.1 200 OK\\r\\nContent-Length: 2\\r\\n\\r\\n{}")
                    stream.flush()
                    line = stream.readline()
            except OSError: pass
            print("end", flush=True)

        threading.Thread(target=wait, daemon=True).start()
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(sys.argv[1] + "/certificate.pem", sys.argv[1] + "/key.pem")
        listener = socket.create_server(("127.0.0.1", 0))
        print(listener.getsockname()[1], flush=True)
        while True: serve(listener.accept()[0])
        """

    /// Ends the encryption of each connection and hands its bytes on to a connection of its own to another port, and back. It offers
    /// HTTP/2 first and writes down which protocol was agreed on. A connection that begins with CONNECT goes on to this server itself,
    /// as through a proxy.
    private static let relayScript = """
        import os, socket, ssl, sys, threading

        def wait():
            sys.stdin.read()
            os._exit(0)

        def copy(source, target):
            try:
                while data := source.recv(65536): target.sendall(data)
            except OSError: pass
            for end in (source, target):
                try: end.shutdown(socket.SHUT_RDWR)
                except OSError: pass

        def join(one, other):
            threading.Thread(target=copy, args=(one, other), daemon=True).start()
            copy(other, one)

        def serve(connection):
            try:
                if connection.recv(7, socket.MSG_PEEK) == b"CONNECT":
                    head = b""
                    while not head.endswith(b"\\r\\n\\r\\n"): head += connection.recv(1)
                    print("tunnel", flush=True)
                    connection.sendall(b"HTTP/1.1 200 OK\\r\\n\\r\\n")
                    return join(connection, socket.create_connection(listener.getsockname()))
                stream = context.wrap_socket(connection, server_side=True)
                print(stream.selected_alpn_protocol(), flush=True)
                join(stream, socket.create_connection(("127.0.0.1", int(sys.argv[2]))))
            except OSError: pass

        threading.Thread(target=wait, daemon=True).start()
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(sys.argv[1] + "/certificate.pem", sys.argv[1] + "/key.pem")
        context.set_alpn_protocols(["h2", "http/1.1"])
        listener = socket.create_server(("127.0.0.1", 0), backlog=256)
        print(listener.getsockname()[1], flush=True)
        while True: threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
        """

    private let process = Process()
    private let input = Pipe()
    private let told = Pipe()
    private let folder: URL
    private let lock = NSLock()
    private var output = ""

    /// Where it listens, once it does.
    private var port: Int? { lines.first.flatMap { Int($0) } }
    /// Its address, once it has one.
    var url: String { "https://127.0.0.1:\(port ?? 0)" }
    /// The path of its certificate.
    var certificate: String { folder.appending(path: "certificate.pem").path() }
    /// The address where it is a proxy.
    var proxy: String { "http://127.0.0.1:\(port ?? 0)" }
    /// What has happened so far: `request` for a whole one, and `end` of a connection; of a relay, the protocol of each connection.
    var events: [String] { Array(lines.dropFirst()) }

    private var lines: [String] {
        // What stands behind the last line's end is no line yet.
        lock.withLock { output }.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }

    private init(_ name: String, relayingTo port: UInt16?) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "flowc-tls-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Self.makeCertificate(name, in: folder)
        process.executableURL = Self.path(of: "python3")
        process.arguments =
            port.map { ["-c", Self.relayScript, folder.path(), String($0)] } ?? ["-c", Self.script, folder.path()]
        process.standardInput = input
        process.standardOutput = told
        process.standardError = FileHandle.nullDevice
        try process.run()
        // By a thread, as a handler of Foundation's would not do under the address sanitizer: when it ends, libdispatch reads memory
        // that it has given back.
        let reading = told.fileHandleForReading
        Thread { [weak self] in
            while case let bytes = reading.availableData, !bytes.isEmpty { self?.take(bytes) }
        }.start()
    }

    private func take(_ bytes: Data) {
        lock.withLock { output += String(decoding: bytes, as: UTF8.self) }
    }

    /// Runs while the work lasts, with a certificate for this name or address. Requests are handed on to a port, if there is one,
    /// and otherwise answered with `{}`.
    static func running<Result>(
        _ name: String = "IP:127.0.0.1", relayingTo port: UInt16? = nil, work: (TLSServer) async throws -> Result
    ) async throws -> Result {
        let server = try TLSServer(name, relayingTo: port)
        defer { server.stop() }
        try await until { server.port != nil }
        return try await work(server)
    }

    private func stop() {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: folder)
    }

    private static func makeCertificate(_ name: String, in folder: URL) throws {
        let openssl = Process()
        openssl.executableURL = path(of: "openssl")
        openssl.currentDirectoryURL = folder
        openssl.arguments = [
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj", "/CN=flowc",
            "-addext", "subjectAltName=\(name)", "-days", "2", "-keyout", "key.pem",
            "-out", "certificate.pem",
        ]
        openssl.standardError = FileHandle.nullDevice
        try openssl.run()
        openssl.waitUntilExit()
        guard openssl.terminationStatus == 0 else { throw POSIXError(.EIO) }
    }

    private static func path(of tool: String) -> URL? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return folders.map { URL(filePath: String($0)).appending(path: tool) }
            .first { FileManager.default.isExecutableFile(atPath: $0.path()) }
    }
}
