import FlowCompiler
import FlowDiagnostics
import TestSupport

/// The files of a flow in memory, to be changed and compiled.
struct FlowFiles: Sendable {
    /// The texts by path.
    var texts: [String: String]
    /// The file that is compiled.
    let root: String

    /// Some files of the package, under their names below a folder.
    init(_ names: [String], in folder: String, root: String) throws {
        texts = [:]
        for name in names { texts[name] = try PackageFiles.text("\(folder)/\(name)") }
        self.root = root
    }

    /// A shipped flow with the library and the service.
    static func shipped(_ name: String) throws -> FlowFiles {
        let names = [
            "\(name).flow.xml", "library/cognito.flow.xml", "library/auth-errors.flow.xml",
            "services/cognito.service.xml",
        ]
        return try FlowFiles(names, in: "flows", root: names[0])
    }

    /// The same files with edits in one of them.
    func edited(_ edits: [TextEdit], in path: String? = nil) throws -> (files: FlowFiles, marked: TextSpan?) {
        var copy = self
        let result = try EditedText(texts[path ?? root] ?? "", edits)
        copy.texts[path ?? root] = result.text
        return (copy, result.marked)
    }

    /// Compiles them, without the grammar: it has tests of its own.
    func compiled() -> Compilation {
        FlowCompiler.compile(path: root, loader: MemoryLoader(texts: texts))
    }
}

extension FlowFiles {
    /// The flow of the desk.
    static func desk() throws -> FlowFiles {
        try FlowFiles(
            ["desk.flow.xml", "receipt.flow.xml", "desk.service.xml"], in: "Tests/Compiler/FlowProofTests/Defects/Desk",
            root: "desk.flow.xml")
    }
}
