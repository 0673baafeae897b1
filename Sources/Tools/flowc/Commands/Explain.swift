import ArgumentParser
import FlowCompiler
import FlowTool
import SystemPackage

/// `flowc explain`, which shows the page of a finding.
struct Explain: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Explains a finding: the rule, the reason for the rule, and usually a bad and a good example.",
        discussion: """
            Examples:
              flowc explain unknown-target
            """)

    // A user may paste the code with its brackets.
    @Argument(
        help: "The code in brackets at the end of the finding.",
        transform: { $0.hasPrefix("[") && $0.hasSuffix("]") ? String($0.dropFirst().dropLast()) : $0 })
    var code: String

    /// Writes the page of the finding.
    func run() throws {
        // `validate` has already rejected unknown codes.
        guard let page = DiagnosticPages.page(for: code) else { return }
        Console.write(SafeText(lines: page.hasSuffix("\n") ? page : page + "\n"))
    }

    /// Checks that a finding has the code.
    func validate() throws {
        if DiagnosticPages.page(for: code) == nil { throw DiagnosticPages.unknownCodeError(code) }
    }
}

/// `flowc grammar`, which writes the grammars for editors.
struct Grammar: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "grammar", abstract: "Writes the grammars of flows, services and scenarios for editors.",
        discussion: """
            With a grammar, editors and validators find mistakes in the structure of a file. 'flowc check' finds these \
            mistakes and many others. The grammars are in RELAX NG: in XML form (.rng) for VS Code with the extension \
            redhat.vscode-xml, IntelliJ, oXygen and xmllint, and in compact form (.rnc) for Emacs. Run this command \
            again after an update of flowc: it replaces the grammars.

            Examples:
              flowc grammar
              flowc grammar -o schemas
              xmllint --noout --relaxng grammar/flow.rng sign-in.flow.xml
            """)

    @Option(name: .shortAndLong, help: "The folder to write the grammars to.", completion: .directory)
    var output = "grammar"

    /// Checks that the folder has a path.
    func validate() throws { try PathArguments.checkFolder(output) }

    /// Writes all grammars, and lists them.
    func run() throws {
        let files = FlowTemplates.grammars.map {
            OutputFile(path: Files.path(of: $0.path, in: output), bytes: Array($0.text.utf8))
        }
        try Files.makeFolders(FilePath(output))
        try OutputFile.write(files)
        for file in files { Console.write("\(file.path)\n") }
    }
}
