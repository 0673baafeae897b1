package import FlowAnalysis
import FlowAnnotations
import FlowChecks
import FlowDiagnostics
package import FlowEmit
import FlowModel

extension Compilation {
    /// What was proven of the flow, bound to its table, so that it can be verified without the compiler.
    ///
    /// A finding of the proofs is something that was not proven, also where it counts as a warning only.
    /// - Returns: the bytes; nothing if the flow has such findings, or if nobody asked for its proof.
    /// - Throws: ``TableLimit`` if the flow outgrows the format.
    package func certificate() throws(TableLimit) -> [UInt8]? {
        let isProven = !(diagnostics + silenced.map(\.diagnostic)).contains {
            $0.code.defaultSeverity == .error && FlowChecks.proofCodes.contains($0.code)
        }
        guard isProven, let table = try table() else { return nil }
        return claims(of: table)
    }

    /// What was found of the flow, or is given, said of a table, whatever that proves.
    package func claims(of table: [UInt8], _ found: FlowProof? = nil) -> [UInt8]? {
        guard let proof = found ?? proof, let unproven else { return nil }
        let flow = AnnotatedFlow(flow: unproven, annotations: annotations)
        var text = "flow-certificate 1\ntable \(table.count) \(Self.checksum(table))\n"
        text += CertificateBody(flow, proof).text
        text += "sum \(Self.checksum(text.utf8))\n"
        return Array(text.utf8)
    }

    /// FNV-1a, 64 bits: it finds damage, not forgery. What a certificate says is verified, whoever wrote it.
    private static func checksum(_ bytes: some Sequence<UInt8>) -> String {
        String(bytes.reduce(UInt64(0xCBF2_9CE4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }, radix: 16)
    }
}
