import ArgumentParser
import FlowTool

/// Where outputs go: a file for one, a folder for several.
struct OutputPlace {
    private let path: String
    private let isFolder: Bool
    private let suffix: String

    /// A place for so many outputs, whose names end in `suffix` in a folder.
    init(_ path: String, for count: Int, suffix: String) {
        self.path = path
        self.suffix = suffix
        isFolder = count > 1 || path.hasSuffix("/") || Files.isFolder(path)
    }

    /// Makes the folder, if there has to be one.
    func prepare() throws(ExitCode) {
        if isFolder { try Files.makeFolder(path) }
    }

    /// A path that the outputs of two inputs would go to, if there is one.
    func clash(of inputs: [String]) -> String? {
        var seen: Set<String> = []
        return inputs.map(path(for:)).first { !seen.insert($0).inserted }
    }

    /// Where the output of that input goes.
    func path(for input: String) -> String {
        guard isFolder else { return path }
        var name = input == "-" ? "stdin" : Files.name(of: input)
        for ending in [".xml", ".flow"] where name.hasSuffix(ending) { name = String(name.dropLast(ending.count)) }
        return (path.hasSuffix("/") ? path : path + "/") + name + suffix
    }
}
