import ArgumentParser

/// `flowc migrate`, which another program does.
struct Migrate: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate", abstract: "Maps pending sign-ins of one version of a flow to the next.",
        discussion: """
            'flowc migrate --help' tells its options.

            Examples:
              flowc migrate v1/sign-in.flow.xml sign-in.flow.xml -o v1.migration.json
              flowc migrate v1/sign-in.flow.xml sign-in.flow.xml --all
            """)

    @Argument(parsing: .captureForPassthrough, help: .hidden)
    var arguments: [String] = []

    func run() throws {
        throw Companion.start(["migrate"] + arguments)
    }
}
