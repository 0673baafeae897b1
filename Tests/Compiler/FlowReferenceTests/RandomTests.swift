import FlowCompiler
import FlowReference
import TestSupport
import Testing

/// Random conversations. `EVENTS` sets how many events each flow gets, `SEED` where they come from.
@Suite struct RandomTests {
    static let flows = PackageFiles.names(in: "flows").filter { $0.hasSuffix(".flow.xml") }

    @Test(arguments: flows) func bothSidesTalkAlike(_ file: String) throws {
        let loader = MemoryLoader(files: try PackageFiles.xml(below: "flows"))
        let subject = try #require(Subject(file, "flows/" + file, loader))
        let found = Conversations.play(subject, Settings.seed, events: Settings.events / Self.flows.count)
        print("\(file): \(found.events) events, seed \(Settings.seed)")
        for difference in found.differences { Issue.record("\(file)\n\(difference)") }
    }
}

/// How much is played.
enum Settings {
    static let events = Environment.value("EVENTS").flatMap { Int($0) } ?? 30_000
    /// After so many flows with differences no more are written.
    static let maxDiffering = Environment.value("DIFFERING").flatMap { Int($0) } ?? 5
    /// Whether flows are shown with their differences.
    static let showsFlows = Environment.value("SHOW") != nil
    static let seed = Environment.value("SEED").flatMap { UInt64($0) } ?? 20_261
}

/// Random conversations with one flow.
enum Conversations {
    /// The most events of a conversation.
    static let length = 80

    /// Plays until so many events are compared, or some conversations differ.
    static func play(
        _ subject: Subject, _ seed: UInt64, events: Int, most: Int = 3
    ) -> (events: Int, differences: [String]) {
        var random = Seeded(seed)
        var (count, differences) = (0, [String]())
        while count < events, differences.count < most {
            var comparison = Comparison(subject)
            var talk = RandomTalk(subject.reference, commands: subject.commands, random.split())
            for _ in 0..<length where !comparison.isOver {
                comparison.take(talk.next(comparison.run))
                if random.chance(10) { comparison.resume() }
                if random.chance(15) { comparison.wait(random.below(120)) }
            }
            count += comparison.events
            if let difference = comparison.difference { differences.append(difference) }
        }
        return (count, differences)
    }
}
