import FlowDiagnostics
import FlowSyntax
import Testing

struct DocumentGraphTests {
    /// Files in memory.
    private struct Files: SourceLoader {
        let texts: [String: String]

        func load(_ path: String) -> Result<[UInt8], LoadFailure> {
            if path == "locked.xml" { return .failure(.unreadable("permission denied")) }
            return texts[path].map { .success(Array($0.utf8)) } ?? .failure(.notFound)
        }

        func names(in folder: String) -> [String] {
            folder == "flowc:/" ? ["base.flow.xml", "services/shop.service.xml", "library/shop.flow.xml"] : []
        }
    }

    private func load(_ root: String, _ texts: [String: String], limits: ParseLimits = ParseLimits()) -> (
        DocumentGraph, [Diagnostic]
    ) {
        var bag = DiagnosticBag()
        let graph = DocumentGraph.load(root: root, loader: Files(texts: texts), limits: limits, bag: &bag)
        return (graph, bag.diagnostics)
    }

    @Test func aCircleIsNamedInFull() {
        let (graph, found) = load(
            "f/a.xml",
            [
                "f/a.xml": "<flow name='a'><import file='b.xml'/></flow>",
                "f/b.xml": "<flow name='b' extends='../f/./a.xml'/>",
            ])
        #expect(found.map(\.code) == [.importCycle])
        #expect(found.first?.message.hasSuffix("f/a.xml -> f/b.xml -> f/a.xml") == true)
        #expect(found.first?.range.file == FileID(1))
        #expect(graph.nodes.count == 2)
    }

    @Test func aFileThatNamesItselfIsACircle() {
        #expect(load("a.xml", ["a.xml": "<flow name='a' extends='a.xml'/>"]).1.map(\.code) == [.importCycle])
    }

    @Test func aMissingFileIsReportedWhereItIsNamedWithTheChain() {
        let (_, found) = load(
            "a.xml",
            [
                "a.xml": "<flow name='a'><import file='d/b.xml'/></flow>",
                "d/b.xml": "<flow name='b' service='../x.xml'><import file='/locked.xml'/></flow>",
            ])
        #expect(found.map(\.code) == [.fileNotFound, .fileNotFound])
        #expect(found.first?.message == "there is no file 'x.xml'")
        #expect(found.first?.notes.first?.message == "the chain of references: a.xml -> d/b.xml -> x.xml")
    }

    @Test(arguments: [
        ("service='shop'", ["flowc:/services/shop.service.xml"]),
        ("service='shop.service.xml'", ["flowc:/services/shop.service.xml"]),
        ("extends='base/shop'", ["flowc:/library/shop.flow.xml"]),
        ("extends='flowc:/base'", ["flowc:/base.flow.xml"]),
        ("extends='shop.service.xml'", []),
    ])
    func aShippedFileOfTheNameIsSuggested(reference: String, expected: [String]) {
        let (_, found) = load("a.xml", ["a.xml": "<flow name='a' \(reference)/>"])
        #expect(found.map(\.help) == [NameFindings.help(near: expected)])
    }

    @Test func aMissingRootAndAnUnreadableFileAreErrors() {
        #expect(load("a.xml", [:]).1.map(\.code) == [.fileNotFound])
        #expect(load("locked.xml", [:]).1.map(\.message) == ["'locked.xml' cannot be read: permission denied"])
    }

    @Test func aFileOfAnotherKindIsRefused() {
        let (_, found) = load(
            "a.xml",
            [
                "a.xml": "<flow name='a' service='b.xml'/>", "b.xml": "<flow name='b'/>",
            ])
        #expect(found.map(\.code) == [.wrongDocumentKind])
    }

    @Test func everyFileIsParsedOnceInTheOrderOfNaming() {
        let (graph, found) = load(
            "t/s.xml",
            [
                "t/s.xml": "<scenarios flow='../a.xml'/>",
                "a.xml":
                    "<flow name='a' extends='b.xml' service='s.xml'><import file='c.xml'/><import file='b.xml'/></flow>",
                "b.xml": "<flow name='b' service='s.xml'><import file='c.xml'/></flow>",
                "c.xml": "<flow name='c'/>", "s.xml": "<service name='s'/>",
            ])
        #expect(found.isEmpty)
        #expect(graph.nodes.map(\.path) == ["t/s.xml", "a.xml", "b.xml", "s.xml", "c.xml"])
        #expect(graph.targets(of: 1, .imports) == [4, 2])
        #expect(graph.targets(of: 1, .extends) == [2])
        #expect(graph.targets(of: 0, .tests) == [1])
        #expect(graph.sources.files.count == 5)
    }

    @Test func aLongChainIsBounded() {
        var texts: [String: String] = [:]
        for number in 0..<3000 { texts["\(number).xml"] = "<flow name='a'><import file='\(number + 1).xml'/></flow>" }
        #expect(load("0.xml", texts, limits: ParseLimits(files: 2500)).1.map(\.code) == [.tooManyFiles])
    }

    @Test(arguments: [
        ("b.xml", "a.xml", "b.xml"), ("../b.xml", "x/a.xml", "b.xml"), ("../../b.xml", "x/a.xml", "../b.xml"),
        ("/b/../c.xml", "x/a.xml", "/c.xml"), ("/../c.xml", "a", "/c.xml"), ("./b", "/x/a", "/x/b"), ("b", "-", "b"),
        ("flowc:/library/b.xml", "x/a.xml", "flowc:/library/b.xml"),
        ("b.xml", "flowc:/library/a.xml", "flowc:/library/b.xml"),
        ("../services/b.xml", "flowc:/library/a.xml", "flowc:/services/b.xml"),
    ])
    func pathsAreResolved(path: String, file: String, expected: String) {
        #expect(SourcePath.resolved(path, relativeTo: file) == expected)
    }
}
