import ArgumentParser
import FlowCompiler
import FlowDiagrams
import FlowTool
import SystemPackage

/// Draws graphs with the program `dot`.
enum Graphviz {
    /// Draws the figures of a flow as SVG documents.
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
    ///   - graph: the graph in Graphviz's language.
    ///   - format: `svg` or `png`.
    ///   - options: further options of `dot`.
    ///   - alternative: what users can do instead if `dot` is not installed, after a comma; empty if there is nothing.
    /// - Returns: the bytes of the picture.
    /// - Throws: an exit code, after the reason is written to standard error.
    static func draw(
        _ graph: String, as format: String, _ options: [String] = [], alternative: String = ""
    ) throws(ExitCode) -> [UInt8] {
        do {
            if let picture = try Filter.run(["dot", "-T" + format] + options, input: graph) { return picture }
            Console.error("flowc: 'dot' failed and wrote the reason above\n")
        } catch Errno.noSuchFileOrDirectory {
            Console.error("flowc: 'dot' is not installed. Install Graphviz\(alternative)\n")
        } catch {
            Console.error("flowc: 'dot' cannot be run: \(error)\n")
        }
        throw .unusableFile
    }
}
