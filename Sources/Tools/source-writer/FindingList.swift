/// All kinds of findings, as the modules declare them, and the files that list them.
///
/// A declaration has the form `static let lateTimeout = DiagnosticCode("late-timeout", .warning, summary: "…")`.
struct FindingList {
    /// A kind of finding, as its module declares it.
    struct Finding {
        /// The code, such as `late-timeout`.
        let code: String
        /// The name of the constant in Swift.
        let constant: String
        /// The name of the module that declares it.
        let module: String
        let isWarning: Bool
        /// The rule in one sentence.
        let summary: String

        var pagePath: String { "\(FindingList.pages)/\(code).md" }
    }

    static let pages = "Docs/Reference/Findings"

    /// The kinds of findings, sorted by code.
    let findings: [Finding]

    /// Reads the declarations in the sources of all modules whose names begin with `Flow`.
    /// - Throws: ``SourceMistake`` if a declaration has an unknown form or no page, or if a page has no declaration.
    init() throws {
        var findings: [Finding] = []
        for path in try PackageFolder.paths(below: "Sources", suffix: ".swift") where path.contains("/Flow") {
            let text = try PackageFolder.text(at: path)
            guard text.contains("= DiagnosticCode(") else { continue }
            let declared = try Self.findings(in: text, module: String(path.split(separator: "/")[2]))
            guard declared.count == text.split(separator: "= DiagnosticCode(").count - 1 else {
                throw SourceMistake(description: "\(path): a code needs a literal name and a literal summary")
            }
            findings += declared
        }
        self.findings = findings.sorted { $0.code < $1.code }
        let paths = try PackageFolder.paths(below: Self.pages, suffix: ".md")
        let unmatched = Set(findings.map(\.pagePath)).symmetricDifference(paths).sorted()
        guard unmatched.isEmpty else {
            let list = unmatched.joined(separator: ", ")
            throw SourceMistake(description: "a page without a code, or a code without a page: \(list)")
        }
    }

    /// Returns the kinds of findings that a source file declares in the expected form.
    private static func findings(in text: String, module: String) throws -> [Finding] {
        let declaration =
            #/
            static\ let\ (\w+)\ =\ DiagnosticCode\(\s*"([a-z-]+)"
            (?:,\ \.(error|warning))?(?:,\ isAboutShape:\ true)?,\s*summary:\s*"((?:[^"\\]|\\")+)"\)
            /#
        return text.matches(of: declaration).map { match in
            Finding(
                code: String(match.2), constant: String(match.1), module: module, isWarning: match.3 == "warning",
                summary: String(match.4).replacing("\\\"", with: "\""))
        }
    }

    /// Returns the files that are generated from the declarations.
    func files() throws -> [GeneratedFile] {
        try [
            GeneratedFile(path: "Sources/Compiler/FlowCompiler/DiagnosticCode+All.swift", text: codeList),
            GeneratedFile(path: "Sources/Compiler/CFlowResources/pages.c", text: pageList),
            PackageFolder.page("Docs/Reference/Findings.md", replacing: "codes", with: table),
        ] + findings.map(page)
    }

    /// The list of all codes in Swift, by the module that declares them.
    private var codeList: String {
        let modules = Set(findings.map(\.module)).sorted().map { module in
            let codes = findings.filter { $0.module == module }
            // swift-format permits no comma after a single element.
            guard codes.count > 1 else { return "        \"\(module)\": [.\(codes[0].constant)],\n" }
            return "        \"\(module)\": [\n" + codes.map { "            .\($0.constant),\n" }.joined()
                + "        ],\n"
        }
        // The list is a file of FlowCompiler, which does not import itself.
        let imports = Set(findings.map(\.module)).union(["FlowDiagnostics"]).subtracting(["FlowCompiler"]).sorted()
            .map { $0 == "FlowDiagnostics" ? "package import \($0)\n" : "import \($0)\n" }
        return GeneratedFile.header + imports.joined() + """

            extension DiagnosticCode {
                /// The codes by the module that declares them, sorted by name.
                package static let byModule: [String: [DiagnosticCode]] = [
            \(modules.joined())    ]
            }

            """
    }

    /// The list in C of the pages that are embedded in the program.
    private var pageList: String {
        let entries = findings.map { finding in
            """
                {"\(finding.code)", (const unsigned char[]){
            #embed "../../../\(finding.pagePath)" suffix(, 0)
                }},

            """
        }
        return GeneratedFile.header + """
            #include "CFlowResources.h"

            #pragma clang diagnostic ignored "-Wc23-extensions"

            static const EmbeddedFile files[] = {
            \(entries.joined())    {0},
            };

            const EmbeddedFile *flowc_pages(void) { return files; }

            """
    }

    /// The table of all codes in the reference.
    private var table: [String] {
        ["| code | rule |", "| --- | --- |"]
            + findings.map { finding in
                let mark = finding.isWarning ? " (warning)" : ""
                return "| [`\(finding.code)`](Findings/\(finding.code).md) | \(finding.summary)\(mark) |"
            }
    }

    /// Returns the page of a kind of finding, with its code and its rule at the beginning.
    private func page(_ finding: Finding) throws -> GeneratedFile {
        let text = try PackageFolder.text(at: finding.pagePath)
        let paragraphs = text.split(separator: "\n\n", omittingEmptySubsequences: false)
        // The heading and the rule are written again from the code and its summary.
        let hasHeading = paragraphs.first?.hasPrefix("# ") == true
        let own = paragraphs.dropFirst(hasHeading ? 2 : 0)
        return GeneratedFile(
            path: finding.pagePath,
            text: (["# \(finding.code)", "\(finding.summary)"] + own).joined(separator: "\n\n"))
    }
}
