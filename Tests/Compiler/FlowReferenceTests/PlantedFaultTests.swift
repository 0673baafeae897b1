import FlowCompiler
import FlowDiagnostics
import FlowReference
import TestSupport
import Testing

/// The comparison sees faults: each that is planted makes a difference within some flows.
@Suite struct PlantedFaultTests {
    @Test(arguments: PlantedFault.allCases) func isSeen(_ fault: PlantedFault) async throws {
        var random = Seeded(Settings.seed)
        var events = 0
        for number in 1...60 {
            try await giveWay()
            let flow = WrittenFlow(random.split())
            let compilation = FlowCompiler.compile(
                path: flow.files[0].path, loader: MemoryLoader(flow.files))
            guard !compilation.diagnostics.contains(where: { $0.code.rawValue == "livelock" }),
                let plain = Subject("plain", compilation),
                let subject = Subject("planted", compilation, changing: { fault.planted(in: $0) })
            else { continue }
            let seed = random.next()
            guard Conversations.play(plain, seed, events: 800, most: 1).differences.isEmpty else { continue }
            let found = Conversations.play(subject, seed, events: 800, most: 1)
            events += found.events
            if !found.differences.isEmpty {
                print("\(fault.rawValue): seen in flow \(number) after \(events) events")
                return
            }
        }
        Issue.record("\(fault.rawValue) is not seen within \(events) events")
    }
}
