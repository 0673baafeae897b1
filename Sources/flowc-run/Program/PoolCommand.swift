import ArgumentParser
import FlowTool
import UserPool
import UserPoolServer

struct PoolCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pool",
        abstract: "Starts the embedded user pool on a loopback port.",
        discussion: """
            Clients of Amazon Cognito can be tried against it: it answers the JSON 1.1 protocol at '/', and shows its public \
            keys under /POOL-ID/.well-known/jwks.json. The first line says where it listens; then comes a line for every \
            request, and for every message with a code that a real pool would send. It serves until it is interrupted.

            Operations that need credentials at AWS, such as AdminCreateUser, need a signature by a key of the seed: \
            {"accessKeys": [{"id": "admin", "secret": "..."}]}. Pages in a browser get in with --allow-origin.

            Examples:
              flowc pool --port 9229
              flowc pool --seed users.json --json
              aws cognito-idp initiate-auth --endpoint-url http://127.0.0.1:9229 --no-sign-request \\
                --region us-east-1 --client-id app-client --auth-flow USER_PASSWORD_AUTH \\
                --auth-parameters USERNAME=ana,PASSWORD=...
            """)

    @Option(help: "The port; 0 takes a free one.")
    var port: UInt16 = 0

    @Option(
        help: ArgumentHelp(
            "The address to listen on; others than this computer's own reach it then.", valueName: "address"))
    var host = "127.0.0.1"

    @Option(
        help: ArgumentHelp("Users and settings of the pool, as JSON.", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var seed: String?

    @Option(
        help: ArgumentHelp(
            "A file that the pool is kept in; if it is there, its users count and not those of the seed.",
            valueName: "file"), completion: .file())
    var data: String?

    @Option(
        help: ArgumentHelp(
            "A name by which clients call this computer, besides those of loopback; may be repeated.",
            valueName: "name"))
    var allowHost: [String] = []

    @Option(
        help: ArgumentHelp(
            "An origin, such as http://localhost:3000, whose pages may use the pool; may be repeated.",
            valueName: "origin"))
    var allowOrigin: [String] = []

    @Flag(help: "Take operations of administrators without a signature.")
    var unsignedAdmin = false

    @Flag(help: "Write no line for requests, only for messages.")
    var quiet = false

    @Flag(help: "Write every line as a JSON object.")
    var json = false

    func validate() throws {
        if data == "-" { throw ValidationError("the pool is kept in a file, not in standard output") }
        if seed == "-" { throw ValidationError("the users come from a file, not from standard input") }
        for name in allowHost where name.contains(":") && !name.hasPrefix("[") || name.contains("/") {
            throw ValidationError("'\(name)' is no name: a name has neither a port nor a path")
        }
        for origin in allowOrigin where !Self.isOrigin(origin) {
            throw ValidationError("'\(origin)' is no origin: scheme://host or scheme://host:port, without a path")
        }
    }

    /// Whether a text is an origin as browsers send it.
    ///
    /// `*` and `null` match any page, so they are not origins.
    private static func isOrigin(_ text: String) -> Bool {
        let parts = text.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
        return parts.count == 2 && ["http", "https"].contains(parts[0].lowercased()) && !parts[1].isEmpty
            && parts[1].utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"/?#@*".utf8.contains($0) }
    }

    func run() async throws {
        let report = PoolReport(isJSON: json, isQuiet: quiet, write: Writer { Console.out($0) })
        let source = try await PoolSource(
            seed: seed, data: data, environment: PoolEnvironment(deliver: { report.tell($0) }))
        if !HostHeaderCheck.isLoopback(address) {
            let danger = unsignedAdmin ? "can do anything with this pool, set passwords too" : "can try passwords"
            Console.error("flowc: warning: whoever reaches \(address) \(danger)\n")
        }
        Descriptors.raiseLimit()
        let server = PoolServer(
            source.pool, host: address, port: port, access: access(source.accessKeys),
            observe: { report.tell($0) }, report: { Console.error("flowc: warning: \($0.message)\n") })
        let interrupts = Interrupts()
        async let stopped: Void = interrupts.first { await server.stop() }
        async let announced: Void = report.tell(server, source)
        do throws(PoolServer.Failure) {
            try await server.run()
        } catch {
            interrupts.cancel()
            switch error {
            case .cannotListen(let reason):
                Console.error("flowc: cannot listen on \(server.url(port: port)): \(reason)\n")
            case .broken, .ended: Console.error("flowc: the socket that listens was closed\n")
            }
            throw ExitCode.unusableFile
        }
        interrupts.cancel()
        _ = await (stopped, announced)
    }

    /// The address without the brackets of URLs.
    private var address: String {
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
        return (isBracketed ? String(host.dropFirst().dropLast()) : host).lowercased()
    }

    private func access(_ keys: [PoolAccessKey]) -> PoolAccess {
        var access = PoolAccess()
        access.hosts = allowHost
        access.origins = allowOrigin
        access.keys = keys
        access.allowsUnsignedAdministration = unsignedAdmin
        return access
    }
}
