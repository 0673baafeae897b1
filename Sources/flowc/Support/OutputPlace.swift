import ArgumentParser
import FlowTool

/// The destination of outputs: a file for one, a folder for several.
struct OutputPlace {
    private let path: String
    private let isFolder: Bool
    private let suffix: String

    /// Creates a destination for a number of outputs.
    ///
    /// In a folder, their names end in `suffix`.
    init(_ path: String, for count: Int, suffix: String) {
        self.path = path
        self.suffix = suffix
        isFolder = count > 1 || path.hasSuffix("/") || Files.isFolder(path)
    }

    /// Creates the folder if necessary.
    func prepare() throws(ExitCode) {
        if isFolder { try Files.makeFolder(path) }
    }

    /// A path that two inputs' outputs share, if any.
    func clash(of inputs: [String]) -> String? {
        var seen: Set<String> = []
        return inputs.map(path(for:)).first { !seen.insert($0).inserted }
    }

    /// The path of an input's output.
    func path(for input: String) -> String {
        guard isFolder else { return path }
        var name = input == "-" ? "stdin" : Files.name(of: input)
        for ending in [".xml", ".flow"] where name.hasSuffix(ending) { name = String(name.dropLast(ending.count)) }
        return (path.hasSuffix("/") ? path : path + "/") + name + suffix
    }
}
