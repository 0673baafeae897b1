import FlowCompiler
import FlowDiagnostics
import FlowSyntax
import TestSupport
import Testing

/// Flows whose structure is spoilt at random: names are looked at all the same, and that never traps nor says what is not so.
///
/// `MUTATIONS` sets how many are made, `SEED` what they are.
@Suite struct BrokenStructureTests {
    /// A flow, a service description or scenarios, with all that it names.
    private struct Subject {
        let root: String
        let files: [String: [UInt8]]
    }

    /// Files without any mistake: other tests see to that.
    private static func soundSubjects() throws -> [Subject] {
        let shipped = try PackageFiles.xml(below: "flows")
        let roots = shipped.keys.filter { !$0.contains("/recorded/") }.sorted()
        return roots.map { Subject(root: $0, files: shipped) }
            + (try LanguageReference.fileSets()).flatMap { set in
                set.roots.map { Subject(root: $0, files: set.files) }
            }
    }

    /// A small flow with a node of every kind.
    private static func desk() throws -> Subject {
        let folder = "Tests/Compiler/FlowProofTests/Defects/Desk/"
        let files = try PackageFiles.xml(below: String(folder.dropLast()))
        return Subject(root: folder + "desk.flow.xml", files: files)
    }

    private static func goldenSubjects() throws -> [Subject] {
        let shared = try GoldenDiagnosticsTests.sharedFiles()
        return try GoldenDiagnosticsTests.cases.map { name in
            let prefix = "\(GoldenDiagnosticsTests.folder)/\(name)/"
            var files = shared
            for (path, bytes) in try PackageFiles.xml(below: String(prefix.dropLast())) {
                files[String(path.dropFirst(prefix.count))] = bytes
            }
            return Subject(root: files.keys.sorted().first { $0.hasPrefix("input.") } ?? "", files: files)
        }
    }

    private static func number(_ name: String, or usual: Int) -> Int {
        Environment.value(name).flatMap { Int($0) } ?? usual
    }

    private static func compile(_ root: String, _ files: [String: [UInt8]]) -> Compilation {
        FlowCompiler.compileScenarios(path: root, loader: MemoryLoader(files: files)).compilation
    }

    /// The files that a compilation reads and that can be changed.
    private static func paths(_ subject: Subject) -> [String] {
        var bag = DiagnosticBag()
        let graph = DocumentGraph.load(root: subject.root, loader: MemoryLoader(files: subject.files), bag: &bag)
        return graph.nodes.map(\.path)
    }

    /// What other flows are made of is read by itself too, and whoever mends it must see his own mistakes alone.
    @Test(arguments: PackageFiles.names(in: "flows/library"))
    func libraryIsSoundByItself(name: String) throws {
        let compilation = Self.compile("flows/library/\(name)", try PackageFiles.xml(below: "flows"))
        let report = TerminalRenderer().render(compilation.diagnostics, in: compilation.sources)
        #expect(compilation.diagnostics.isEmpty, "\(report)")
    }

    @Test func nothingTraps() throws {
        var random = Seeded(UInt64(Self.number("SEED", or: 1)))
        let subjects = (try Self.soundSubjects() + Self.goldenSubjects()).map { ($0, Self.paths($0)) }
            .filter { !$0.1.isEmpty }
        var made = 0
        while made < Self.number("MUTATIONS", or: 200) {
            let (subject, paths) = subjects[random.below(subjects.count)]
            var files = subject.files
            var changed: Set<String> = []
            for _ in 0...random.below(3) {
                let path = random.below(2) == 0 ? paths[0] : paths[random.below(paths.count)]
                let kind = StructureMutation.allCases[random.below(StructureMutation.allCases.count)]
                guard let bytes = kind.apply(to: files[path] ?? [], using: &random) else { continue }
                files[path] = bytes
                changed.insert(path)
            }
            // What is read well would only be proven, which costs most of the time.
            guard changed.contains(where: { Self.isSpoilt($0, files) }) else { continue }
            made += 1
            let compilation = Self.compile(subject.root, files)
            #expect(compilation.flow == nil || !Self.isSpoilt(subject.root, files))
        }
    }
}

