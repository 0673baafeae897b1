import ArgumentParser
import FlowTool

/// The destination of outputs: a file for a single output, or a folder.
struct OutputPlace {
    private let path: String
    private let isFolder: Bool
    private let suffix: String

    /// Creates a destination for a number of outputs.
    ///
    /// It is a folder if there are several outputs, or if the path ends in a slash or leads to a folder. The names of
    /// files in it end in `suffix`.
    init(_ path: String, for count: Int, suffix: String) {
        self.path = path
        self.suffix = suffix
        isFolder = count > 1 || path.hasSuffix("/") || Files.isFolder(path)
    }

    /// Creates the folder, if the destination is one and does not exist.
    /// - Throws: an exit code if the folder cannot be created, after writing the reason to standard error.
    func prepare() throws(ExitCode) {
        if isFolder { try Files.makeFolder(path) }
    }

    /// Returns the first path to which the outputs of two inputs would be written, or nil if all paths differ.
    func sharedPath(of inputs: [String]) -> String? {
        var paths: Set<String> = []
        return inputs.map(path(for:)).first { !paths.insert($0).inserted }
    }

    /// Returns the path of the output for an input. In a folder, the output's name is that of the input with the suffix
    /// in place of its endings.
    func path(for input: String) -> String {
        guard isFolder else { return path }
        var name = input == "-" ? "stdin" : Files.name(of: input)
        // Both endings are removed, so that `signin.flow.xml` becomes `signin`.
        for ending in [".xml", ".flow"] where name.hasSuffix(ending) { name = String(name.dropLast(ending.count)) }
        return (path.hasSuffix("/") ? path : path + "/") + name + suffix
    }
}
