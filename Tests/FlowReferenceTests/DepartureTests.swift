import FlowCompiler
import FlowDiagnostics
import FlowReference
import TestSupport
import Testing

/// The list of departures is as short as it can be: what the compiler does as the page says is to be taken off it.
@Suite struct DepartureTests {
    /// Departures of which random flows and talk write nothing: they are seen in the flows of known defects, or with `WITHOUT`.
    static let unwritten: Set<Departure> = [
        .repeatedKeysStay,

        .lateInvalidRepliesAreRefused,
        .sentIsNotOfTheLastRequest, .leftIsNotAlwaysCleared,
    ]

    @Test(arguments: Departure.allCases.filter { !unwritten.contains($0) }) func isNeeded(_ departure: Departure)
        async throws
    {
        var random = Seeded(Settings.seed)
        let departures = Set(Departure.allCases).subtracting([departure])
        for _ in 1...120 {
            try await giveWay()
            let flow = WrittenFlow(random.split())
            let options = CompilerOptions(usesGrammar: false)
            let compilation = FlowCompiler.compile(
                path: flow.files[0].path, loader: MemoryLoader(flow.files), options: options)
            guard !compilation.diagnostics.contains(where: { $0.code.rawValue == "spins" }),
                let plain = Subject("plain", compilation),
                let subject = Subject("departing", compilation, departures: departures)
            else { continue }
            let seed = random.next()
            guard Conversations.play(plain, seed, events: 800, most: 1).differences.isEmpty else { continue }
            if !Conversations.play(subject, seed, events: 800, most: 1).differences.isEmpty { return }
        }
        Issue.record("\(departure.rawValue): take it off the list of departures")
    }
}
