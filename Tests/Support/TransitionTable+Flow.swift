import FlowChecks
package import FlowCompiler
package import FlowIR
package import FlowTable

extension TransitionTable {
    /// The table of a flow.
    /// - Throws: `TableLimit` if the flow does not fit into a table, `TableError` if the table is refused.
    package convenience init(of flow: LoweredFlow, options: EmitOptions = EmitOptions()) throws {
        try self.init(verifying: try TableWriter.write(unverified: flow, options: options))
    }
}

extension TableWriter {
    /// The bytes of the table of a flow that no check has seen.
    /// - Throws: `TableLimit` if the flow does not fit into a table.
    package static func write(
        unverified flow: LoweredFlow, options: EmitOptions = EmitOptions()
    ) throws(TableLimit) -> [UInt8] {
        try write(VerifiedFlow(unverified: flow), options: options)
    }
}
