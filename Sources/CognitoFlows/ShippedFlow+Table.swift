import CognitoHandlers
import FlowSealing
public import FlowTable

extension ShippedFlow {
    private static let tables = Locked<[ShippedFlow: TransitionTable]>([:])

    /// Returns the flow's table, which is verified once and shared by all runners.
    /// - Throws: `TableError` if the table is damaged, which this package's tests rule out.
    public func table() throws(TableError) -> TransitionTable {
        if let table = Self.tables.now[self] { return table }
        let table = try TransitionTable(base64: base64) { TableIdentity(of: $0).bytes }
        Self.tables.withLock { $0[self] = table }
        return table
    }
}
