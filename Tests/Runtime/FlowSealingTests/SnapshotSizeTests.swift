import FlowDiagnostics
import FlowCompiler
import FlowCore
import FlowIR
import FlowSealing
import FlowTesting
import TestSupport
import Testing

/// How large a sealed sign-in is at each step of `amplify`, beside what the service sent. `RECORD=1` writes the page anew.
@Suite struct SnapshotSizeTests {
    private static let page = "Docs/Evidence/Snapshots.md"
    private static let mark = "<!-- made by SnapshotSizeTests, RECORD=1 -->"
    /// Bytes that a snapshot may have beside values of the service.
    private static let limit = 600

    /// The largest snapshot of a step.
    private struct Size {
        var all = 0
        var beside = 0
        var count = 0
    }

    private static let files = PackageFiles.names(in: "flows/scenarios").filter {
        $0.hasPrefix("amplify") && $0.hasSuffix(".scenario.xml")
    }

    private static func sizes() throws -> [String: Size] {
        var sizes: [String: Size] = [:]
        for file in files {
            let played = try PlayedScenarios(file)
            for scenario in played.scenarios {
                let sent = strings(of: scenario)
                _ = ScenarioPlayer.play(scenario, played.table) { session in
                    guard let step = session.presentation?.step, let state = session.state,
                        let sealed = try? played.sealer.seal(FlowSnapshot(first: state, expiry: 1000))
                    else { return session }
                    var size = sizes[step] ?? Size()
                    size.count += 1
                    size.all = max(size.all, sealed.count)
                    size.beside = max(size.beside, sealed.count - own(state.values, sent))
                    sizes[step] = size
                    return session
                }
            }
        }
        return sizes
    }

    /// The texts that the service sends in a conversation.
    private static func strings(of scenario: Scenario) -> Set<String> {
        var found: Set<String> = []
        func collect(_ value: JSONValue) {
            switch value {
            case .string(let text): found.insert(text)
            case .array(let items): items.forEach(collect)
            case .object(let members):
                for member in members {
                    found.insert(member.name)
                    collect(member.value)
                }
            default: break
            }
        }
        for line in scenario.lines {
            if case .reply(let json) = line.line, let value = JSONValue(json: Array(json.utf8)) { collect(value) }
        }
        return found
    }

    /// Bytes of the values that the service sent.
    private static func own(_ values: [FlowValue?], _ sent: Set<String>) -> Int {
        values.reduce(0) { sum, value in
            switch value {
            case .text(let text): sum + (sent.contains(text) ? text.utf8.count : 0)
            case .list(let items): sum + items.reduce(0) { $0 + $1.utf8.count }
            case .map(let entries): sum + entries.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
            case nil: sum
            }
        }
    }

    @Test func pageSaysHowLargeEachStepIs() throws {
        let sizes = try Self.sizes()
        for (step, size) in sizes { #expect(size.beside <= Self.limit, "\(step): \(size.beside) bytes") }
        let flow = try #require(try PlayedScenarios(Self.files[0]).compilation.unproven)
        let steps = Set(
            flow.states.compactMap { state in
                if case .present(let presentation) = state.kind { presentation.step.text } else { nil }
            })
        #expect(Set(sizes.keys) == steps, "\(steps.symmetricDifference(sizes.keys))")
        let rows = sizes.sorted { $0.key < $1.key }.map { "| \($0) | \($1.count) | \($1.all) | \($1.beside) |" }
        let made =
            "\n\n| step | snapshots | largest | largest without values of the service |\n| --- | ---: | ---: | ---: |\n"
            + rows.joined(separator: "\n") + "\n"
        let text = try PackageFiles.text(Self.page)
        let place = try #require(text.firstRange(of: Self.mark), "no mark in \(Self.page)")
        if Environment.isRecording { return try PackageFiles.write(text[..<place.upperBound] + made, to: Self.page) }
        #expect(text[place.upperBound...] == made, "RECORD=1 writes the page anew")
    }
}
