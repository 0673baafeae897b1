import ArgumentParser
import FlowCompiler
import FlowTool
import SystemPackage

#if canImport(Darwin)
    import Darwin
#endif

/// `flowc init`, which creates a project.
struct Init: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init", abstract: "Creates a Swift package with a flow, a scenario and an app that signs in.",
        discussion: """
            The package contains a flow, its scenarios, an app for the terminal, settings for VS Code, and the grammars for \
            other editors. With '--service cognito', the flow uses the shipped description of Amazon Cognito, and the app \
            contains a user pool. With '--service empty', there is a service description to fill in, and the app contains \
            a scripted service. If one of the files exists, the command writes nothing.

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
            "The flowc package that the app uses: a clone, or the URL of a repository with a branch 'main'. By default, "
                + "it is the clone that contains this program.",
            valueName: "path or URL"),
        completion: .directory)
    var package: String?

    /// Checks that the folder has a path, and that the new manifest can refer to the flowc package.
    func validate() throws {
        try PathArguments.checkFolder(folder)
        _ = try PackageLocation(package)
    }

    /// Creates the files, and says what to try next.
    func run() throws {
        let location = try PackageLocation(package)
        let files = FlowTemplates.project(service, location: location.arguments, name: location.name).map {
            OutputFile(path: Files.path(of: $0.path, in: folder), bytes: Array($0.text.utf8))
        }
        try OutputFile.create(files)
        for file in files { Console.write("\(file.path)\n") }
        Console.write("\nTry next:\n")
        for command in nextCommands { Console.write("  \(command)\n") }
    }

    /// Commands that show what the project does.
    private var nextCommands: [String] {
        let start = folder == "." ? [] : ["cd \(OwnProgram.shellWord(folder))"]
        let flowc = OwnProgram.command
        return start + ["\(flowc) check Sources/App/*.xml", "\(flowc) test Tests/*.xml", "swift run"]
    }
}

extension FlowTemplates.Service: ExpressibleByArgument {}

/// The location of the flowc package to which a new project refers.
private struct PackageLocation {
    /// The arguments of `.package` in the manifest of a project.
    let arguments: String
    /// The name of the package for SwiftPM, which takes that of a repository from its URL.
    let name: String

    /// Creates the location of a clone or a repository.
    /// - Parameter place: the path of a clone, or a URL; nil for the clone that contains this program.
    /// - Throws: `ValidationError` if there is no such clone.
    init(_ place: String?) throws(ValidationError) {
        if let place, place.contains("://") || place.hasPrefix("git@") {
            arguments = #"url: \#(SwiftLiteral.string(place)), branch: "main""#
            let last = place.split(whereSeparator: { $0 == "/" || $0 == ":" }).last.map(String.init) ?? place
            name = last.hasSuffix(".git") ? String(last.dropLast(".git".count)) : last
            return
        }
        guard let clone = try Self.clone(place) else {
            throw ValidationError("this program is not in a clone of flowc; name a clone or a URL with --package")
        }
        name = "flowc"
        arguments = #"name: "flowc", path: \#(SwiftLiteral.string(clone.string))"#
    }

    /// Returns the clone at a path. If the path is nil, returns the clone that contains this program, or nil.
    /// - Throws: `ValidationError` if there is no clone at the path.
    private static func clone(_ path: String?) throws(ValidationError) -> FilePath? {
        guard let path else { return OwnProgram.path.flatMap(clone(around:)) }
        guard let folder = Files.resolvedPath(path), isClone(folder) else {
            throw ValidationError("'\(path)' is not a clone of flowc")
        }
        return folder
    }

    /// Returns the nearest parent folder of a file that is a clone, or nil if there is none.
    private static func clone(around file: FilePath) -> FilePath? {
        var folder = file
        while folder.removeLastComponent() {
            if isClone(folder) { return folder }
        }
        return nil
    }

    private static func isClone(_ folder: FilePath) -> Bool {
        ["Package.swift", "Plugins/FlowPlugin"].allSatisfy { Files.exists(folder.appending($0).string) }
    }
}

/// The executable file of this process.
enum OwnProgram {
    /// The path of the file, without symbolic links; nil if the system does not know it.
    static var path: FilePath? {
        #if canImport(Darwin)
            var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
            var size = UInt32(buffer.count)
            guard _NSGetExecutablePath(&buffer, &size) == 0 else { return nil }
            return buffer.withUnsafeBufferPointer { $0.baseAddress.flatMap { Files.resolvedPath(String(cString: $0)) } }
        #else
            return Files.resolvedPath("/proc/self/exe")
        #endif
    }

    /// The command that runs this program in any folder: `flowc` if a shell found it on the search path, or its path.
    static var command: String {
        guard let name = CommandLine.arguments.first, name.contains("/") else { return "flowc" }
        return shellWord((path ?? FilePath(name)).string)
    }

    /// Returns a text as one word of a shell command, in quotes if it needs them.
    static func shellWord(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { byte in
            let character = Character(UnicodeScalar(byte))
            return byte < 128 && (character.isLetter || character.isNumber || "/._-".contains(character))
        }
        return isPlain && !text.isEmpty ? text : "'" + text.replacing("'", with: #"'\''"#) + "'"
    }
}