extension BrokenStructureTests {
    /// One mistake of the form in files without any other: whatever is said of names follows from it, or is not so.
    @Test func aMistakeOfTheFormSpeaksOfNoName() throws {
        var random = Seeded(UInt64(Self.number("SEED", or: 1)))
        let subjects = try Self.soundSubjects().map { ($0, Self.paths($0)) }
        var made = 0
        while made < Self.number("MUTATIONS", or: 200) {
            let (subject, paths) = subjects[random.below(subjects.count)]
            let path = paths[random.below(paths.count)]
            let kind = StructureMutation.ofFormOnly[random.below(StructureMutation.ofFormOnly.count)]
            guard let changed = kind.apply(to: subject.files[path] ?? [], using: &random),
                Self.isSpoilt(path, subject.files.merging([path: changed]) { $1 })
            else { continue }
            made += 1
            let compilation = Self.compile(subject.root, subject.files.merging([path: changed]) { $1 })
            let ofNames = compilation.diagnostics.filter { !Self.isOfForm($0) }
            let report = TerminalRenderer().render(compilation.diagnostics, in: compilation.sources)
            #expect(ofNames.isEmpty, "\(subject.root): \(kind) in \(path)\n\(report)")
        }
    }

    /// A style that removes nodes has to replace what leads to them: where it fails to for its form, only that is told.
    @Test func whatWasToBeReplacedIsNotTold() throws {
        var files = try PackageFiles.xml(below: "flows")
        let path = "flows/kiosk.flow.xml"
        let text = String(decoding: files[path] ?? [], as: UTF8.self)
        files[path] = Array(text.replacing("id=\"tokens\" inherit=", with: "id=\"tokens\" inheritt=").utf8)
        let found = Self.compile(path, files).diagnostics
        #expect(found.count == 1)
        #expect(found.allSatisfy(Self.isOfForm), "\(found.map(\.message))")
    }

    /// A wrong name beside a mistake of the form is mostly told with it.
    @Test func MistakeOfTheForm() throws {
        var random = Seeded(UInt64(Self.number("SEED", or: 1)))
        let files = try Self.desk()
        let compilation = Self.compile(files.root, files.files)
        let sites = NameSites(compilation.graph).all(in: compilation.graph.nodes[0])
        var (made, told) = (0, 0)
        while made < 300 {
            let site = sites[random.below(sites.count)]
            var bytes = files.files[site.path] ?? []
            bytes.replaceSubrange(site.range, with: "no-such-name".utf8)
            let kind = StructureMutation.ofFormOnly[random.below(StructureMutation.ofFormOnly.count)]
            guard let changed = kind.apply(to: bytes, using: &random),
                Self.isSpoilt(site.path, [site.path: changed])
            else { continue }
            made += 1
            let found = Self.compile(files.root, files.files.merging([site.path: changed]) { $1 }).diagnostics
            if found.contains(where: { $0.message.contains("'no-such-name'") }) { told += 1 }
        }
        #expect(told > made * 6 / 10, "\(told) of \(made)")
    }

    private static func isOfForm(_ finding: Diagnostic) -> Bool {
        [.badSuppression, .unusedSuppression].contains(finding.code)
            || DiagnosticCode.byModule["FlowSyntax"]?.contains(finding.code) == true
    }

    private static func isSpoilt(_ path: String, _ files: [String: [UInt8]]) -> Bool {
        guard let tree = files[path].flatMap(StructureMutation.tree),
            let kind = DocumentKind(rootName: tree.name(of: tree.root))
        else { return false }
        var bag = DiagnosticBag()
        return !StructureChecker.check(tree, as: kind, bag: &bag)
    }
}
