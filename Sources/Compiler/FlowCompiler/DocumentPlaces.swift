import FlowDiagnostics
import FlowSyntax

/// Finds the elements at which findings are located.
struct DocumentPlaces {
    /// An element of one of several files.
    struct Place: Hashable {
        let file: FileID
        let element: ElementID
    }

    private let trees: [FileID: SyntaxTree]

    init(_ trees: [SyntaxTree]) {
        self.trees = Dictionary(trees.map { ($0.fileID, $0) }) { first, _ in first }
    }

    /// Returns the last element that starts at or before the start of a range, with its tree.
    ///
    /// The result is nil if no element does, or if the documents do not include the range's file.
    /// For a range in a start tag, or in the text after it, this is the element of the tag.
    func place(of range: SourceRange) -> (place: Place, tree: SyntaxTree)? {
        guard let tree = trees[range.file] else { return nil }
        // Searches for the first element that starts after the start of the range.
        var low = 0
        var high = tree.elementCount
        while low < high {
            let middle = (low + high) / 2
            if tree.tagRange(of: ElementID(middle)).start <= range.start { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? nil : (Place(file: range.file, element: ElementID(low - 1)), tree)
    }
}

extension SyntaxTree {
    /// Returns the declaration or node that contains an element.
    ///
    /// This is the outermost enclosing element apart from the root, groups and `data`, or the element itself.
    func unit(of element: ElementID) -> ElementID {
        var unit = element
        var next = parent(of: unit)
        while let ancestor = next {
            if ancestor != root, ![.group, .data].contains(name(of: ancestor)) { unit = ancestor }
            next = parent(of: ancestor)
        }
        return unit
    }

    /// Returns the `id` or else the `name` of an element, by which other declarations extend it; nil if it has none.
    func declaredName(of element: ElementID) -> String? {
        text(.id, of: element) ?? text(.name, of: element)
    }
}

/// Compiles flow files, without access to the file system.
public enum FlowFile {
    /// Compiles the flow at a path, or the flow that the scenarios there test.
    ///
    /// - Parameters:
    ///   - path: the path of the flow, for `load`
    ///   - warnings: the codes to report as warnings instead of errors, if a flow with such findings can still run
    ///   - load: returns the bytes of the flow or of a file that it refers to; nil if there is no such file. The compiler
    ///     itself contains the files whose paths begin with `flowc:/`.
    /// - Returns: the findings and, unless the flow has errors or is abstract, the table
    public static func compile(
        _ path: String, warnings: [String] = [], load: @escaping (String) -> [UInt8]?
    ) -> CompiledFlow {
        let overrides = SeverityOverrides(
            byCode: Dictionary(warnings.map { (DiagnosticCode($0), Severity.warning) }) { first, _ in first })
        let options = CompilerOptions(severities: overrides)
        let compilation = FlowCompiler.compile(path: path, loader: ClosureLoader(bytes: load), options: options)
        let diagnostics = compilation.diagnostics
        let findings = diagnostics.map { finding(for: $0, in: compilation.sources, ofFlowAt: path) }
        let report = TerminalRenderer(usesColors: false).render(diagnostics, in: compilation.sources)
        // `table` does not throw here: for a flow that does not fit, the compiler has a finding, and no flow.
        return CompiledFlow(table: try? compilation.table(), findings: findings, report: report)
    }

    /// Returns a diagnostic as a public finding. If its file was not read, the finding is at the start of the flow.
    private static func finding(
        for diagnostic: Diagnostic, in sources: SourceSet, ofFlowAt path: String
    ) -> FlowFinding {
        let file = sources[diagnostic.range.file]
        let position = file?.position(ofOffset: Int(diagnostic.range.start))
        return FlowFinding(
            code: diagnostic.code.rawValue, isError: diagnostic.severity == .error, path: file?.path ?? path,
            line: position?.line ?? 1, column: position?.column ?? 1, message: diagnostic.message)
    }

    private struct ClosureLoader: SourceLoader {
        let bytes: (String) -> [UInt8]?

        /// Returns the content of the file at a path, or the failure `notFound`.
        func load(_ path: String) -> Result<[UInt8], LoadFailure> {
            if let shipped = FlowLibrary.load(path) { return shipped }
            guard let content = bytes(path) else { return .failure(.notFound) }
            return .success(content)
        }
    }
}
