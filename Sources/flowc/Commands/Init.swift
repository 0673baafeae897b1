import ArgumentParser
import FlowTemplates
import FlowTool

/// `flowc init`, which creates a project.
struct Init: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init", abstract: "Creates a Swift package with a flow, a scenario and an app that signs in.",
        discussion: """
            The package contains a flow, its scenarios, an app for the terminal, settings for VS Code, and the grammars for
            other editors. With '--service cognito', the flow uses the shipped description of Amazon Cognito, and the app
            contains a user pool. With '--service empty', there is a service description to fill in, and the app plays the
            service. If one of the files exists, the command writes nothing.

            Examples:
              flowc init my-app
              flowc init my-app --service empty
              flowc init my-app --package ../flowc
            """)

    @Argument(help: "The folder of the package. If it does not exist, the command creates it.", completion: .directory)
    var folder = "."

    @Option(help: "The service that the flow uses: cognito or empty.")
    var service = FlowTemplates.Service.cognito

    @Option(
        help: ArgumentHelp(
            "The flowc package that the app uses: a clone, or the URL of a repository, whose branch 'main' is used. By "
                + "default, it is the clone that contains this program.",
            valueName: "path or URL"),
        completion: .directory)
    var package: String?

    /// Checks that the manifest can refer to the package of this program.
    func validate() throws { _ = try PackageLocation(package) }

    /// Creates the files, and says what to try next.
    func run() throws {
        let location = try PackageLocation(package).arguments
        let files = FlowTemplates.project(service, location: location).map {
            OutputFile(path: Files.path(of: $0.path, in: folder), bytes: $0.bytes)
        }
        try OutputFile.create(files)
        for file in files { Console.out("\(file.path)\n") }
        Console.out("\nTry next:\n")
        for command in nextCommands { Console.out("  \(command)\n") }
    }

    /// Commands that show what the project does.
    private var nextCommands: [String] {
        let start = [".", ""].contains(folder) ? [] : ["cd \(OwnProgram.shellWord(folder))"]
        let flowc = OwnProgram.command
        return start + ["\(flowc) check Sources/App/*.xml", "\(flowc) test Tests/*.xml", "swift run"]
    }
}

extension FlowTemplates.Service: ExpressibleByArgument {}
