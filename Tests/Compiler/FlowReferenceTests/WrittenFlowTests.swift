import FlowCompiler
import FlowDiagnostics
import FlowReference
import TestSupport
import Testing

/// Random flows of every construct, and random conversations with them.
@Suite struct WrittenFlowTests {
    @Test func bothSidesTalkAlike() async throws {
        var random = Seeded(Settings.seed)
        var (flows, events, written) = (0, 0, 0)
        var constructs: [String: Int] = [:]
        var pairs: Set<String> = []
        var refused: [String: Int] = [:]
        var differing = 0
        while events < Settings.events, differing < Settings.maxDiffering {
            try await giveWay()
            let flow = WrittenFlow(random.split())
            written += 1
            let compilation = FlowCompiler.compile(
                path: flow.files[0].path, loader: MemoryLoader(flow.files))
            let codes = Set(compilation.diagnostics.map(\.code.rawValue))
            guard !codes.contains("livelock"), let subject = Subject("written \(written)", compilation) else {
                for diagnostic in compilation.diagnostics where diagnostic.severity == .error {
                    refused["\(diagnostic.code.rawValue): \(diagnostic.message)", default: 0] += 1
                }
                if written > 200, flows * 50 < written { break }
                continue
            }
            flows += 1
            let found = Conversations.play(subject, random.next(), events: 1000, most: 1)
            events += found.events
            for construct in flow.constructs { constructs[construct, default: 0] += 1 }
            let sorted = flow.constructs.sorted()
            for (index, first) in sorted.enumerated() {
                for second in sorted[(index + 1)...] { pairs.insert("\(first) \(second)") }
            }
            for difference in found.differences {
                differing += 1
                let text = flow.files.dropLast().map(\.text).joined(separator: "\n")
                Issue.record(
                    "written flow \(written), seed \(Settings.seed)\n\(difference)\n\(Settings.showsFlows ? text : "")")
            }
        }
        print(
            "seed \(Settings.seed): \(written) flows, \(flows) of them run, \(events) events, \(constructs.count) constructs, \(pairs.count) pairs"
        )
        for (message, count) in refused.sorted(by: { $0.value > $1.value }).prefix(12) {
            print("    \(count) \(message)")
        }
        #expect(flows * 4 > written)
    }
}
