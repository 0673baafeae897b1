// Generates files from the table of the language and the declarations of findings: names, grammars, lists of findings,
// and tables of the reference pages. With `--check`, it only reports the files that are out of date.
import FlowSyntax
import Foundation

/// Returns all generated files, with the texts that they must have.
/// - Throws: ``SourceMistake``, or an error of Foundation if a file cannot be read.
func generatedFiles() throws -> [GeneratedFile] {
    for kind in DocumentKind.allCases {
        let elements = Language.elements(kind)
        let names = elements.flatMap { $0.children + $0.once + $0.needed }
        if let name = names.first(where: { name in !elements.contains { $0.name == name } }) {
            throw SourceMistake(description: "\(kind.rawValue): no element '\(name)'")
        }
    }
    return try NameEnumeration.all.map(\.file) + DocumentKind.allCases.map(CompactGrammar.file)
        + DocumentKind.allCases.map(ReferenceTables.file) + FindingList().files()
}

/// Writes the generated files that are out of date or, with `--check`, only lists them.
/// - Returns: the status of the process: 0, 1 after an error, 3 if `--check` lists files, or 64 for wrong arguments.
func status(_ arguments: [String]) -> Int32 {
    guard arguments.isEmpty || arguments == ["--check"] else {
        print("usage: source-writer [--check]")
        return 64
    }
    do {
        let files = try generatedFiles()
        let stale = files.filter { (try? PackageFolder.text(at: $0.path)) != $0.text }
        for file in stale where arguments.isEmpty { try PackageFolder.write(file) }
        for file in stale { print("\(file.path): \(arguments.isEmpty ? "written" : "out of date")") }
        if stale.isEmpty { print("\(files.count) generated files are up to date") }
        return stale.isEmpty || arguments.isEmpty ? 0 : 3
    } catch {
        print("error: \(error)")
        return 1
    }
}

exit(status(Array(CommandLine.arguments.dropFirst())))
