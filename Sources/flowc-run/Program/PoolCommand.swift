import ArgumentParser
import FlowTool
import UserPool
import UserPoolServer

/// `flowc pool`
struct PoolCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pool",
        abstract: "Starts the embedded user pool on a loopback port.",
        discussion: """
            Clients of Amazon Cognito can be tried against it: it answers the JSON 1.1 protocol at '/', and shows its public \
            keys under /POOL-ID/.well-known/jwks.json. The first line says where it listens; then every request is told, and \
            every message with a code that a real pool would send. It serves until it is interrupted.

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

    @Flag(help: "Do not tell requests, only messages.")
    var quiet = false

    @Flag(help: "Tell everything as one JSON object a line.")
    var json = false

    func validate() throws {
        if data == "-" { throw ValidationError("the pool is kept in a file, not in standard output") }
        if seed == "-" { throw ValidationError("the users come from a file, not from standard input") }
    }

    func run() async throws {
        let report = PoolReport(isJSON: json, isQuiet: quiet, write: Writer { Console.out($0) })
        let source = try await PoolSource(
            seed: seed, data: data, environment: PoolEnvironment(deliver: { report.tell($0) }))
        if !["127.0.0.1", "::1", "localhost"].contains(host) {
            Console.error("flowc: warning: whoever reaches \(host) can do anything with this pool, set passwords too\n")
        }
        let server = PoolServer(source.pool, host: host, port: port) { report.tell($0) }
        let interrupts = Interrupts()
        async let stopped: Void = interrupts.first { await server.stop() }
        async let announced: Void = report.tell(server, source)
        do throws(PoolServer.Failure) {
            try await server.run()
        } catch {
            interrupts.cancel()
            if case .cannotListen(let reason) = error {
                Console.error("flowc: cannot listen on \(server.url(port: port)): \(reason)\n")
            }
            throw ExitCode.unusableFile
        }
        interrupts.cancel()
        _ = await (stopped, announced)
    }
}
