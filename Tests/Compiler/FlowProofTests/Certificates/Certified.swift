import CertificateChecker
import CertificateWriter
import FlowCompiler
import FlowDiagnostics
import FlowIR
import TestSupport

/// A flow that was accepted, with its certificate and what random runs of it came to.
struct Certified {
    let subject: Subject
    let table: [UInt8]
    let certificate: [UInt8]
    let text: CertificateText
    /// By state of the flow: its number in the table.
    let numbers: Table<State, StateID?>

    /// Nothing if the flow was not accepted.
    init?(_ files: [(path: String, text: String)], service: String) {
        self.init(files[0].path, MemoryLoader(files), files: files, service: service)
    }

    /// Nothing if the flow was not accepted.
    init?(_ path: String, _ loader: MemoryLoader, files: [(path: String, text: String)], service: String) {
        let compilation = FlowCompiler.compile(path: path, loader: loader)
        guard let table = try? compilation.table(), let certificate = try? compilation.certificate(),
            let subject = Subject(compilation, files, service: ServiceModel(service))
        else { return nil }
        (self.subject, self.table, self.certificate) = (subject, table, certificate)
        text = CertificateText(certificate)
        numbers = subject.flow.prunedNumbers
    }

    /// What the checker has against bytes; nothing if it accepts them.
    static func refusal(_ certificate: [UInt8], of table: [UInt8]) -> Refusal? {
        do throws(Refusal) {
            _ = try Certificate.verify(certificate, of: table)
            return nil
        } catch {
            return error
        }
    }

    /// What random runs of a flow with the same numbers come to, and the faults that they show.
    func visits(_ subject: Subject? = nil, runs: Int, _ random: inout Seeded) -> (visits: [Visit], faults: [Fault]) {
        let subject = subject ?? self.subject
        let pool = ValuePool(subject.flow)
        var (visits, faults): ([Visit], [Fault]) = ([], [])
        for _ in 0..<runs {
            var run = RandomRun(subject, pool, random: random.split(), isFair: false)
            run.keepVisits()
            run.play()
            visits += run.run.visits
            faults += run.run.faults
        }
        return (visits, faults)
    }

    /// The cubes of an invariant that a visit may lie in.
    func cubes(_ invariant: Int, at visit: Visit) -> [CertificateText.Cube] {
        let last = visit.last.flatMap { numbers[$0] }
        return text.cubes.filter {
            $0.invariant == invariant
                && text.contains($0, visit, at: numbers[visit.state], last: last, subject.flow) != false
        }
    }

    /// Whether a visit lies outside of some invariant, so that the certificate is no proof of what was run.
    func refutes(_ visit: Visit) -> Bool {
        Set(text.cubes.map(\.invariant)).contains { cubes($0, at: visit).isEmpty }
    }
}
