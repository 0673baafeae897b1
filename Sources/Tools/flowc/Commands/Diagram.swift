import ArgumentParser
import FlowCompiler
import FlowDiagrams
import FlowIR
import FlowTool

/// `flowc diagram`, which draws flows.
struct Diagram: ParsableCommand {
    /// The format of a diagram.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case dot, svg, png, mermaid
    }

    static let configuration = CommandConfiguration(
        commandName: "diagram", abstract: "Draws diagrams of flows.",
        discussion: """
            SVG and PNG need 'dot' from Graphviz.

            Examples:
              flowc diagram flows/amplify.flow.xml -o amplify.svg
              flowc diagram flows/*.flow.xml --format mermaid -o pictures
            """)

    @Argument(help: "Flows; '-' is standard input.", completion: .file(extensions: ["xml"]))
    var files: [String]

    @Option(
        help: "The output format: dot, svg, png or mermaid. By default, the ending of the output's name, or else dot.")
    var format: Format?

    @Option(
        help: """
            The level of detail: overview, steps or all. By default, steps; in dot and svg, a large flow has several \
            pictures.
            """)
    var detail: DiagramOptions.Detail?

    @Option(
        name: .customLong("source-url"),
        help: "The URL with which links to the source begin, such as that of a repository's files.")
    var sourceURL = ""

    @Option(
        name: .shortAndLong, help: "The diagram to write, or a folder for several diagrams; '-' is standard output.",
        completion: .file())
    var output = "-"

    @OptionGroup var findings: FindingOptions

    /// The format that the ending of the output's name means, or nil.
    private var formatOfEnding: Format? {
        let ending = OutputPlace(output, for: files.count, suffix: "").ending
        return ending == "mmd" ? .mermaid : ending.flatMap(Format.init(rawValue:))
    }

    /// The format that the user named, or else that of the output's name, or else dot.
    private var chosenFormat: Format { format ?? formatOfEnding ?? .dot }

    /// The file or folder to write.
    private var place: OutputPlace { OutputPlace(output, for: files.count, suffix: "." + chosenFormat.rawValue) }

    /// Checks that each diagram has its own destination, whose name does not contradict the format.
    func validate() throws {
        if let format, let ending = formatOfEnding, ending != format {
            throw ValidationError("--format \(format.rawValue) contradicts the name '\(output)': change one of them")
        }
        if files.count > 1, output == "-" {
            throw ValidationError("several diagrams cannot be written to standard output; name a folder with --output")
        }
        if let shared = place.sharedPath(of: files) {
            throw ValidationError("two diagrams would be written to '\(shared)'; draw one into another folder")
        }
    }

    /// Draws all flows, and then writes all diagrams or, if a flow has an error, no diagram.
    func run() throws {
        let pictures = try files.map { OutputFile(path: place.path(for: $0), bytes: try picture(of: $0)) }
        try place.prepare()
        try OutputFile.write(pictures)
    }

    /// What users can do without Graphviz.
    private static let alternative = ", or use --format dot or mermaid"

    /// Compiles the flow in a file, and returns its diagram in the chosen format.
    /// - Throws: an exit code, after the reason is written to standard error.
    private func picture(of path: String) throws(ExitCode) -> [UInt8] {
        let compilation = try FlowSource.compile(path, options: findings.compilerOptions)
        var options = DiagramOptions(detail: detail, linkPrefix: sourceURL)
        switch chosenFormat {
        case .dot: return Array(DotWriter.graphs(compilation, options: options).joined(separator: "\n").utf8)
        case .mermaid: return Array(MermaidWriter.mermaid(compilation, options: options).utf8)
        case .svg: return try svg(compilation, options)
        case .png:
            // A PNG file contains only one picture, which shows the whole flow.
            options.detail = detail ?? .steps
            let graphs = DotWriter.graphs(compilation, options: options)
            return try Graphviz.draw(
                graphs.joined(), as: "png", ["-Gdpi=192"], alternative: Self.alternative)
        }
    }

    /// Returns an SVG picture with all diagrams of a flow, one below the other.
    /// - Throws: an exit code, after the reason is written to standard error.
    private func svg(_ compilation: Compilation, _ options: DiagramOptions) throws(ExitCode) -> [UInt8] {
        let pictures = try Graphviz.pictures(of: compilation, options, alternative: Self.alternative)
        guard let picture = SVGWriter.stack(pictures, title: compilation.flow?.name ?? "") else {
            throw Graphviz.reportNoSVG()
        }
        return Array(picture.utf8)
    }
}

extension DiagramOptions.Detail: ExpressibleByArgument {}
