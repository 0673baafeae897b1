import CognitoHandlers
import FlowRuntime
import FlowSealing
public import FlowTable

extension ShippedFlow {
    private static let tables = Locked<[ObjectIdentifier: TransitionTable]>([:])

    /// Returns the flow's table, which is verified once and shared by all runners.
    /// - Throws: `TableError` if the table is damaged, which this package's tests rule out.
    public func table() throws(TableError) -> TransitionTable { try Self.table(of: type) }

    /// Returns the table of a generated type with its identity, which is verified once and shared by all runners.
    static func table(of type: any TypedFlow.Type) throws(TableError) -> TransitionTable {
        if let table = tables.now[ObjectIdentifier(type)] { return table }
        let table = try TransitionTable(base64: type.base64) { TableIdentity(of: $0).bytes }
        tables.withLock { $0[ObjectIdentifier(type)] = table }
        return table
    }
}
