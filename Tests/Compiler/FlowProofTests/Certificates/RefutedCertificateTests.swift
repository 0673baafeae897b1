import CertificateChecker
import CertificateWriter
import FlowCompiler
import FlowDiagnostics
import FlowIR
import TestSupport
import Testing

/// What is said of a flow that was refuted is no proof: each kind of fault has a reason of its own.
@Suite struct RefutedCertificateTests {
    /// The findings that certificates are about, with the reasons for which they are refused. One fault can bring another.
    private static let reasons: [String: Refusal.Code] = [
        "missing-value": .missingValue, "stale-session": .staleSession, "never-violated": .forbiddenEnd,
        "unproven-tokens": .unprovenTokens, "dropped-event": .untaken, "incomplete-choice": .untaken,
        "stuck-step": .stuck, "always-violated": .notAlways,
    ]

    @Test func whatIsSaidOfRefutedFlowsIsRefused() async throws {
        let most = Environment.value("CERTIFICATES").flatMap { Int($0) } ?? 100
        var random = Seeded(Settings().seed &+ 3)
        var counts: [String: Int] = [:]
        var tried = 0
        while tried < most {
            try await giveWay()
            let seed = random.next()
            let flow = GeneratedFlow(Seeded(seed))
            let compilation = FlowCompiler.compile(path: flow.files[0].path, loader: MemoryLoader(flow.files))
            let found = Set(compilation.diagnostics.filter { $0.severity == .error }.map(\.code.rawValue))
            guard !compilation.counterexamples.isEmpty, !found.isDisjoint(with: Self.reasons.keys),
                let pruned = compilation.unproven?.pruned, let table = try? TableWriter.write(unverified: pruned),
                let claims = compilation.claims(of: table, isError: compilation.bag.isError)
            else { continue }
            tried += 1
            let refusal = Certified.refusal(claims, of: table)
            if refusal?.code == .notClosed {
                Findings.keep(flow.files, "refuted-\(seed)", String(decoding: claims, as: UTF8.self))
            }
            let expected = found.compactMap { Self.reasons[$0] }
            counts["\(refusal?.code.rawValue ?? "accepted")", default: 0] += 1
            #expect(
                refusal.map { expected.contains($0.code) } == true,
                "seed \(seed): \(found) \(String(describing: refusal))\n\(flow.text)")
        }
        print("refuted: \(counts)")
        #expect(counts.count > 4, "\(counts)")
    }
}
