import ArgumentParser
import FlowTool
import SystemPackage

/// Draws graphs with the program `dot`.
enum Graphviz {
    /// Draws a graph.
    /// - Throws: an exit code, after the reason is written to standard error.
    static func draw(_ graph: String, as format: String) throws(ExitCode) -> [UInt8] {
        do {
            if let picture = try Filter.run(["dot", "-T" + format], input: graph) { return picture }
            Console.error("flowc: 'dot' failed\n")
        } catch Errno.noSuchFileOrDirectory {
            Console.error("flowc: 'dot' is not installed. Install Graphviz, or use --format dot or mermaid\n")
        } catch {
            Console.error("flowc: 'dot' cannot be run: \(error)\n")
        }
        throw .unusableFile
    }
}
