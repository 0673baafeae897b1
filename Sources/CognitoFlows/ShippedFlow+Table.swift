import CognitoHandlers
public import FlowTable

extension ShippedFlow {
    /// The flow's table, verified as every table is; each call makes another one, which a host shares among its runners.
    /// - Throws: what is wrong with the table, which a test of this package rules out.
    public func table() throws(TableError) -> TransitionTable {
        let text = base64.withUTF8Buffer { String(decoding: $0, as: UTF8.self) }
        return try TransitionTable(verifying: Base64.bytes(text) ?? [])
    }
}
