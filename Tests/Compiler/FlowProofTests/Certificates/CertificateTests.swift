import CertificateChecker
import FlowCompiler
import FlowIR
import FlowSyntax
import TestSupport
import Testing

/// What was proven can be verified by a program that shares nothing with the compiler; what is no proof is refused.
@Suite struct CertificateTests {
    /// Random flows and forgeries: `CERTIFICATES` asks for more.
    private static let most = Environment.value("CERTIFICATES").flatMap { Int($0) } ?? 100

    private static func shipped(_ path: String) throws -> Certified {
        let loader = MemoryLoader(files: try PackageFiles.xml(below: "flows"))
        let compilation = FlowCompiler.compile(path: path, loader: loader)
        let files = try compilation.graph.nodes.map { (path: $0.path, text: try PackageFiles.text($0.path)) }
        let service = try #require(files.first { $0.path.hasSuffix(".service.xml") })
        return try #require(Certified(path, loader, files: files, service: service.text))
    }

    @Test(arguments: ShippedFlowTests.paths)
    func shippedFlowsAreAccepted(path: String) throws {
        let certified = try Self.shipped(path)
        let refusal = Certified.refusal(certified.certificate, of: certified.table)
        #expect(refusal == nil, "\(path): \(String(describing: refusal))")
    }

    /// Each random flow that the compiler accepts is accepted by the checker, too.
    @Test func randomFlowsAreAccepted() async throws {
        var random = Seeded(Settings().seed &+ 1)
        var accepted = 0
        while accepted < Self.most {
            try await giveWay()
            let seed = random.next()
            let flow = GeneratedFlow(Seeded(seed))
            guard let certified = Certified(flow.files, service: flow.service.text) else { continue }
            let refusal = Certified.refusal(certified.certificate, of: certified.table)
            #expect(refusal == nil, "seed \(seed): \(String(describing: refusal))\n\(flow.text)")
            if refusal != nil { Findings.keep(flow.files, "certificate-\(seed)", String(describing: refusal)) }
            accepted += 1
        }
    }

    /// Certificates that a run has shown to be wrong.
    @Test func forgedOnesAreRefused() async throws {
        var random = Seeded(Settings().seed &+ 2)
        var counts: [Forger.Kind: Int] = [:]
        var codes: [String: Int] = [:]
        var forged = 0
        while forged < Self.most {
            try await giveWay()
            let flow = GeneratedFlow(random.split())
            guard let certified = Certified(flow.files, service: flow.service.text) else { continue }
            let visits = certified.visits(runs: 10, &random).visits
            var forger = Forger(certified: certified, visits: visits, random: random.split())
            for kind in Forger.Kind.allCases {
                guard forged < Self.most, let bytes = forger.forge(kind) else { continue }
                forged += 1
                counts[kind, default: 0] += 1
                let refusal = Certified.refusal(bytes, of: certified.table)
                codes[refusal?.code.rawValue ?? "accepted", default: 0] += 1
                #expect(
                    refusal != nil && refusal?.isUnreadable == false,
                    "\(kind)\n\(flow.text)\n\(String(decoding: bytes, as: UTF8.self))")
            }
        }
        print("forged: \(counts), \(codes)")
        #expect(counts.count == Forger.Kind.allCases.count, "\(counts)")
    }

    /// The same of the flows that the package ships.
    @Test(arguments: ["flows/amplify.flow.xml", "flows/kiosk.flow.xml", "flows/legacy-sdk.flow.xml"])
    func forgedOnesOfShippedFlowsAreRefused(path: String) throws {
        let certified = try Self.shipped(path)
        var random = Seeded(Settings().seed &+ 3)
        let visits = certified.visits(runs: 10, &random).visits
        var forger = Forger(certified: certified, visits: visits, random: random.split())
        let forged = Forger.Kind.allCases.compactMap { forger.forge($0) }
        #expect(forged.count > 1)
        for bytes in forged {
            let refusal = Certified.refusal(bytes, of: certified.table)
            #expect(refusal != nil && refusal?.isUnreadable == false)
        }
    }
}
