import CognitoHandlers
import FlowSealing
public import FlowTable

extension ShippedFlow {
    private static let tables = Locked<[ShippedFlow: TransitionTable]>([:])

    /// Returns the flow's table, which is verified once and shared by all runners.
    /// - Throws: `TableError` if the table is damaged, which this package's tests rule out.
    public func table() throws(TableError) -> TransitionTable {
        if let table = Self.tables.now[self] { return table }
        let text = base64.withUTF8Buffer { String(decoding: $0, as: UTF8.self) }
        // Malformed base64 is reported like an empty table.
        let table = try TransitionTable(verifying: Base64.bytes(text) ?? []) { TableIdentity(of: $0).bytes }
        Self.tables.withLock { $0[self] = table }
        return table
    }
}
