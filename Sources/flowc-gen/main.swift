// Generates Swift for the build plugin. It is `flowc generate swift` without an argument parser, so that hosts build it fast.
// Usage: flowc-gen FLOW OUTPUT
import FlowBindings
import FlowCompiler
import FlowDiagnostics
import FlowEmit
import FlowLibrary
import FlowSyntax

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Reads files and the shipped ones.
struct FileLoader: SourceLoader {
    func load(_ path: String) -> Result<[UInt8], LoadFailure> {
        if let shipped = FlowLibrary.load(path) { return shipped }
        guard let file = fopen(path, "rb") else {
            return .failure(errno == ENOENT ? .notFound : .unreadable(String(cString: strerror(errno))))
        }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
        return ferror(file) == 0 ? .success(bytes) : .failure(.unreadable(String(cString: strerror(errno))))
    }

    func names(in folder: String) -> [String] { FlowLibrary.names(in: folder) ?? [] }
}

/// Writes a text to standard error.
func report(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(STDERR_FILENO, bytes, bytes.count)
}

/// Returns the base of a flow if it is in the same folder or below, so that the same target contains its type.
func baseFlow(of compilation: Compilation) -> BaseFlow? {
    guard let path = compilation.graph.nodes.first?.path, let basePath = compilation.basePath else { return nil }
    let folder = path.dropLast(SourcePath.name(of: path).count)
    guard basePath.hasPrefix(folder), !basePath.hasPrefix(".."), !basePath.hasPrefix("flowc:") else { return nil }
    return BaseFlow(of: compilation, loader: FileLoader())
}

/// Returns the generated file, or nil after the findings were written to standard error.
func generatedFile(_ path: String) -> String? {
    let compilation = FlowCompiler.compile(path: path, loader: FileLoader())
    var findings = compilation.diagnostics
    let interface = HostInterface(compilation)
    findings += interface?.nameClashes(in: compilation) ?? []
    report(TerminalRenderer(explains: false).render(findings, in: compilation.sources))
    guard !findings.contains(where: { $0.severity == .error }) else { return nil }
    guard let interface else { return "// An abstract flow has no host.\n" }
    do {
        guard let table = try compilation.table() else { return nil }
        let options = SwiftOptions(
            path: SourcePath.name(of: path), version: FlowCompiler.version, base: baseFlow(of: compilation))
        return SwiftWriter.file(interface, table: table, options: options)
    } catch {
        report("\(path):1:1: error: the flow exceeds the table limit '\(error.kind.rawValue)'\n")
        return nil
    }
}

guard CommandLine.arguments.count == 3 else {
    report("usage: flowc-gen FLOW OUTPUT\n")
    exit(64)
}
guard let text = generatedFile(CommandLine.arguments[1]) else { exit(1) }
let output = CommandLine.arguments[2]
guard let file = fopen(output, "wb"), fputs(text, file) >= 0, fclose(file) == 0 else {
    report("flowc-gen: cannot write '\(output)': \(String(cString: strerror(errno)))\n")
    exit(2)
}
