package import FlowEmit
package import FlowIR
package import FlowTable

extension TransitionTable {
    /// The table of a flow.
    /// - Throws: `TableLimit` if the flow does not fit into a table, `TableError` if the table is refused.
    package convenience init(of flow: CheckedFlow, options: EmitOptions = EmitOptions()) throws {
        try self.init(verifying: try TableWriter.write(flow, options: options))
    }
}
