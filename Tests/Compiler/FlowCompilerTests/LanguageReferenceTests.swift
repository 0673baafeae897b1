import FlowCompiler
import FlowDiagnostics
import FlowSyntax
import FlowTable
import FlowTesting
import TestSupport
import Testing

/// The language reference: its examples work, and it leaves nothing out.
@Suite struct LanguageReferenceTests {
    @Test func everyExampleCompilesWithoutFindings() throws {
        let sets = try LanguageReference.fileSets()
        #expect(sets.count > 20)
        for set in sets {
            for root in set.roots {
                let result = FlowCompiler.compileScenarios(path: root, loader: MemoryLoader(files: set.files))
                let compilation = result.compilation
                let report = TerminalRenderer().render(compilation.diagnostics, in: compilation.sources)
                #expect(compilation.diagnostics.isEmpty, "\(set.title)\n\(report)")
                if root.hasSuffix(".flow.xml") { #expect(try compilation.table() != nil, "\(root)") }
                if root.hasSuffix(".scenario.xml") { #expect(!result.scenarios.isEmpty, "\(root)") }
            }
        }
    }

    @Test func everyScenarioGoesAsItIsWritten() throws {
        var played = 0
        for set in try LanguageReference.fileSets() {
            for root in set.roots where root.hasSuffix(".scenario.xml") {
                let result = FlowCompiler.compileScenarios(path: root, loader: MemoryLoader(files: set.files))
                let table = try TransitionTable(verifying: try #require(try result.compilation.table()))
                for scenario in result.scenarios {
                    let outcome = ScenarioPlayer.play(scenario, table)
                    #expect(outcome.passed, "\(set.title): \(outcome.name): \(String(describing: outcome.mismatch))")
                    played += 1
                }
            }
        }
        #expect(played >= 5)
    }

    @Test func reservedErrorsAreListed() throws {
        let lines = try PackageFiles.text("Docs/Reference/Language.md").split(separator: "\n")
        let rows = try #require(lines.firstIndex { $0.hasPrefix("| reserved error |") })
        let cells = lines[(rows + 2)...].prefix { $0.hasPrefix("|") }.compactMap { $0.split(separator: "|").first }
        let names = cells.flatMap { $0.split(separator: "`").filter { $0.contains(where: \.isLetter) } }
        #expect(names.map(String.init) == ReservedError.allCases.map(\.rawValue))
    }

    @Test(arguments: DocumentKind.allCases)
    func everyElementAndAttributeStandsInAnExample(_ kind: DocumentKind) throws {
        var shown: Set<String> = []
        for set in try LanguageReference.fileSets() {
            for root in set.roots {
                let graph = FlowCompiler.compile(path: root, loader: MemoryLoader(files: set.files)).graph
                for node in graph.nodes where node.document.kind == kind { shown.formUnion(names(node.document.tree)) }
            }
        }
        // The grammar has it for all lines that could carry a text; the reader refuses it with words of its own.
        shown.insert("event/@use")
        #expect(names(of: kind).filter { !shown.contains($0) } == [])
    }

    @Test(arguments: DocumentKind.allCases)
    func everyElementHasASectionThatSpeaksOfItsAttributes(_ kind: DocumentKind) throws {
        let sections = try LanguageReference.sections().filter { $0.kind == kind }
        for rule in Vocabulary.vocabulary(kind).rules {
            let own = sections.filter { $0.title.contains("`\(rule.name.spelling)`") }
            #expect(!own.isEmpty, "\(kind.rawValue): \(rule.name.spelling)")
            for attribute in rule.attributes {
                let name = "`\(attribute.name.spelling)`"
                #expect(own.contains { $0.text.contains(name) }, "\(kind.rawValue): \(rule.name.spelling)/@\(name)")
            }
        }
    }

    private func names(of kind: DocumentKind) -> [String] {
        Vocabulary.vocabulary(kind).rules.flatMap { rule in
            [rule.name.spelling] + rule.attributes.map { "\(rule.name.spelling)/@\($0.name.spelling)" }
        }
    }

    private func names(_ tree: SyntaxTree) -> [String] {
        tree.allElements.flatMap { element in
            let name = tree.name(of: element).spelling
            return [name] + tree.attributes(of: element).map { "\(name)/@\($0.name.spelling)" }
        }
    }
}
