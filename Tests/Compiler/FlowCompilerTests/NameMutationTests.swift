import FlowCompiler
import FlowDiagnostics
import FlowSyntax
import TestSupport
import Testing

/// Every name in every flow, replaced by a wrong one in turn: the compiler points at exactly that name.
@Suite struct NameMutationTests {
    private static let wrong = Array("no-such-name".utf8)

    @Test func everyWrongNameOfTheShippedFlowsIsFoundAtItsPlace() async throws {
        let loader = MemoryLoader(files: try PackageFiles.xml(below: "flows"))
        let roots = loader.files.keys.filter { $0.hasSuffix(".flow.xml") && !$0.contains("/library/") }.sorted()
        #expect(roots.count > 1)
        var sites: [NameSite] = []
        var seen: Set<String> = []
        for root in roots {
            sites += try self.sites(of: root, loader).filter { !seen.contains($0.path) }
            seen.formUnion(sites.map(\.path))
        }
        #expect(sites.count > 1000)
        let missed = try await missed(sites, roots: roots, loader)
        #expect(missed.isEmpty, "\(missed.count) of \(sites.count):\n\(missed.joined(separator: "\n"))")
    }

    @Test func everyWrongNameOfTheReferenceIsFoundAtItsPlace() async throws {
        for set in try LanguageReference.fileSets() {
            let loader = MemoryLoader(files: set.files)
            var seen: Set<String> = []
            for root in set.roots {
                let sites = try sites(of: root, loader).filter { set.own.contains($0.path) && !seen.contains($0.path) }
                seen.formUnion(sites.map(\.path))
                let missed = try await missed(sites, roots: [root], loader)
                #expect(missed.isEmpty, "\(set.title):\n\(missed.joined(separator: "\n"))")
            }
        }
    }

    private func sites(of root: String, _ loader: MemoryLoader) throws -> [NameSite] {
        let compilation = Self.compile(root, loader)
        try #require(compilation.diagnostics.isEmpty, "\(root): \(compilation.diagnostics.map(\.message))")
        let sites = NameSites(compilation.graph)
        return compilation.graph.nodes.flatMap { sites.all(in: $0) }
    }

    /// The sites whose wrong name gives no finding at its place, in words.
    private func missed(_ sites: [NameSite], roots: [String], _ loader: MemoryLoader) async throws -> [String] {
        let workers = 4
        return try await withThrowingTaskGroup(of: [String].self) { group in
            for worker in 0..<workers {
                group.addTask {
                    var missed: [String] = []
                    for index in stride(from: worker, to: sites.count, by: workers) {
                        if let miss = Self.miss(sites[index], roots, loader) { missed.append(miss) }
                        try await giveWay()
                    }
                    return missed
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }.sorted()
        }
    }

    private static func miss(_ site: NameSite, _ roots: [String], _ loader: MemoryLoader) -> String? {
        guard var bytes = loader.files[site.path] else { return "no file \(site.path)" }
        let name = String(decoding: bytes[site.range], as: UTF8.self)
        bytes.replaceSubrange(site.range, with: wrong)
        let changed = loader.replacing(site.path, with: bytes)
        var places: [String] = []
        // The file by itself first: that is quick, and a node that a style replaces is checked only there.
        for root in [site.path] + roots {
            let compilation = compile(root, changed)
            for diagnostic in compilation.diagnostics {
                guard let file = compilation.sources[diagnostic.range.file] else { continue }
                let position = file.position(ofOffset: Int(diagnostic.range.start))
                if file.path == site.path, position == site.position { return nil }
                places.append("\(file.path):\(position.line):\(position.column) \(diagnostic.code)")
            }
        }
        return "\(site.path):\(site.position.line):\(site.position.column) \(site.subject) '\(name)': \(places)"
    }

    /// Compiles a flow, a service description or scenarios with their flow.
    private static func compile(_ root: String, _ loader: MemoryLoader) -> Compilation {
        FlowCompiler.compileScenarios(path: root, loader: loader).compilation
    }
}
