import CertificateChecker
import CertificateWriter
import FlowCompiler
import FlowIR
import TestSupport
import Testing

/// Flows that may write every construct of the language. Hardly one is accepted; but what the proofs found to be true of every run is kept by
/// every event all the same.
@Suite struct WrittenCertificateTests {
    /// What is wrong with a flow, not with what was said of it.
    private static let faults: Set<Refusal.Code> = [
        .untaken, .missingValue, .staleSession, .forbiddenEnd, .unprovenTokens, .notAlways, .stuck,
    ]

    @Test func whatWasFoundIsKept() async throws {
        let most = Environment.value("CERTIFICATES").flatMap { Int($0) } ?? 100
        var random = Seeded(20_265)
        var (tried, written) = (0, 0)
        var codes: [String: Int] = [:]
        while tried < most {
            try await giveWay()
            let seed = random.next()
            let flow = WrittenFlow(Seeded(seed))
            written += 1
            let compilation = FlowCompiler.compile(path: flow.files[0].path, loader: MemoryLoader(flow.files))
            guard let unproven = compilation.unproven, let table = try? TableWriter.write(unverified: unproven.pruned)
            else {
                continue
            }
            // The proofs come last; here they come whatever was found before.
            guard let claims = compilation.claims(of: table, isError: { _ in false }) else { continue }
            tried += 1
            do throws(Refusal) {
                _ = try Certificate.verify(claims, of: table)
                codes["accepted", default: 0] += 1
            } catch {
                codes[error.code.rawValue, default: 0] += 1
                if Self.faults.contains(error.code) { continue }
                Issue.record("seed \(seed): \(error)\n\(flow.files[0].text)")
            }
        }
        print("\(tried) of \(written) flows were written: \(codes)")
    }
}
