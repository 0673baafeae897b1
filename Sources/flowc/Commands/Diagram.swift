import ArgumentParser
import FlowCompiler
import FlowEmit
import FlowTool

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
              flowc diagram flows/amplify.flow.xml --format svg -o amplify.svg
              flowc diagram flows/*.flow.xml --format mermaid -o pictures
            """)

    @Argument(help: "Flows; '-' is standard input.", completion: .file(extensions: ["xml"]))
    var files: [String]

    @Option(help: "The output format: dot, svg, png or mermaid.")
    var format = Format.dot

    @Option(help: "Edges for errors: folded into one for each pair of nodes, all, or none.")
    var errors = DiagramOptions.Errors.folded

    @Option(
        name: .shortAndLong, help: "The diagram to write, or a folder for several diagrams; '-' is standard output.",
        completion: .file())
    var output = "-"

    @OptionGroup var findings: FindingOptions

    func validate() throws {
        if files.count > 1, output == "-" { throw ValidationError("several diagrams need a folder: --output FOLDER") }
        if let twice = OutputPlace(output, for: files.count, suffix: "." + format.rawValue).clash(of: files) {
            throw ValidationError("two files would be written to '\(twice)'")
        }
    }

    func run() throws {
        let place = OutputPlace(output, for: files.count, suffix: "." + format.rawValue)
        let pictures = try files.map { OutputFile(path: place.path(for: $0), bytes: try picture(of: $0)) }
        try place.prepare()
        try OutputFile.write(pictures)
    }

    private func picture(of path: String) throws(ExitCode) -> [UInt8] {
        guard let flow = try FlowSource.compile(path, options: findings.compilerOptions).flow else { throw .findings }
        let options = DiagramOptions(errors: errors)
        switch format {
        case .dot: return Array(DotWriter.dot(flow, options: options).utf8)
        case .mermaid: return Array(MermaidWriter.mermaid(flow, options: options).utf8)
        case .svg, .png: return try Graphviz.draw(DotWriter.dot(flow, options: options), as: format.rawValue)
        }
    }
}

extension DiagramOptions.Errors: ExpressibleByArgument {}
