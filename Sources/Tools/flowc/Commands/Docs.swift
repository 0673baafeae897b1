import ArgumentParser
import FlowCompiler
import FlowDiagnostics
import FlowDiagrams
import FlowSyntax
import FlowTool
import SystemPackage

/// `flowc docs`, which writes a site about flows.
struct Docs: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "docs", abstract: "Writes a documentation site for flows.",
        discussion: """
            The site has pages about each flow: its picture, its steps, its errors, what the host must supply, and the \
            page that 'flowc view' writes. The site can be searched, and needs no server and no network.

            The flows are the files NAME.flow.xml in the folder and its subfolders, except abstract flows. The scenarios \
            are the files NAME.scenario.xml there, and are part of the page that plays their flow. Files in the folder \
            of the site are not read. Pictures need 'dot' from Graphviz, and --pages needs 'cmark-gfm'.

            Examples:
              flowc docs flows -o site
              flowc docs flows -o site --pages Docs --title "Our sign-ins"
            """)

    @Argument(help: "The folder with the flows.", completion: .directory)
    var folder: String

    @Option(
        name: .shortAndLong, help: "The folder of the site. Existing files of the same names are replaced.",
        completion: .directory)
    var output: String

    @Option(
        help: ArgumentHelp(
            "A folder of Markdown files, which become the guide of the site. The site also contains the files of the "
                + "folder that they link to, except hidden ones.",
            valueName: "folder"),
        completion: .directory)
    var pages: String?

    @Option(help: "The name of the site.")
    var title = "Flows"

    @Option(
        name: .customLong("source-url"),
        help: "The URL with which links to the source begin, such as that of a repository's files.")
    var sourceURL = ""

    @OptionGroup var findings: FindingOptions

    /// Checks that the folder of the site has a path.
    func validate() throws { try PathArguments.checkFolder(output) }

    /// Compiles all flows, and then writes all pages or, if a flow has an error, no page.
    func run() throws {
        let flows = try compileFlows()
        let guide = try pages.map { try MarkdownFolder($0, site: output, flows: flows, sourceURL: sourceURL) }
        var files = FlowSite.files(flows, guide: guide?.guide, title: title, sourceURL: sourceURL).map {
            OutputFile(path: path(of: $0.path), bytes: $0.bytes)
        }
        for attachment in guide?.guide.attachments ?? [] {
            let bytes = try Files.contents(of: Files.path(of: attachment, in: pages ?? ""), mustBeRegular: true)
            files.append(OutputFile(path: path(of: GuideLinks.address(ofFile: attachment)), bytes: bytes))
        }
        for folder in Set(files.map { FilePath($0.path).removingLastComponent() }) { try Files.makeFolders(folder) }
        try OutputFile.write(files)
    }

    /// Returns the path of a file of the site in the output folder.
    private func path(of file: String) -> String { FilePath(output).appending(file).string }

    /// Compiles and draws the flows of the folder, concurrently.
    /// - Throws: an exit code if a flow cannot be read, compiled or drawn, or if no flow can run.
    private func compileFlows() throws -> [FlowSite.Flow] {
        let scenarios = try scenariosByFlow()
        let flows = try FileTree.files(in: folder, suffix: ".flow.xml", except: output).concurrentMap { path in
            let files = scenarios[SourcePath.normalized(Files.path(of: path, in: folder))] ?? []
            return Result { () throws(ExitCode) in try flow(at: path, scenarios: files) }
        }.compactMap { try $0.get() }
        guard !flows.isEmpty else {
            Console.error(
                "flowc: '\(folder)' contains no flow, or only abstract ones; the name of a flow ends in .flow.xml\n")
            throw ExitCode.unusableFile
        }
        return flows
    }

    /// Compiles and draws the flow at a path in the folder. The result is nil if the flow is abstract.
    /// - Throws: an exit code, after the reason is written to standard error.
    private func flow(at path: String, scenarios: [String]) throws(ExitCode) -> FlowSite.Flow? {
        let file = Files.path(of: path, in: folder)
        let compilation = try FlowSource.check(
            file, try Files.contents(of: file, mustBeRegular: true), options: findings.compilerOptions)
        guard compilation.flow != nil else { return nil }
        var extras = try PageSource.extras(of: file, scenarios: scenarios, options: findings.compilerOptions)
        extras.home = "index.html"
        return FlowSite.Flow(
            path: String(path.dropLast(".flow.xml".count)), file: Files.pathFromWorkingDirectory(file),
            compilation: compilation,
            player: try PageSource.page(of: compilation, file: Files.name(of: file), extras: extras),
            pictures: try Graphviz.pictures(of: compilation, FlowSite.diagramOptions))
    }

    /// Returns the scenario files in the folder, by path of their flow. Files that cannot be read, or that refer to no
    /// flow, are left out.
    /// - Throws: an exit code if the folder cannot be read, after writing the reason to standard error.
    private func scenariosByFlow() throws(ExitCode) -> [String: [String]] {
        var result: [String: [String]] = [:]
        for name in try FileTree.files(in: folder, suffix: ".scenario.xml", except: output) {
            let path = Files.path(of: name, in: folder)
            guard case .success(let bytes) = Files.readSource(path) else { continue }
            var bag = DiagnosticBag()
            let graph = DocumentGraph.load(root: path, loader: RootedLoader(root: path, bytes: bytes), bag: &bag)
            guard let flow = graph.targets(of: 0, .tests).first else { continue }
            result[graph.nodes[flow].path, default: []].append(path)
        }
        return result
    }
}

