import FlowCompiler
import FlowDiagrams
import FlowModel
import TestSupport
import Testing

/// A picture says all that its flow does: every transition can be read back from it, and nothing else.
@Suite("What a diagram says")
struct ReadBackTests {
    private static func reader(_ compilation: Compilation, _ detail: DiagramOptions.Detail?) -> DotReader {
        let graphs = DotWriter.graphs(compilation, options: DiagramOptions(detail: detail))
        return DotReader(graphs.joined(separator: "\n"))
    }

    @Test("every transition of a shipped flow can be read back", arguments: Drawn.shipped)
    func shipped(path: String) throws {
        let compilation = try Drawn.compiled(path)
        let flow = try #require(compilation.flow)
        let expected = TransitionOracle.transitions(of: flow)
        #expect(expected.count > 3)
        for detail in [DiagramOptions.Detail?.none, .steps, .all] {
            var reader = Self.reader(compilation, detail)
            let found = reader.transitions()
            #expect(found.subtracting(expected).sorted() == [], "\(path) \(String(describing: detail)) says too much")
            #expect(expected.subtracting(found).sorted() == [], "\(path) \(String(describing: detail)) says too little")
            #expect(reader.faults == [], "\(path) \(String(describing: detail))")
        }
    }

    @Test("the overview says nothing that a flow does not do", arguments: Drawn.shipped)
    func overview(path: String) throws {
        let compilation = try Drawn.compiled(path)
        let expected = TransitionOracle.transitions(of: try #require(compilation.flow))
        var reader = Self.reader(compilation, .overview)
        let found = reader.transitions()
        #expect(!found.isEmpty && found.subtracting(expected).sorted() == [])
    }

    @Test("a chart of Mermaid says each transition in a box or at an arrow", arguments: Drawn.shipped)
    func mermaid(path: String) throws {
        let compilation = try Drawn.compiled(path)
        let flow = try #require(compilation.flow)
        let chart = MermaidWriter.mermaid(compilation, options: DiagramOptions(detail: .all))
        let found = MermaidReader.transitions(chart)
        let expected = TransitionOracle.transitions(of: flow)
        #expect(found.subtracting(expected).sorted() == [])
        #expect(expected.subtracting(found).sorted() == [])
    }

    @Test("the picture of kiosk, in Graphviz's language, is the golden one; RECORD=1 writes it")
    func golden() throws {
        let path = "Tests/FlowDiagramsTests/kiosk.dot"
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
        let dot = DotWriter.graphs(compilation, options: DiagramOptions(detail: .steps)).joined(separator: "\n")
        let changed = try #require(Self.planted(fault, in: dot))
        #expect(changed != dot)
        let expected = TransitionOracle.transitions(of: try #require(compilation.flow))
        var reader = DotReader(changed)
        let found = reader.transitions()
        #expect(found != expected || !reader.faults.isEmpty)
    }

    private static func planted(_ fault: Fault, in dot: String) -> String? {
        var lines = dot.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        switch fault {
        case .edge: lines.firstIndex { $0.contains(":e -> ") }.map { _ = lines.remove(at: $0) }
        case .guardText:
            return dot.replacing(" if not present password →", with: " →")
        case .badge:
            return dot.replacing("CodeMismatchException ↺ 3, then", with: "CodeMismatchException")
                .replacing("> failed</FONT>", with: "></FONT>").replacing(">failed</FONT>", with: "></FONT>")
        case .row:
            guard let row = dot.firstRange(of: "<TR><TD PORT=\"r1\""),
                let end = dot[row.upperBound...].firstRange(of: "</TD></TR>")
            else { return nil }
            return String(dot[..<row.lowerBound]) + String(dot[end.upperBound...])
        case .numberedLine: return dot.replacing("cancel → cancelled</FONT>", with: "</FONT>")
        }
        return lines.joined(separator: "\n")
    }
}
