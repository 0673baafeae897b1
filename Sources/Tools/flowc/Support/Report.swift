import ArgumentParser
import FlowCompiler
import FlowDiagnostics
import FlowTool
import SystemPackage

/// The findings of one file.
struct Report {
    private let path: ByteString
    let compilation: Compilation
    private(set) var diagnostics: [Diagnostic]
    private let suppressed: [SuppressedDiagnostic]
    /// The file and all files that it refers to, including missing ones but not shipped ones.
    let inputs: FileWatch

    /// Checks a file of any kind. Scenarios are checked together with their flow.
    init(path: String, bytes: [UInt8], options: CompilerOptions) {
        self.path = ByteString(path)
        let loader = RecordingLoader(root: path, bytes: bytes)
        compilation = FlowCompiler.compileScenarios(path: path, loader: loader, options: options).compilation
        inputs = loader.files
        diagnostics = compilation.diagnostics
        suppressed = compilation.suppressed
    }

    /// The files to which locations refer.
    var sources: SourceSet { compilation.sources }

    /// Returns reports in which no finding is repeated.
    ///
    /// Files that are checked together may refer to each other, or to the same file. A finding about a checked file
    /// stays in the report of that file. Any other finding stays in the first report that contains it.
    static func withoutRepetitions(_ reports: [Report]) -> [Report] {
        var seen: Set<Identity> = []
        for report in reports {
            let identities = report.diagnostics.map { Identity($0, in: report.sources) }
            seen.formUnion(identities.filter { $0.path == report.path })
        }
        return reports.map { report in
            var report = report
            report.diagnostics = report.diagnostics.filter { diagnostic in
                let identity = Identity(diagnostic, in: report.sources)
                return identity.path == report.path || seen.insert(identity).inserted
            }
            return report
        }
    }

    /// The properties that are equal in two reports of the same finding.
    private struct Identity: Hashable {
        let path: ByteString
        let range: Range<Int>
        let code: String
        let message: ByteString

        init(_ diagnostic: Diagnostic, in sources: SourceSet) {
            path = ByteString(sources[diagnostic.range.file]?.path ?? "")
            range = diagnostic.range.offsets
            code = diagnostic.code.rawValue
            message = ByteString(diagnostic.message)
        }
    }

    /// The findings for a SARIF log.
    var sarif: SARIFReport { SARIFReport(sources: sources, diagnostics: diagnostics, suppressed: suppressed) }
}

/// Checks of paths among the arguments of commands.
enum PathArguments {
    /// Checks that the path of an output folder is neither empty, which would mean the working directory, nor standard
    /// output.
    static func checkFolder(_ path: String) throws(ValidationError) {
        if path.isEmpty { throw ValidationError("the path of the folder is empty; '.' is the working directory") }
        if path == "-" { throw ValidationError("'-' is standard output, and the command writes a folder") }
    }

    /// Checks that standard input is not among the inputs several times, because it can be read only once.
    static func checkInputs(_ paths: [String]) throws(ValidationError) {
        if paths.count(where: { $0 == "-" }) > 1 {
            throw ValidationError("'-' is standard input, which can be read only once: name it once")
        }
    }
}

/// The destination of outputs: a file for a single output, or a folder.
struct OutputPlace {
    private let path: String
    private let isFolder: Bool
    private let suffix: String

    /// Creates a destination for a number of outputs.
    ///
    /// It is a folder if there are several outputs, or if the path ends in a slash or leads to a folder, unless the path
    /// is `-` for standard output. The names of files in it end in `suffix`.
    init(_ path: String, for count: Int, suffix: String) {
        self.path = path
        self.suffix = suffix
        isFolder = count > 1 || path.hasSuffix("/") || path != "-" && Files.isFolder(path)
    }

    /// The ending of the file's name in lower case; nil if there is none, or if the destination is a folder.
    var ending: String? { isFolder ? nil : FilePath(path).extension?.lowercased() }

    /// Creates the folder, if the destination is one and does not exist.
    /// - Throws: an exit code if the folder cannot be created, after writing the reason to standard error.
    func prepare() throws(ExitCode) {
        if isFolder { try Files.makeFolders(FilePath(path)) }
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
