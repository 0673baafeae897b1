import FlowCompiler
import ArgumentParser
import Dispatch
import FlowTool
import Foundation
import UserPool
import UserPoolServer

/// `flowc pool`: serves the local user pool.
struct PoolCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pool",
        abstract: "Serves the local user pool on a port.",
        discussion: """
            Use the pool to test clients of Amazon Cognito. It speaks the JSON 1.1 protocol at '/', and serves its \
            public keys at /POOL-ID/.well-known/jwks.json. The first line of output contains the URL. The pool then \
            writes a line for each request, and for each message that a real pool would send. To stop the pool, \
            interrupt it.

            Sign the requests that need AWS credentials, such as AdminCreateUser, with an access key from the seed: \
            {"accessKeys": [{"id": "admin", "secret": "..."}]}. To accept requests from web pages, use --allow-origin.

            Examples:
              flowc pool --port 9229
              flowc pool --seed users.json --json
              aws cognito-idp initiate-auth --endpoint-url http://127.0.0.1:9229 \\
                --no-sign-request --region us-east-1 --client-id app-client \\
                --auth-flow USER_PASSWORD_AUTH --auth-parameters USERNAME=ana,PASSWORD=...
            """)

    @Option(help: "The port; 0 selects a free one.")
    var port: UInt16 = 0

    @Option(
        help: ArgumentHelp(
            "The address to listen on; unless it is a loopback address, other computers can reach it.",
            valueName: "address"))
    var host = "127.0.0.1"

    @Option(
        help: ArgumentHelp("A JSON file with the users and settings of the pool.", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var seed: String?

    @Option(
        help: ArgumentHelp(
            "Keep the pool in this file. If the file exists, its users replace those of the seed.",
            valueName: "file"), completion: .file())
    var data: String?

    @Option(
        help: ArgumentHelp(
            "Accept requests to this host name too, not only to loopback names; can be repeated.",
            valueName: "name"))
    var allowHost: [String] = []

    @Option(
        help: ArgumentHelp(
            "Accept requests from web pages of this origin, such as http://localhost:3000; can be repeated.",
            valueName: "origin"))
    var allowOrigin: [String] = []

    @Flag(help: "Accept requests for administrator operations without a signature.")
    var unsignedAdmin = false

    @Flag(help: "Omit the lines for requests.")
    var quiet = false

    @Flag(help: "Write each line as a JSON object.")
    var json = false

    /// Checks the files, host names and origins in the options.
    /// - Throws: `ValidationError` about the first value that cannot be used.
    func validate() throws {
        if data == "-" { throw ValidationError("--data needs a file, not standard output") }
        if seed == "-" { throw ValidationError("--seed needs a file, not standard input") }
        for name in allowHost where !Self.isHostName(name) {
            throw ValidationError("'\(name)' is not a host name: write a name or [address], without a port or path")
        }
        for origin in allowOrigin where !Self.isOrigin(origin) {
            throw ValidationError("'\(origin)' is not an origin: write scheme://host or scheme://host:port")
        }
    }

    /// Returns whether a text is a host name, which may be an IPv6 address in brackets, without a port or path.
    private static func isHostName(_ text: String) -> Bool {
        let isAddress = text.hasPrefix("[") && text.hasSuffix("]")
        return isAuthority(text) && (isAddress || !text.contains(":"))
    }

    /// The printable ASCII characters without the space.
    private static let printableASCII = UInt8(ascii: "!")...UInt8(ascii: "~")

    /// Returns whether a text is an origin as browsers send it.
    ///
    /// `*` and `null` are not origins, since they would permit pages of every origin.
    private static func isOrigin(_ text: String) -> Bool {
        let parts = text.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
        return parts.count == 2 && ["http", "https"].contains(parts[0].lowercased()) && isAuthority(parts[1])
    }

    /// Returns whether a text can be a host name with or without a port, as far as its characters are concerned.
    private static func isAuthority(_ text: some StringProtocol) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { printableASCII.contains($0) && !"/?#@*".utf8.contains($0) }
    }

    /// Serves the pool until a signal ends the program.
    /// - Throws: an exit code, after writing the reason to standard error.
    func run() async throws {
        let report = PoolReport(isJSON: json, isQuiet: quiet, write: Writer { Console.write($0) })
        let source = try await PoolSource(
            seed: seed, data: data, environment: PoolEnvironment(deliver: { report.reportMessage($0) }))
        warnIfExposed()
        Descriptors.raiseLimit()
        let server = PoolServer(
            source.pool, host: address, port: port, access: makeAccess(keys: source.accessKeys),
            observe: { report.reportRequest($0) }, report: { Console.error("flowc: warning: \($0.message)\n") })
        let interrupts = Interrupts()
        async let stopped: Void = interrupts.runOnFirst { await server.stop() }
        async let reported: Void = report.reportListening(server, source)
        do throws(PoolServer.Failure) {
            try await server.run()
        } catch {
            interrupts.cancel()
            // A signal came before the server listened.
            if case .ended = error { return }
            reportFailure(error, of: server)
            throw ExitCode.unusableFile
        }
        interrupts.cancel()
        _ = await (stopped, reported)
    }

    /// Writes a warning to standard error if other computers can reach the pool.
    private func warnIfExposed() {
        guard !HostHeaderCheck.isLoopback(address) else { return }
        let risk = unsignedAdmin ? "can change this pool and set passwords" : "can guess passwords"
        Console.error("flowc: warning: everyone who can reach \(address) \(risk)\n")
    }

    /// Writes the reason why the server has ended to standard error.
    private func reportFailure(_ failure: PoolServer.Failure, of server: PoolServer) {
        switch failure {
        case .cannotListen(let reason):
            Console.error("flowc: cannot listen on \(server.url(port: port)): \(reason)\n")
        case .broken, .ended: Console.error("flowc: the listening socket was closed. Start the pool again\n")
        }
    }

    /// The address to listen on, in lower case and without the brackets of URLs.
    private var address: String {
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
        return (isBracketed ? String(host.dropFirst().dropLast()) : host).lowercased()
    }

    /// Returns the access rules that the options define, with the seed's keys for administrators.
    private func makeAccess(keys: [PoolAccessKey]) -> PoolAccess {
        var access = PoolAccess()
        access.hosts = allowHost
        access.origins = allowOrigin
        access.keys = keys
        access.allowsUnsignedAdministration = unsignedAdmin
        return access
    }
}

/// Catches the signals that ask a program to terminate.
private struct Interrupts: Sendable {
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
        // The stream keeps the sources alive as long as a task may wait. Nothing else uses them after this initializer.
        continuation.onTermination = { _ in for source in sources { source.cancel() } }
    }

    /// Waits for the first signal, and then runs an action. After ``cancel()``, returns without running the action.
    func runOnFirst(_ action: @Sendable () async -> Void) async {
        for await _ in signals {
            await action()
            return
        }
    }

    /// Ends the wait for a signal.
    func cancel() { continuation.finish() }
}
