import FlowChecks
package import FlowCompiler
package import FlowDiagnostics
import FlowIR

extension Compilation {
    /// The certificate of an accepted flow, bound to its table.
    ///
    /// A finding of the proofs is something that was not proven, also where it counts as a warning only.
    /// - Returns: the bytes; nil if the flow has such findings.
    /// - Throws: ``TableLimit`` if the flow outgrows the format.
    package func certificate() throws(TableLimit) -> [UInt8]? {
        let isProven = !(diagnostics + suppressed.map(\.diagnostic)).contains {
            $0.code.defaultSeverity == .error && FlowChecks.proofCodes.contains($0.code)
        }
        guard isProven, let table = try table() else { return nil }
        return claims(of: table, isError: bag.isError)
    }

    /// Claims what the proofs find of the flow, whatever that is, of a table.
    /// - Parameters:
    ///   - table: the table.
    ///   - isError: whether a finding keeps the proofs from being tried.
    /// - Returns: the bytes; nil if the proofs were not tried.
    package func claims(of table: [UInt8], isError: (Diagnostic) -> Bool) -> [UInt8]? {
        guard let unproven else { return nil }
        let flow = AnnotatedFlow(flow: unproven, annotations: annotations)
        guard let proof = FlowChecks.check(flow, keepsProof: true, isError: isError).proof else { return nil }
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
