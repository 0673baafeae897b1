import ArgumentParser

/// `flowc pool`, which another program does.
struct Pool: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Starts the embedded user pool on a loopback port.",
        discussion: """
            Examples:
              flowc pool --help
            """)

    @Argument(parsing: .captureForPassthrough, help: .hidden)
    var arguments: [String] = []

    func run() throws {
        throw Companion.start(["pool"] + arguments)
    }
}
