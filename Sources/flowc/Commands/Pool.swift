import ArgumentParser

/// `flowc pool`, which starts the companion program.
struct Pool: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pool", abstract: "Starts the embedded user pool on a loopback port.",
        discussion: """
            'flowc pool --help' tells its options.

            Examples:
              flowc pool --port 9229
              flowc pool --seed users.json --json
            """)

    @Argument(parsing: .captureForPassthrough, help: .hidden)
    var arguments: [String] = []

    func run() throws {
        throw Companion.start(["pool"] + arguments)
    }
}
