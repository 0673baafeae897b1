import ArgumentParser
import FlowTool
import SystemPackage

/// Draws graphs with the program `dot`.
enum Graphviz {
    /// Draws a graph with `dot`, which must be installed.
    /// - Parameters:
    ///   - graph: the graph in Graphviz's language.
    ///   - format: `svg` or `png`.
    ///   - options: further options of `dot`.
    /// - Returns: the bytes of the picture.
    /// - Throws: an exit code, after the reason is written to standard error.
    static func draw(_ graph: String, as format: String, _ options: [String] = []) throws(ExitCode) -> [UInt8] {
        do {
            if let picture = try Filter.run(["dot", "-T" + format] + options, input: graph) { return picture }
            Console.error("flowc: 'dot' failed and wrote the reason above\n")
        } catch Errno.noSuchFileOrDirectory {
            Console.error("flowc: 'dot' is not installed. Install Graphviz, or use --format dot or mermaid\n")
        } catch {
            Console.error("flowc: 'dot' cannot be run: \(error)\n")
        }
        throw .unusableFile
    }
}
