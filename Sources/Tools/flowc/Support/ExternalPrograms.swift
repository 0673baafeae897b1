import ArgumentParser
import FlowCompiler
import FlowDiagrams
import FlowTool
import SystemPackage

/// Draws graphs with the program `dot`.
enum Graphviz {
    /// Draws the figures of a flow as SVG documents. `alternative` has the same meaning as in
    /// ``draw(_:as:_:alternative:)``.
    /// - Throws: an exit code, after the reason is written to standard error.
    static func pictures(
        of compilation: Compilation, _ options: DiagramOptions, alternative: String = ""
    ) throws(ExitCode) -> [String] {
        var pictures: [String] = []
        for graph in DotWriter.graphs(compilation, options: options) {
            let picture = try draw(graph, as: "svg", alternative: alternative)
            pictures.append(String(decoding: picture, as: UTF8.self))
        }
        return pictures
    }

    /// Writes to standard error that `dot` wrote something other than SVG, and returns the exit code.
    static func reportNoSVG() -> ExitCode {
        Console.error("flowc: 'dot' wrote no SVG. Check the installation of Graphviz\n")
        return .unusableFile
    }

    /// Draws a graph with `dot`, which must be installed.
    /// - Parameters:
    ///   - graph: the graph in DOT, Graphviz's language.
    ///   - format: `svg` or `png`.
    ///   - options: further options of `dot`.
    ///   - alternative: what users can do instead if `dot` is not installed, after a comma; empty if there is nothing.
    /// - Returns: the bytes of the picture.
    /// - Throws: an exit code, after the reason is written to standard error.
    static func draw(
        _ graph: String, as format: String, _ options: [String] = [], alternative: String = ""
    ) throws(ExitCode) -> [UInt8] {
        try ExternalProgram.run(["dot", "-T" + format] + options, input: graph, help: "Install Graphviz" + alternative)
    }
}

/// Converts Markdown with the program `cmark-gfm`.
///
/// It is a program and not a library, so that people who only compile flows need not build it.
enum Markdown {
    /// Returns a page as HTML. Raw HTML in it is left out.
    /// - Throws: an exit code, after the reason is written to standard error.
    static func html(of page: String) throws(ExitCode) -> String {
        let extensions = ["table", "autolink", "strikethrough"].flatMap { ["-e", $0] }
        // Attributes for the alignment of cells are obsolete.
        let command = ["cmark-gfm", "--validate-utf8", "--table-prefer-style-attributes"] + extensions
        let help = "Install it, or leave out --pages"
        return String(decoding: try ExternalProgram.run(command, input: page, help: help), as: UTF8.self)
    }
}

/// Runs programs that must be installed.
enum ExternalProgram {
    /// Runs a program, and returns what it writes.
    /// - Parameters:
    ///   - command: the program and its arguments.
    ///   - text: the standard input of the program.
    ///   - help: what users can do if the program is not installed.
    /// - Returns: the program's standard output.
    /// - Throws: an exit code, after the reason is written to standard error.
    static func run(_ command: [String], input text: String, help: String) throws(ExitCode) -> [UInt8] {
        let name = command.first ?? ""
        do {
            if let output = try Filter.run(command, input: text) { return output }
            Console.error("flowc: '\(name)' failed and wrote the reason above\n")
        } catch Errno.noSuchFileOrDirectory {
            Console.error("flowc: '\(name)' is not installed. \(help)\n")
        } catch {
            Console.error("flowc: '\(name)' cannot be run: \(error)\n")
        }
        throw .unusableFile
    }
}