/// The Markdown files of a folder.
private struct MarkdownFolder {
    let guide: SiteGuide

    /// Converts the Markdown files below a folder, except those of the site's folder and links to files elsewhere.
    /// - Throws: an exit code, after the reason is written to standard error.
    init(_ folder: String, site: String, flows: [FlowSite.Flow], sourceURL: String) throws(ExitCode) {
        let found = try FileTree.files(in: folder, suffix: ".md", except: site)
        // A symbolic link must not publish a file from elsewhere.
        let root = Files.resolvedPath(folder)
        let isInside: @Sendable (String) -> Bool = { path in
            guard let root, let file = Files.resolvedPath(path) else { return false }
            return file.starts(with: root)
        }
        let paths = found.filter { isInside(Files.path(of: $0, in: folder)) }
        guard !paths.isEmpty else {
            Console.error("flowc: '\(folder)' contains no Markdown; the name of a page ends in .md\n")
            throw .unusableFile
        }
        var pages: [SiteGuide.Page] = []
        for path in paths {
            let bytes = try Files.contents(of: Files.path(of: path, in: folder), mustBeRegular: true)
            let text = String(decoding: bytes, as: UTF8.self)
            pages.append(SiteGuide.Page(path: path, html: try Markdown.html(of: text)))
        }
        let place = Files.pathFromWorkingDirectory(folder)
        let links = GuideLinks(folder: place, pages: paths, flows: flows, sourceURL: sourceURL) { path in
            isInside(path) && Files.isRegular(path)
        }
        guide = SiteGuide(pages, links)
        if let clash = guide.clash {
            let files = [clash.first, clash.second].map { Files.path(of: $0, in: folder) }
            Console.error(
                "flowc: '\(files[0])' and '\(files[1])' would both be written to '\(clash.path)' in the site\n")
            throw .unusableFile
        }
    }
}

extension Files {
    /// Returns an absolute path without the working directory at its start. Any other path stays as it is.
    fileprivate static func pathFromWorkingDirectory(_ path: String) -> String {
        guard path.hasPrefix("/"), let current = resolvedPath("."), var inner = resolvedPath(path),
            inner.removePrefix(current)
        else { return path }
        return inner.isEmpty ? "." : inner.string
    }
}

/// Finds the files in a folder and its subfolders whose names end in a suffix.
///
/// Hidden files and folders are left out. Each folder is read only once, so that a cycle of symbolic links ends.
private struct FileTree {
    private let suffix: String
    /// The path of the outermost folder without symbolic links.
    private let root: FilePath
    /// The folders that were read or must not be, as paths without symbolic links.
    private var seen: Set<FilePath>

    /// Returns the paths of the files in a folder, relative to it and sorted, with subfolders last. A subfolder at the
    /// path `output` is left out.
    /// - Throws: an exit code if the folder cannot be read, after writing the reason to standard error.
    static func files(in folder: String, suffix: String, except output: String) throws(ExitCode) -> [String] {
        let failure = Files.failureToRead(folder: folder)
        guard failure == nil, let root = Files.resolvedPath(folder) else {
            throw Failures.reportUnreadable(folder, failure ?? .notFound)
        }
        var tree = FileTree(suffix: suffix, root: root, seen: [root])
        if let output = Files.resolvedPath(output) { tree.seen.insert(output) }
        return tree.files(in: folder, at: root)
    }

    /// Returns the paths of the files in a folder, whose path without symbolic links is `place`.
    private mutating func files(in folder: String, at place: FilePath) -> [String] {
        var own: [String] = []
        var inner: [String] = []
        for name in Files.names(in: folder).filter({ !$0.hasPrefix(".") }).sorted() {
            let path = Files.path(of: name, in: folder)
            if Files.isFolder(path) {
                guard let target = Files.resolvedPath(path) else { continue }
                // A link to a folder in the tree is left out, since the folder itself is read.
                let isLink = target != place.appending(name)
                if isLink && target.starts(with: root) || !seen.insert(target).inserted { continue }
                inner += files(in: path, at: target).map { name + "/" + $0 }
            } else if name.hasSuffix(suffix), name.utf8.count > suffix.utf8.count {
                own.append(name)
            }
        }
        return own + inner
    }
}
