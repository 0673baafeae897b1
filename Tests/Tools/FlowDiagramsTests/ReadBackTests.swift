import FlowCompiler
import FlowDiagrams
import FlowIR
import FlowTool
import TestSupport
import Testing

/// A picture says all that its flow does: every transition can be read back from it, and nothing else.
@Suite("What a diagram says")
struct ReadBackTests {
    /// A format whose tooltips list transitions.
    enum Format: CaseIterable {
        case dot, svg
    }

    /// Returns the diagrams of a flow, as text of a format.
    private static func text(
        _ compilation: Compilation, _ format: Format, _ detail: DiagramOptions.Detail?
    ) throws -> String {
        let graphs = DotWriter.graphs(compilation, options: DiagramOptions(detail: detail))
        return format == .dot ? graphs.joined(separator: "\n") : try svg(graphs)
    }

    /// Returns the picture that Graphviz draws of graphs.
    private static func svg(_ graphs: [String]) throws -> String {
        let pictures = try graphs.map { graph in
            String(decoding: try #require(try Filter.run(["dot", "-Tsvg"], input: graph)), as: UTF8.self)
        }
        return try #require(SVGWriter.stack(pictures, title: ""))
    }

    private static func picture(_ text: String, _ format: Format) -> Picture {
        format == .dot ? Picture(dot: text) : Picture(svg: text)
    }

    @Test(
        "every transition of a shipped flow can be read back from DOT and SVG", arguments: Drawn.shipped,
        Format.allCases)
    func shipped(path: String, format: Format) throws {
        let compilation = try Drawn.compiled(path)
        let flow = try #require(compilation.flow)
        let expected = TransitionOracle.transitions(of: flow)
        #expect(expected.count > 3)
        for detail in [DiagramOptions.Detail?.none, .steps, .all] {
            var picture = Self.picture(try Self.text(compilation, format, detail), format)
            let found = picture.transitions()
            #expect(found.subtracting(expected).sorted() == [], "\(path) \(String(describing: detail)) says too much")
            #expect(expected.subtracting(found).sorted() == [], "\(path) \(String(describing: detail)) says too little")
            #expect(picture.faults == [], "\(path) \(String(describing: detail))")
        }
    }

    @Test(
        "the overview in DOT and SVG says the usual transitions between its cards", arguments: Drawn.shipped,
        Format.allCases)
    func overview(path: String, format: Format) throws {
        let compilation = try Drawn.compiled(path)
        let flow = try #require(compilation.flow)
        var picture = Self.picture(try Self.text(compilation, format, .overview), format)
        let found = picture.transitions()
        let groups = picture.groups
        let expected = TransitionOracle.course(of: flow).filter { line in
            let facts = Fact.facts(line: line)
            return Self.isInOverview(facts[0], groups, badEnds: picture.badEnds)
        }
        #expect(found.subtracting(TransitionOracle.transitions(of: flow)).sorted() == [], "says too much")
        #expect(expected.subtracting(found).sorted() == [], "says too little")
        #expect(picture.faults == [])
    }

    /// Whether an overview shows a transition of the usual course: it leads to another card that is no bad end.
    private static func isInOverview(_ fact: Fact, _ groups: [String: String], badEnds: Set<String>) -> Bool {
        if fact.to.hasPrefix("✕ ") || fact.to.hasPrefix("the last step") || badEnds.contains(fact.to) { return false }
        return groups[fact.from, default: fact.from] != groups[fact.to, default: fact.to]
    }

    @Test(
        "a chart of Mermaid says each transition in a box or at an arrow", arguments: Drawn.shipped,
        [DiagramOptions.Detail?.none, .steps, .all])
    func mermaid(path: String, detail: DiagramOptions.Detail?) throws {
        let compilation = try Drawn.compiled(path)
        let chart = MermaidWriter.mermaid(compilation, options: DiagramOptions(detail: detail))
        let found = MermaidReader(chart).facts()
        let expected = Self.facts(TransitionOracle.transitions(of: try #require(compilation.flow)))
        #expect(found.subtracting(expected).sorted() == [], "says too much")
        #expect(expected.subtracting(found).sorted() == [], "says too little")
    }

    private static func facts(_ lines: Set<String>) -> Set<Fact> { Set(lines.flatMap { Fact.facts(line: $0) }) }

    @Test("the overview in Mermaid says the usual transitions between its boxes", arguments: Drawn.shipped)
    func mermaidOverview(path: String) throws {
        let compilation = try Drawn.compiled(path)
        let options = DiagramOptions(detail: .overview)
        let reader = MermaidReader(MermaidWriter.mermaid(compilation, options: options))
        let overview = MermaidOverview(reader)
        let expected = Self.facts(TransitionOracle.course(of: try #require(compilation.flow)))
        let shown = expected.filter { Self.isInOverview($0, overview.groups, badEnds: overview.badEnds) }
        #expect(shown.filter { !overview.says($0) }.sorted() == [], "says too little")
        #expect(overview.unexplained(by: expected) == [], "says too much")
    }

    @Test(
        "links lead to the source only if the file has a path from the folder of the URL",
        arguments: [("f.flow.xml", true), ("/tmp/f.flow.xml", false), ("-", false)])
    func sourceLinks(path: String, isLinked: Bool) {
        let text = #"<flow name="f" start="a"><step id="a"><on event="submit" to="b"/></step><end id="b"/></flow>"#
        let compilation = FlowCompiler.compile(path: path, loader: MemoryLoader(texts: [path: text]))
        let options = DiagramOptions(linkPrefix: "https://example.com/")
        let dot = DotWriter.graphs(compilation, options: options).joined()
        #expect(dot.contains("submit") && dot.contains("https://example.com/") == isLinked)
    }

    @Test("the picture of kiosk, in Graphviz's language, is the golden one; RECORD=1 writes it")
    func golden() throws {
        let path = "Tests/Tools/FlowDiagramsTests/kiosk.dot"
        let dot = DotWriter.graphs(try Drawn.compiled("flows/kiosk.flow.xml")).joined(separator: "\n")
        if Environment.isRecording { try PackageFiles.write(dot, to: path) }
        #expect(try PackageFiles.text(path) == dot)
    }

    /// Faults that are planted in a picture: each must be seen.
    enum Fault: CaseIterable {
        case edge, guardText, badge, row, numberedLine
    }

    @Test("what is dropped from a picture is missed", arguments: Fault.allCases)
    func faults(fault: Fault) throws {
        let compilation = try Drawn.compiled("flows/kiosk.flow.xml")
        let graphs = DotWriter.graphs(compilation, options: DiagramOptions(detail: .steps))
        let dot = graphs.joined(separator: "\n")
        let changed = try #require(Self.planted(fault, in: dot))
        #expect(changed != dot)
        let expected = TransitionOracle.transitions(of: try #require(compilation.flow))
        for picture in [Picture(dot: changed), Picture(svg: try Self.svg([changed]))] {
            var picture = picture
            let found = picture.transitions()
            #expect(found != expected || !picture.faults.isEmpty)
        }
    }

    private static func planted(_ fault: Fault, in dot: String) -> String? {
        var lines = dot.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        switch fault {
        case .edge: lines.firstIndex { $0.contains(":e -> ") }.map { _ = lines.remove(at: $0) }
        case .guardText:
            return dot.replacing(" if not present password →", with: " →")
        case .badge:
            return dot.replacing("CodeMismatchException ↺ 3, then", with: "CodeMismatchException")
                .replacing("> failed</FONT>", with: "> </FONT>").replacing(">failed</FONT>", with: "> </FONT>")
        case .row:
            guard let row = dot.firstRange(of: "<TR><TD PORT=\"r1\""),
                let end = dot[row.upperBound...].firstRange(of: "</TD></TR>")
            else { return nil }
            return String(dot[..<row.lowerBound]) + String(dot[end.upperBound...])
        case .numberedLine: return dot.replacing("cancel → cancelled</FONT>", with: "</FONT>")
        }
        return lines.joined(separator: "\n")
    }

    @Test("what is dropped from a chart of Mermaid is missed", arguments: Fault.allCases)
    func mermaidFaults(fault: Fault) throws {
        let compilation = try Drawn.compiled("flows/kiosk.flow.xml")
        let chart = MermaidWriter.mermaid(compilation, options: DiagramOptions(detail: .steps))
        let changed = Self.planted(fault, inChart: chart)
        #expect(changed != chart)
        let expected = Self.facts(TransitionOracle.transitions(of: try #require(compilation.flow)))
        #expect(MermaidReader(changed).facts() != expected)
    }

    private static func planted(_ fault: Fault, inChart chart: String) -> String {
        switch fault {
        case .edge: chart.replacing("  n8 ==> n9\n", with: "")
        case .guardText: chart.replacing(" if not present password →", with: " →")
        case .badge: chart.replacing("CodeMismatchException ↺ 3, then", with: "CodeMismatchException")
        case .row: chart.replacing("<br/>DECLINE → cancelled", with: "")
        case .numberedLine: chart.replacing("<br/>2  cancel → cancelled", with: "")
        }
    }
}
