import ArgumentParser
import FlowCompiler
import FlowCore
import FlowTool
import SystemPackage

/// `flowc generate`, which writes code for the hosts of a flow.
struct Generate: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate", abstract: "Generates code for the hosts of flows.",
        subcommands: [GenerateSwift.self, GenerateSchema.self])
}

/// `flowc generate swift`, which writes a Swift type for each flow.
struct GenerateSwift: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "swift", abstract: "Generates Swift types for the inputs, steps and outcomes of flows.",
        discussion: """
            The code contains the table and needs only the library FlowRuntime.

            Examples:
              flowc generate swift sign-in.flow.xml -o Sources/App/SignIn.swift
              flowc generate swift flows/*.flow.xml -o Sources/Flows --access public
              flowc generate swift my-kiosk.flow.xml -o MyKiosk.swift --base Kiosk
            """)

    @Argument(help: "Flows; '-' is standard input.", completion: .file(extensions: ["xml"]))
    var files: [String]

    @Option(help: "The access level of the generated code: internal, package or public.")
    var access = SwiftOptions.Access.internal

    @Option(help: "A type in which to nest the generated type.")
    var namespace: String?

    @Option(
        help: """
            The generated type of the flow that the given flow extends. The code then contains the type BaseStep for hosts \
            of the base flow.
            """)
    var base: String?

    @Flag(help: "Omit the names of states, which are needed only for traces.")
    var strip = false

    @Option(
        name: .shortAndLong, help: "The file to write, or a folder for several files; '-' is standard output.",
        completion: .file(extensions: ["swift"]))
    var output = "-"

    @OptionGroup var findings: FindingOptions

    /// Checks that the options fit the number of flows, and that `--namespace` and `--base` name types.
    func validate() throws {
        for (option, type) in [("--namespace", namespace), ("--base", base)] {
            if let type, !Self.isTypeName(type) {
                throw ValidationError("\(option) needs the name of a type, not '\(type)'")
            }
        }
        if files.count > 1, base != nil { throw ValidationError("--base needs a single flow") }
        if files.count > 1, output == "-" {
            throw ValidationError("several files cannot be written to standard output; name a folder with --output")
        }
        if let shared = OutputPlace(output, for: files.count, suffix: ".swift").sharedPath(of: files) {
            throw ValidationError("two files would be written to '\(shared)'; generate one into another folder")
        }
    }

    /// Returns whether a text consists of identifiers with dots between them. Reserved words are not identifiers.
    private static func isTypeName(_ text: String) -> Bool {
        text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { name in
            name.first?.isNumber == false && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
                && name != "_" && SwiftName.escaped(String(name)) == name
        }
    }

    /// Generates all files, and then writes them or, if a flow has an error, none.
    func run() throws {
        let place = OutputPlace(output, for: files.count, suffix: ".swift")
        let generated = try files.map { OutputFile(path: place.path(for: $0), bytes: try code(of: $0)) }
        try place.prepare()
        try OutputFile.write(generated)
    }

    /// Compiles the flow in a file, and returns its Swift code.
    /// - Throws: an exit code, after the reason is written to standard error.
    private func code(of path: String) throws(ExitCode) -> [UInt8] {
        let compilation = try FlowSource.compile(path, options: findings.compilerOptions)
        let table = try FlowSource.table(compilation, names: !strip, marks: false)
        guard let interface = HostInterface(compilation) else { throw .findings }
        let base = try baseFlow(of: compilation, path)
        let clashes = interface.nameClashes(in: compilation, base: base)
        guard clashes.isEmpty else {
            Findings.write(clashes, in: compilation.sources, to: .standardError)
            throw .findings
        }
        let options = SwiftOptions(
            access: access, command: "flowc generate swift \(Files.name(of: path))", version: FlowCompiler.version,
            namespace: namespace, base: base)
        return Array(SwiftWriter.file(interface, table: table, options: options).utf8)
    }

    /// Returns the base flow whose type the user named; nil if the user named none.
    /// - Throws: an exit code, after writing to standard error that the flow has no usable base.
    private func baseFlow(of compilation: Compilation, _ path: String) throws(ExitCode) -> BaseFlow? {
        guard let base else { return nil }
        let loader = RootedLoader(root: path, bytes: [])
        if let flow = BaseFlow(of: compilation, type: base, loader: loader) { return flow }
        Console.error("flowc: --base requires that '\(path)' extends a flow that is not abstract and has no errors\n")
        throw .findings
    }
}

extension SwiftOptions.Access: ExpressibleByArgument {}

/// `flowc generate schema`, which writes JSON Schemas for hosts in any language.
struct GenerateSchema: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema", abstract: "Generates JSON Schemas for the inputs, steps and outcomes of a flow.",
        discussion: """
            A host that offers the flow over HTTP, such as the example Gateway, can make an OpenAPI document from the \
            schemas.

            Examples:
              flowc generate schema sign-in.flow.xml -o sign-in.schema.json
            """)

    @Argument(help: "A flow; '-' is standard input.", completion: .file(extensions: ["xml"]))
    var file: String

    @Option(
        name: .shortAndLong, help: "The file to write; '-' is standard output.",
        completion: .file(extensions: ["json"]))
    var output = "-"

    @OptionGroup var findings: FindingOptions

    /// Compiles the flow, and writes the schemas.
    func run() throws {
        let compilation = try FlowSource.compile(file, options: findings.compilerOptions)
        guard let interface = HostInterface(compilation) else { throw ExitCode.findings }
        try OutputFile.write([
            OutputFile(path: output, bytes: Array((SchemaWriter.json(interface).jsonText + "\n").utf8))
        ])
    }
}

/// `flowc lambda`, which writes the trigger of a flow with rounds.
struct Lambda: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lambda",
        abstract: "Writes the DefineAuthChallenge trigger of a custom sign-in, as JavaScript for AWS Lambda.",
        discussion: """
            The trigger issues the challenges of the flow's <rounds> in order, so that app and user pool agree on them.

            Examples:
              flowc lambda passwordless.flow.xml -o define-auth-challenge/index.js
              flowc lambda passwordless.flow.xml -o define-auth-challenge/index.mjs
            """)

    @Argument(help: "A flow with rounds; '-' is standard input.", completion: .file(extensions: ["xml"]))
    var file: String

    @Flag(help: "Write an ES module instead of CommonJS, as for an output whose name ends in .mjs.")
    var module = false

    @Option(
        name: .shortAndLong, help: "The script to write; '-' is standard output.",
        completion: .file(extensions: ["js", "cjs", "mjs"]))
    var output = "-"

    @OptionGroup var findings: FindingOptions

    /// The ending of the output's name, by which Node.js determines the kind of module.
    private var ending: String? { OutputPlace(output, for: 1, suffix: "").ending }

    /// Checks that the output's name does not contradict `--module`.
    func validate() throws {
        if module, ending == "cjs" {
            throw ValidationError("--module contradicts the name '\(output)': change one of them")
        }
    }

    /// Compiles the flow, and writes its trigger or a finding that it has no rounds.
    func run() throws {
        let compilation = try FlowSource.compile(file, options: findings.compilerOptions)
        if let finding = compilation.missingRounds {
            Findings.write([finding], in: compilation.sources, to: .standardError)
            throw ExitCode.findings
        }
        let isModule = module || ending == "mjs"
        guard let script = compilation.trigger(as: isModule ? .module : .commonJS) else { throw ExitCode.findings }
        try OutputFile.write([OutputFile(path: output, bytes: Array(script.utf8))])
    }
}
