import ArgumentParser

/// `flowc pool`, which the program `flowc-run` executes.
struct Pool: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pool", abstract: "Serves the embedded user pool on a local port.",
        discussion: """
            'flowc pool --help' lists its options.

            Examples:
              flowc pool --port 9229
              flowc pool --seed users.json --json
            """)

    @Argument(parsing: .captureForPassthrough, help: .hidden)
    var arguments: [String] = []

    /// Replaces this process with `flowc-run`, or throws an exit code if that fails.
    func run() throws {
        throw Companion.start(["pool"] + arguments)
    }
}
