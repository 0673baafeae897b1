import FlowBindings
import FlowCompiler
import FlowDiagnostics
import FlowEmit
import FlowSyntax

/// What the arguments of the tool request.
enum Request {
    /// Writes the Swift of a flow to a file, for the build plugin.
    case file(flow: String, output: String)
    /// Brings a folder up to date, for the command plugin.
    case folder(GeneratedFolder)
    /// Lists what is out of date in a folder.
    case check(GeneratedFolder)

    static let usage = """
        usage: flowc-gen FLOW OUTPUT
               flowc-gen --folder FOLDER [--check] [--access internal|package|public] [FLOW…]

        """

    /// Reads the arguments; returns nil if they are wrong.
    init?(_ arguments: [String]) {
        guard arguments.first == "--folder" else {
            guard arguments.count == 2 else { return nil }
            self = .file(flow: arguments[0], output: arguments[1])
            return
        }
        var rest = arguments.dropFirst()
        guard let path = rest.popFirst() else { return nil }
        var access = SwiftOptions.Access.internal
        var checks = false
        while let option = rest.first, option.hasPrefix("--") {
            rest.removeFirst()
            switch option {
            case "--check": checks = true
            case "--access":
                guard let level = rest.popFirst().flatMap(SwiftOptions.Access.init) else { return nil }
                access = level
            default: return nil
            }
        }
        let folder = GeneratedFolder(path: path, flows: Array(rest), access: access)
        self = checks ? .check(folder) : .folder(folder)
    }
}

/// The Swift code of a flow.
enum GeneratedSwift {
    enum Result {
        case code(String)
        /// The flow is abstract, so it has no host.
        case abstract
        /// The flow has errors, which were written to standard error.
        case failed
    }

    /// Compiles the flow in a file, writes the findings to standard error, and generates the code.
    ///
    /// `command` is the command that generates the code again; its header names it.
    static func result(of path: String, access: SwiftOptions.Access, command: String) -> Result {
        let compilation = FlowCompiler.compile(path: path, loader: FileLoader())
        var findings = compilation.diagnostics
        let interface = HostInterface(compilation)
        findings += interface?.nameClashes(in: compilation) ?? []
        report(TerminalRenderer(explains: false).render(findings, in: compilation.sources))
        guard !findings.contains(where: { $0.severity == .error }) else { return .failed }
        guard let interface else { return .abstract }
        do {
            guard let table = try compilation.table() else { return .failed }
            let options = SwiftOptions(
                access: access, command: command, version: FlowCompiler.version, base: base(of: compilation))
            return .code(SwiftWriter.file(interface, table: table, options: options))
        } catch {
            report("\(path):1:1: error: the flow exceeds the table limit '\(error.kind.rawValue)'\n")
            return .failed
        }
    }
    /// Returns the base of a flow if it is in the same folder or below, so that the same target contains its type.
    private static func base(of compilation: Compilation) -> BaseFlow? {
        guard let path = compilation.graph.nodes.first?.path, let basePath = compilation.basePath else { return nil }
        let folder = path.dropLast(SourcePath.name(of: path).count)
        guard basePath.hasPrefix(folder), !basePath.hasPrefix(".."), !basePath.hasPrefix("flowc:") else { return nil }
        return BaseFlow(of: compilation, loader: FileLoader())
    }
}
