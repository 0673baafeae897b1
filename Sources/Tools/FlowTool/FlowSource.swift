package import ArgumentParser
package import FlowCompiler
package import FlowCore
import FlowDiagnostics
import FlowSyntax
package import FlowTable
import SystemPackage

/// Compiles flows for commands that need a flow without errors.
package enum FlowSource {
    /// Compiles the flow in a file, and writes its findings to standard error.
    /// - Throws: an exit code if the file cannot be read, is not a flow, has errors, or is an abstract flow.
    package static func compile(_ path: String, options: CompilerOptions) throws(ExitCode) -> Compilation {
        try compile(path, try Files.contents(of: path), options: options)
    }

    /// Compiles the bytes of a file, and writes the findings to standard error.
    /// - Throws: an exit code if they are not a flow, have errors, or are an abstract flow.
    package static func compile(_ path: String, _ bytes: [UInt8], options: CompilerOptions) throws(ExitCode)
        -> Compilation
    {
        let compilation = try check(path, bytes, options: options)
        if compilation.flow == nil {
            Console.error("flowc: '\(path)' is an abstract flow: name a flow that extends it\n")
            throw .findings
        }
        return compilation
    }

    /// Compiles the bytes of a file, which may be an abstract flow, and writes the findings to standard error.
    /// - Throws: an exit code if they are not a flow, or have errors.
    package static func check(_ path: String, _ bytes: [UInt8], options: CompilerOptions) throws(ExitCode)
        -> Compilation
    {
        let compilation = FlowCompiler.compile(
            path: path, loader: RootedLoader(root: path, bytes: bytes), options: options)
        if let kind = compilation.graph.root?.kind, kind != .flow {
            Console.error("flowc: '\(path)' is a \(kind.description), but this command needs a flow\n")
            throw .findings
        }
        Findings.write(compilation.diagnostics, in: compilation.sources, to: .standardError)
        if Findings.hasErrors(compilation.diagnostics) { throw .findings }
        return compilation
    }

    /// Returns the table of a compiled flow; empty if the compilation has no flow.
    ///
    /// With `names`, the table contains the names of states, for traces. With `marks`, it contains the marks of
    /// transitions, for coverage.
    /// - Throws: an exit code if the flow exceeds a limit of the table, after the limit is written to standard error.
    package static func table(_ compilation: Compilation, names: Bool, marks: Bool) throws(ExitCode) -> [UInt8] {
        do throws(TableLimit) {
            return try compilation.table(names: names, marks: marks) ?? []
        } catch {
            Console.error("flowc: \(error.message)\n")
            throw .findings
        }
    }
}

/// Loads the table of a flow, from a table file or by compiling the flow.
package enum TableSource {
    /// Returns the table in a file, or compiles the flow in the file.
    /// - Throws: an exit code, after writing the reason to standard error.
    package static func load(_ path: String, options: CompilerOptions) throws(ExitCode) -> TransitionTable {
        try loadWithSource(path, options: options).table
    }

    /// Returns the table in a file, or compiles the flow in the file, and returns its table and the compilation.
    ///
    /// The compilation is nil if the file is a table.
    /// - Throws: an exit code, after writing the reason to standard error.
    package static func loadWithSource(
        _ path: String, options: CompilerOptions
    ) throws(ExitCode) -> (table: TransitionTable, compilation: Compilation?) {
        let bytes = try Files.contents(of: path)
        if bytes.starts(with: TableFormat.magic) { return (try verify(bytes, path), nil) }
        let compilation = try FlowSource.compile(path, bytes, options: options)
        return (try verify(try FlowSource.table(compilation, names: true, marks: false), path), compilation)
    }

    /// Verifies the bytes of a table, and returns the table. The message about a fault names `path`.
    /// - Throws: an exit code, after the first fault is written to standard error.
    package static func verify(_ bytes: [UInt8], _ path: String) throws(ExitCode) -> TransitionTable {
        do throws(TableError) {
            return try TransitionTable(verifying: bytes)
        } catch {
            Console.error("flowc: '\(path)' is not a valid table: \(error.code.rawValue) at byte \(error.byteOffset)\n")
            throw .findings
        }
    }
}

/// The file beside a flow with texts for people, in one or more languages.
package enum TextsFile {
    /// Returns the path of the texts `NAME.texts.json` beside a flow `NAME.flow.xml`, or nil if there are none.
    package static func path(besideFlow flow: String) -> String? {
        let suffix = ".flow.xml"
        guard flow.hasSuffix(suffix) else { return nil }
        let path = flow.dropLast(suffix.count) + ".texts.json"
        return Files.exists(String(path)) ? String(path) : nil
    }

    /// Reads a file of texts: a JSON object with a member for each language, which has objects of texts by kind.
    /// - Throws: an exit code, after the reason is written to standard error.
    package static func read(_ path: String) throws(ExitCode) -> JSONValue {
        guard let value = JSONValue(json: try Files.contents(of: path)), let members = value.members else {
            Console.error("flowc: '\(path)' is not a JSON object with a member for each language\n")
            throw .findings
        }
        if let other = members.first(where: { !isLanguage($0.name) }) {
            let help: SafeText = "write two or three lower-case letters, such as 'en'"
            Console.error("flowc: '\(path)': '\(other.name)' is not a language: \(help)\n")
            throw .findings
        }
        if let reason = members.lazy.compactMap(problem).first {
            Console.error("flowc: '\(path)': \(reason)\n")
            throw .findings
        }
        return value
    }

    /// The kinds of texts that a page or a conversation at the terminal shows.
    private static let kinds = [
        "steps", "asks", "hints", "words", "commands", "outcomes", "errors", "notifications", "refusals", "page",
    ]

    /// Returns why the member of a language does not contain texts by kind and name, or nil if it does.
    private static func problem(in language: JSONMember) -> SafeText? {
        guard let members = language.value.members else { return "'\(language.name)' is not a JSON object" }
        for kind in members {
            let place: SafeText = "'\(kind.name)' of '\(language.name)'"
            guard kinds.contains(kind.name) else {
                let known: String = kinds.map { "'\($0)'" }.joined(separator: ", ")
                return "\(place) is not a kind of texts: write one of \(known)"
            }
            guard let texts = kind.value.members else { return "\(place) is not a JSON object with texts by name" }
            if let other = texts.first(where: { $0.value.string == nil }) {
                return "'\(other.name)' in \(place) is not a text: write a JSON string"
            }
        }
        return nil
    }

    /// Returns whether a text is a language without a script or a region, since users are matched by language alone.
    private static func isLanguage(_ text: String) -> Bool {
        2...3 ~= text.utf8.count && text.utf8.allSatisfy { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }
    }
}
