import TestSupport
import Testing

/// Every transition, and everything that is required, received, passed, needed or sent, taken away from the
/// shipped flows in turn, or
/// renamed: the compiler says so, or nothing goes wrong.
///
/// The test command tries every so many; `MUTATIONS=all` tries all, and with `RECORD=1` writes the list of
/// those that the compiler
/// says nothing of, and the figures in the documentation.
@Suite struct FlowMutationTests {
    private static let names = ["kiosk", "legacy-sdk", "amplify"]
    private static let list = "Tests/Compiler/FlowProofTests/Mutations/silent.txt"
    private static let triesAll = Environment.value("MUTATIONS") == "all"
    private static let records = Environment.isRecording
    /// Of so many mutations the test command tries one.
    private static let stride = 12

    @Test func whatTheCompilerIsSilentAboutDoesNoHarm() async throws {
        let settings = Settings()
        var results: [MutationResult] = []
        for name in Self.names {
            let subject = try MutationSubject(name)
            #expect(subject.scenarios.count > 10 && subject.mutations.count > 100, "\(name)")
            results += try await Self.results(subject, settings)
        }
        print("seed \(settings.seed)\n" + MutationFigures(results).table)
        Self.printUnseen(results)
        let harmful = results.filter(\.isHarmful).map { "\($0.line)\n\($0.faults)" }
        #expect(harmful.isEmpty, "\(harmful.count):\n\(harmful.joined(separator: "\n"))")
        let seen = results.filter(\.isSeen)
        #expect(!seen.isEmpty, "runs see nothing of what is rejected")
        if Self.triesAll, Self.records { return try Self.record(results) }
        let recorded = Set(try PackageFiles.text(Self.list).cut(at: "\n"))
        let unknown = results.filter { $0.outcome.isSilent && !recorded.contains($0.line) }.map(\.line)
        #expect(unknown.isEmpty, "not in \(Self.list):\n\(unknown.joined(separator: "\n"))")
    }

    /// What proofs reject and runs do not show, to be looked at by hand: `MUTATIONS=all UNSEEN=1`.
    private static func printUnseen(_ results: [MutationResult]) {
        guard Environment.value("UNSEEN") != nil else { return }
        for result in results where result.isUnseen { print("unseen: \(result.line)") }
    }

    private static func results(_ subject: MutationSubject, _ settings: Settings) async throws -> [MutationResult] {
        let step = triesAll ? 1 : stride
        let chosen = Array(Swift.stride(from: Int(settings.seed) % step, to: subject.mutations.count, by: step))
        let workers = 4
        return try await withThrowingTaskGroup(of: [(Int, MutationResult)].self) { group in
            for worker in 0..<workers {
                group.addTask {
                    var results: [(Int, MutationResult)] = []
                    for index in Swift.stride(from: worker, to: chosen.count, by: workers) {
                        let mutation = subject.mutations[chosen[index]]
                        let runs = triesAll ? settings.runs * 15 : settings.runs
                        let seed = settings.seed &+ UInt64(index)
                        if let result = try? subject.result(of: mutation, runs: runs, seed: seed) {
                            results.append((index, result))
                        }
                        try await giveWay()
                    }
                    return results
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    private static func record(_ results: [MutationResult]) throws {
        let lines = results.filter { $0.outcome.isSilent }.map(\.line)
        try PackageFiles.write(lines.joined(separator: "\n") + "\n", to: list)
        let page = "Docs/Evidence/Checks.md"
        let parts = try PackageFiles.text(page).cut(at: MutationFigures.mark)
        try #require(parts.count == 3, "no marks in \(page)")
        let figures = MutationFigures(results)
        let text = [parts[0], "\n\(figures.table)\n\(figures.codes)", parts[2]].joined(separator: MutationFigures.mark)
        try PackageFiles.write(text, to: page)
    }
}
