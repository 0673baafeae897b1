import ArgumentParser
import FlowCompiler
import FlowCore
import FlowDiagrams
import FlowIR
import FlowSyntax
import FlowTool
import SystemPackage

/// `flowc view`, which writes a flow as a page that plays it.
struct View: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "view", abstract: "Writes a web page that plays a flow.",
        discussion: """
            The page is one file. It contains the picture and the interpreter, and loads nothing. You play the user, the \
            service and the handlers. The picture needs 'dot' from Graphviz.

            The file NAME.texts.json beside NAME.flow.xml can contain the page's texts, such as those for steps, asks and \
            commands, in one or more languages.

            Examples:
              flowc view flows/amplify.flow.xml -o amplify.html
              flowc view flows/kiosk.flow.xml -o kiosk.html \\
                --scenarios flows/scenarios/kiosk.scenario.xml
            """)

    @Argument(help: "A flow; '-' is standard input.", completion: .file(extensions: ["xml"]))
    var flow: String

    @Option(
        name: .shortAndLong, help: "The page to write; '-' is standard output.",
        completion: .file(extensions: ["html"]))
    var output: String

    @Option(
        parsing: .upToNextOption, help: "Scenario files that the page plays, and whose coverage it shows.",
        completion: .file(extensions: ["xml"]))
    var scenarios: [String] = []

    @Option(help: "The file with the texts, in place of the one beside the flow.", completion: .file())
    var texts: String?

    @OptionGroup var findings: FindingOptions

    /// Checks that standard input is read only once.
    func validate() throws { try PathArguments.checkInputs([flow] + scenarios) }

    /// Compiles and draws the flow, and writes its page.
    func run() throws {
        let compilation = try FlowSource.compile(flow, options: findings.compilerOptions)
        let extras = try PageSource.extras(
            of: flow, scenarios: scenarios, texts: texts, options: findings.compilerOptions)
        let page = try PageSource.page(of: compilation, file: Files.name(of: flow), extras: extras)
        try OutputFile.write([OutputFile(path: output, bytes: page)])
    }
}

/// Creates the page of a compiled flow.
enum PageSource {
    /// Reads scenarios, and texts for people: those at the path `texts` or, if it is nil, those beside the flow.
    /// - Throws: an exit code, after the reason is written to standard error.
    static func extras(
        of flow: String, scenarios: [String], texts: String? = nil, options: CompilerOptions
    ) throws(ExitCode) -> PageExtras {
        var extras = PageExtras()
        for path in scenarios {
            extras.scenarios.append((Files.name(of: path), try scenarioText(at: path, of: flow, options)))
        }
        if let path = texts ?? TextsFile.path(besideFlow: flow) { extras.texts = try TextsFile.read(path) }
        return extras
    }

    /// Returns the text of a scenario file that tests a flow.
    /// - Throws: an exit code if the file cannot be read, has errors, is of another kind or tests another flow, after the
    ///   reason is written to standard error.
    private static func scenarioText(
        at path: String, of flow: String, _ options: CompilerOptions
    ) throws(ExitCode) -> String {
        let bytes = try Files.contents(of: path)
        let loader = RootedLoader(root: path, bytes: bytes)
        let file = FlowCompiler.compileScenarios(path: path, loader: loader, options: options)
        if let reason = refusal(of: file, for: flow) {
            Console.error("flowc: '\(path)' \(reason)\n")
            throw .findings
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns why the page of a flow cannot contain a scenario file, or nil if it can.
    private static func refusal(of file: ScenarioCompilation, for flow: String) -> String? {
        if let kind = file.compilation.graph.root?.kind, kind != .scenario {
            return "is a \(kind.description), but the page needs scenario files"
        }
        guard !Findings.hasErrors(file.compilation.diagnostics), let tested = file.flowPath else {
            return "has errors, which 'flowc check' shows"
        }
        // A flow on standard input has no path.
        guard flow != "-", Files.resolvedPath(tested) != Files.resolvedPath(flow) else { return nil }
        return "tests '\(tested)', but the page needs scenarios of '\(flow)'"
    }

    /// Returns the page of a compiled flow. `file` is the name of the flow's file, or `-` for standard input.
    /// - Throws: an exit code, after the reason is written to standard error.
    static func page(of compilation: Compilation, file: String, extras: PageExtras) throws(ExitCode) -> [UInt8] {
        let table = try FlowSource.table(compilation, names: false, marks: true)
        let pictures = try Graphviz.pictures(of: compilation, FlowPage.diagramOptions)
        var extras = extras
        // A copied scenario needs a file to refer to. A flow from standard input probably has one with this name.
        extras.file = file == "-" ? (compilation.flow?.name ?? "") + ".flow.xml" : file
        guard let page = FlowPage(compilation, table: table, pictures: pictures, extras: extras) else {
            throw Graphviz.reportNoSVG()
        }
        return page.html
    }
}
